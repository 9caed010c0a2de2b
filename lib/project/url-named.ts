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
