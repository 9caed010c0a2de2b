import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";

/** A canonical URL; throws for what is none. */
export function aUrl(text: string): Url {
  const canonical = canonicalUrl(text);
  if (!canonical.ok) throw new Error(`not a URL: ${text}`);
  return canonical.url;
}

/** The view of a page at `http://site.example/dir/page`, without limits. */
export function viewOf(
  html: string,
  isXml = false,
  headers: readonly (readonly [name: string, value: string])[] = [],
): PageView {
  return parsePage(
    { url: aUrl("http://site.example/dir/page"), html, isXml, headers },
    { maxLength: Number.POSITIVE_INFINITY, overTime: () => false },
  );
}

/** Prose of `words` words that no rule can tell from a real paragraph. */
export function prose(words: number, word = "water"): string {
  return `${Array.from({ length: words }, (_, index) => `${word}${index}`).join(" ")}.`;
}
