/** Other URLs under which a server commonly serves the same page. */
import { hostName, hostOf, originOf } from "./canonical-url.ts";
import { registrableDomain } from "./registrable-domain.ts";
import type { Url } from "./url.ts";

/**
 * Distinct bodies that two names must both have served before they are taken for one site. One body
 * may be the same by chance, as a page of an error or a login is.
 */
const LEAST_SHARED_BODIES = 3;

const WWW = "www.";

/**
 * Returns the same path and query under the twin names of a URL's host, at most three: with or
 * without `www.`, and by the other scheme. A name outside the URL's registrable domain is no twin;
 * neither is the other scheme of a port.
 */
export function twinUrls(url: Url): readonly Url[] {
  const host = hostOf(url);
  const scheme = url.slice(0, url.indexOf("//"));
  const rest = url.slice(scheme.length + 2 + host.length);
  const schemes = hostName(host) === host ? [scheme, otherScheme(scheme)] : [scheme];
  const hosts = [host, ...otherName(host)];
  const twins: Url[] = [];
  for (const name of hosts) {
    for (const each of schemes) {
      const twin = `${each}//${name}${rest}`;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canonical as `url` is: only the scheme and plain names change
      if (twin !== url) twins.push(twin as Url);
    }
  }
  return twins;
}

/** The bodies that two names served for the same paths and queries. */
interface Comparison {
  /** Digest → number of paths for which both served this body. */
  readonly shared: Map<string, number>;
  /** Paths for which their bodies differ. */
  different: number;
}

/** Compares the pages that were fetched under twin names. */
export class TwinNames {
  readonly #comparisons = new Map<string, Comparison>();

  /**
   * Counts two URLs of one path by the digests of their bodies, or takes them back with -1. Digests
   * by two algorithms say nothing.
   */
  compare([a, digestA]: Served, [b, digestB]: Served, times: 1 | -1): void {
    if (algorithmOf(digestA) !== algorithmOf(digestB)) return;
    const key = pairKey(a, b);
    const known = this.#comparisons.get(key) ?? { shared: new Map(), different: 0 };
    this.#comparisons.set(key, known);
    if (digestA !== digestB) {
      known.different += times;
      return;
    }
    const paths = (known.shared.get(digestA) ?? 0) + times;
    if (paths === 0) known.shared.delete(digestA);
    else known.shared.set(digestA, paths);
  }

  /**
   * Returns whether the names of two URLs serve the same pages: they shared enough bodies, and no
   * path had two.
   */
  areOne(a: Url, b: Url): boolean {
    if (this.#comparisons.size === 0) return false;
    const known = this.#comparisons.get(pairKey(a, b));
    if (known === undefined || known.different > 0) return false;
    return known.shared.size >= LEAST_SHARED_BODIES;
  }
}

/** A URL and the digest of the body that it served, as `sha1:…`. */
type Served = readonly [url: Url, digest: string];

function otherName(host: string): string[] {
  const other = host.startsWith(WWW) ? host.slice(WWW.length) : WWW + host;
  return registrableDomain(other) === registrableDomain(host) ? [other] : [];
}

function algorithmOf(digest: string): string {
  return digest.slice(0, digest.indexOf(":"));
}

function pairKey(a: Url, b: Url): string {
  return [originOf(a), originOf(b)].toSorted().join(" ");
}

/** Names of the pages that servers send for a directory's URL, most common first. */
const INDEX_NAMES = ["index", "home", "welcome", "default"].flatMap((stem) =>
  ["html", "htm", "php", "asp", "aspx", "jsp", "shtml", "cgi", "cfm"].map(
    (extension) => `${stem}.${extension}`,
  ),
);
const IS_INDEX_NAME: ReadonlySet<string> = new Set(INDEX_NAMES);
const ENCODED_TILDE = /%7e/gi;

/**
 * Yields the other URLs under which servers commonly serve the same page, in this order. First the
 * other scheme; then `~` for `%7E` and the reverse; `/x` for `/x/` and the reverse; a directory for
 * its index page and the reverse. Last the combinations of these, each applied once. A query stays.
 * They are generated lazily: mostly one of the first is found.
 */
export function* aliasesOf(url: Url): Generator<Url, void, undefined> {
  const { path, query } = splitAtQuery(url);
  for (const shape of shapesOf(path)) {
    for (const spelling of tildeSpellingsOf(shape)) {
      for (const alias of [spelling + query, withOtherScheme(spelling) + query]) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canonical as `url` is: only slashes, tildes and plain names change
        if (alias !== url) yield alias as Url;
      }
    }
  }
}

/**
 * Returns a string that a URL shares with all its aliases. If a recording has no URL with the same
 * key, {@link aliasesOf} is not needed. Other URLs may share the key too.
 */
export function aliasKey(url: Url): string {
  const { path, query } = splitAtQuery(url);
  let end = path.length;
  for (;;) {
    const slash = path.lastIndexOf("/", end - 1);
    if (slash < end - 1 && !IS_INDEX_NAME.has(path.slice(slash + 1, end))) break;
    end = slash;
  }
  const key = path.slice(path.indexOf(":"), end) + query;
  return key.includes("%7") ? key.replace(ENCODED_TILDE, "~") : key;
}

function splitAtQuery(url: Url): { readonly path: string; readonly query: string } {
  const start = url.indexOf("?");
  if (start < 0) return { path: url, query: "" };
  return { path: url.slice(0, start), query: url.slice(start) };
}

/**
 * Yields `path` first, then the same with its last slash added or removed, then with index pages.
 */
function* shapesOf(path: string): Generator<string, void, undefined> {
  yield path;
  const slash = path.lastIndexOf("/");
  const directory = path.slice(0, slash + 1);
  const name = path.slice(slash + 1);
  if (IS_INDEX_NAME.has(name)) {
    yield directory;
    yield* withoutSlash(directory);
    return;
  }
  if (name === "") yield* withoutSlash(path);
  else yield `${path}/`;
  for (const index of INDEX_NAMES) yield name === "" ? path + index : `${path}/${index}`;
}

/** Returns nothing for a host's root: its URL always has the slash. */
function withoutSlash(directory: string): string[] {
  const root = directory.indexOf("/", directory.indexOf("//") + 2);
  return root === directory.length - 1 ? [] : [directory.slice(0, -1)];
}

function tildeSpellingsOf(path: string): Set<string> {
  return new Set([path, path.replace(ENCODED_TILDE, "~"), path.replaceAll("~", "%7E")]);
}

function withOtherScheme(url: string): string {
  const scheme = url.slice(0, url.indexOf("//"));
  return otherScheme(scheme) + url.slice(scheme.length);
}

/** Returns `http:` for `https:`, and the reverse. */
function otherScheme(scheme: string): string {
  return scheme === "https:" ? "http:" : "https:";
}
