import assert from "node:assert/strict";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** Returns a canonical URL from its text; fails the test if the text is not one. */
export function aUrl(text: string): Url {
  const result = canonicalUrl(text);
  assert.ok(result.ok, `no URL: ${text}`);
  return result.url;
}
