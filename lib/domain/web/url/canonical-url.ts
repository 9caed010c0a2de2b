/** URLs in their canonical form, and rules about their hosts. */
import { detach } from "../../text/safe-text.ts";
import type { Host, Url } from "./url.ts";

/** Longest URL accepted, in UTF-16 units: the limit of common servers (8 KiB request lines). */
export const MAX_URL_LENGTH = 8_000;

/** Why a string is not a link of the crawled web; these words are counted in reports. */
type UnusableUrl = "malformed" | "too-long" | "scheme" | "credentials";

/** A reference as its canonical URL with its host, or the reason why it is unusable. */
export type CanonicalUrl =
  | { readonly ok: true; readonly url: Url; readonly host: Host }
  | { readonly ok: false; readonly reason: UnusableUrl };

/** DNS has no such names, but WHATWG parsing accepts them. */
const EMPTY_LABEL = /^\.|\.\.|\.$/;

/** Options for changes beyond what every server treats as equal; all off by default. */
export interface CanonicalOptions {
  /** Query parameters to drop, lower case; a trailing `*` matches a prefix (`utm_*`). */
  readonly dropParameters?: readonly string[];
}

/**
 * Parses `reference` against `base` and returns its canonical form.
 *
 * This is conservative: WHATWG parsing (lower-case scheme and host, default port dropped, dot
 * segments resolved), no fragment, and no root dot after the host. `example.org.` is the same name
 * (RFC 1034 §3.1), and must not escape its host's rules. Parameters are neither sorted nor dropped
 * unless configured.
 */
export function canonicalUrl(
  reference: string,
  base?: string,
  options: CanonicalOptions = {},
): CanonicalUrl {
  if (reference.length > MAX_URL_LENGTH) return { ok: false, reason: "too-long" };
  const parsed = URL.parse(reference, base);
  if (parsed === null) return { ok: false, reason: "malformed" };
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    return { ok: false, reason: "scheme" };
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return { ok: false, reason: "credentials" };
  }
  if (parsed.hostname.endsWith(".")) parsed.hostname = parsed.hostname.slice(0, -1);
  if (EMPTY_LABEL.test(parsed.hostname)) return { ok: false, reason: "malformed" };
  // An empty fragment leaves a `#` that only the text shows. The setter is expensive, so it runs
  // only when there is one.
  if (parsed.href.includes("#")) parsed.hash = "";
  if (options.dropParameters?.length && parsed.search !== "") {
    dropParameters(parsed, options.dropParameters);
  }
  if (parsed.href.length > MAX_URL_LENGTH) return { ok: false, reason: "too-long" };
  // A reference that is canonical comes back as it is: a slice of its page, which it would keep.
  const href = parsed.href === reference ? detach(reference) : parsed.href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- brands are made here only
  const url = href as Url;
  return { ok: true, url, host: hostOf(url) };
}

/** Returns the URL of a reference as written; `undefined` without one, or for one that is no URL. */
export function urlOf(href: string | undefined, base: Url): Url | undefined {
  const resolved = href === undefined ? undefined : canonicalUrl(href.trim(), base);
  return resolved?.ok === true ? resolved.url : undefined;
}

/** Returns the host of a canonical URL, with its port when that is not the default. */
export function hostOf(url: Url): Host {
  const start = url.indexOf("//") + 2;
  const end = url.indexOf("/", start);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a canonical URL's host is one
  return url.slice(start, end) as Host;
}

/** Returns scheme, host and port of a canonical URL, as `https://example.org`. */
export function originOf(url: Url): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}

/** Edits the raw query, so that the spelling of the remaining parameters does not change. */
function dropParameters(parsed: URL, patterns: readonly string[]): void {
  const pairs = parsed.search.slice(1).split("&");
  const kept = pairs.filter(
    (pair) => !patterns.some((pattern) => matches(parameterName(pair), pattern)),
  );
  if (kept.length === pairs.length) return;
  parsed.search = kept.every((pair) => pair === "") ? "" : `?${kept.join("&")}`;
}

function parameterName(pair: string): string {
  const equals = pair.indexOf("=");
  return (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/**
 * A path, a query and a fragment of characters that the URL standard changes nowhere. No scheme, as
 * the path has no colon, and no `%2e`, which would be a dot.
 */
const PLAIN = /^([\w\-~!$&()*+,;=@./]*)(\?[\w\-~!$&()*+,;=@./:?%]*)?(?:#.*)?$/s;

/** A segment that the URL standard resolves. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** A whole URL up to its path, whose host the URL standard leaves: no port, capital, last label that is a number, or Punycode. */
const PLAIN_ORIGIN = /^https?:\/\/(?![^/]*xn--)((?:[a-z\d-]+\.)+[a-z]{2,})(?=\/)/;

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
    const isOwn = reference.startsWith(`${origin}/`);
    const [root, other] = (isOwn ? undefined : PLAIN_ORIGIN.exec(reference)) ?? [];
    const from = isOwn ? origin : root;
    const found = PLAIN.exec(from === undefined ? reference : reference.slice(from.length));
    const path = found?.[1];
    if (path === undefined || DOT_SEGMENT.test(path)) return undefined;
    const query = found?.[2] ?? "";
    const isOfHost = path.startsWith("//") && from === undefined;
    if (isOfHost || (path === "" && query === "")) return undefined;
    const start = from ?? (path.startsWith("/") ? origin : path === "" ? page : directory);
    const url = detach(start + path + query);
    if (reference.length > MAX_URL_LENGTH || url.length > MAX_URL_LENGTH) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal to what `canonicalUrl` makes
    return { ok: true, url: url as Url, host: other === undefined ? host : (other as Host) };
  };
}

/**
 * Compiles host names into one test. A name covers itself and its subdomains; with a port it covers
 * that port only, without one all ports.
 */
export function compileHostRule(names: readonly string[]): (host: string) => boolean {
  const known = new Set(names);
  return (host) => {
    if (covers(known, host)) return true;
    const port = portStart(host);
    return port >= 0 && covers(known, host.slice(0, port));
  };
}

/** Returns a host without its port: `[::1]` for `[::1]:8080`. */
export function hostName(host: string): string {
  const port = portStart(host);
  return port < 0 ? host : host.slice(0, port);
}

function covers(known: ReadonlySet<string>, host: string): boolean {
  if (known.has(host)) return true;
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
    if (known.has(host.slice(dot + 1))) return true;
  }
  return false;
}

function portStart(host: string): number {
  const colon = host.lastIndexOf(":");
  return host.endsWith("]") ? -1 : colon;
}
