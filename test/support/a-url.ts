import assert from "node:assert/strict";
import { canonicalUrl } from "../../lib/domain/url/canonical-url.ts";
import type { Url } from "../../lib/domain/url/url.ts";

/** A canonical URL from its text; fails the test if it is none. */
export function aUrl(text: string): Url {
  const result = canonicalUrl(text);
  assert.ok(result.ok, `no URL: ${text}`);
  return result.url;
}
