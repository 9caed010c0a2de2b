import { hostOf } from "./canonical-url.ts";
import { hostName, registrableDomain } from "./host-rule.ts";
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

/** Returns the scheme and host of a URL: `https://www.site.example`. */
export function originOf(url: Url): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
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
    const known = this.#comparisons.get(pairKey(a, b));
    if (known === undefined || known.different > 0) return false;
    return known.shared.size >= LEAST_SHARED_BODIES;
  }
}

/** A URL and the digest of the body that it served, as `sha1:…`. */
type Served = readonly [url: Url, digest: string];

function otherScheme(scheme: string): string {
  return scheme === "https:" ? "http:" : "https:";
}

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
