import { type CanonicalOptions, canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";

/**
 * Returns the canonical form of a URL that a user gives.
 * @throws DowserError `bad-url`
 */
export function urlNamed(text: string, canonical: CanonicalOptions): Url {
  const parsed = canonicalUrl(text, undefined, canonical);
  if (parsed.ok) return parsed.url;
  throw fail("bad-url", { text, reason: parsed.reason });
}

/**
 * Returns the rules that a text names: a URL as `spell` spells it, a pattern as it is, or a host, which covers its
 * subdomains.
 * @throws DowserError `bad-url`
 */
export function urlRules(
  text: string,
  spell: (url: string) => readonly string[],
): readonly string[] {
  if (text.startsWith("/") || text.includes("*")) return [text];
  if (text.includes("://")) return spell(text);
  const host = canonicalUrl(`http://${text}/`);
  if (host.ok) return [host.host];
  throw fail("bad-url/forget", { text });
}
