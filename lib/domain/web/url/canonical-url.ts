import { detach } from "../../text/detach.ts";
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
