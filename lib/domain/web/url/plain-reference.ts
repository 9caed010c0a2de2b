import { detach } from "../../text/detach.ts";
import { hostOf, MAX_URL_LENGTH } from "./canonical-url.ts";
import type { Host, Url } from "./url.ts";

/**
 * A path, a query and a fragment of characters that the URL standard changes nowhere. No scheme, as
 * the path has no colon, and no `%2e`, which would be a dot.
 */
const PLAIN = /^([\w\-~!$&()*+,;=@./]*)(\?[\w\-~!$&()*+,;=@./:?%]*)?(?:#.*)?$/s;

/** A segment that the URL standard resolves. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** A reference as its canonical URL with its host. */
interface PlainUrl {
  readonly ok: true;
  readonly url: Url;
  readonly host: Host;
}

/**
 * Compiles a resolver of the plain references against a canonical URL: most links of real pages. It
 * joins texts where the URL standard would parse both; `undefined` means that the reference must be
 * parsed, be it right or wrong.
 */
export function plainResolver(base: Url): (reference: string) => PlainUrl | undefined {
  const host = hostOf(base);
  const origin = base.slice(0, base.indexOf(host, base.indexOf("//") + 2) + host.length);
  const page = base.split(/[?#]/, 1)[0] ?? base;
  const directory = page.slice(0, page.lastIndexOf("/") + 1);
  return (reference) => {
    const isWhole = reference.startsWith(`${origin}/`);
    const found = PLAIN.exec(isWhole ? reference.slice(origin.length) : reference);
    const path = found?.[1];
    if (path === undefined || DOT_SEGMENT.test(path)) return undefined;
    const query = found?.[2] ?? "";
    const isOfHost = path.startsWith("//") && !isWhole;
    if (isOfHost || (path === "" && query === "")) return undefined;
    const start = path.startsWith("/") ? origin : path === "" ? page : directory;
    const url = detach(start + path + query);
    if (reference.length > MAX_URL_LENGTH || url.length > MAX_URL_LENGTH) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal to what `canonicalUrl` makes
    return { ok: true, url: url as Url, host };
  };
}
