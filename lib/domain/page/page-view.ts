import type { Url } from "../url/url.ts";

/** A heading `h1`–`h6` with its displayed text, white space folded. */
export interface Heading {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
}

/** A link as it stands on a page. */
export interface Anchor {
  readonly url: Url;
  /** Displayed text of the link (an image's `alt` counts), white space folded. */
  readonly text: string;
  /** About ten words that stand before the link, and after it. */
  readonly before: string;
  readonly after: string;
  /** Tag names from the root to the anchor: `/html/body/div/ul/li/a`. */
  readonly xpath: string;
  /** XPath with the class attribute of its leaf: `/html/body/div/a.topictitle` (SOUrCe's Apath). */
  readonly apath: string;
  /** Lower-case tokens of the `rel` attribute. */
  readonly rel: readonly string[];
}

/** What the page asks of robots, from `<meta name="robots">` and `<meta name="dowser">`. */
export interface MetaRobots {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/**
 * A limit that the page met. Size and time end the view there (`bytes`, `seconds`), so do paths of
 * hostile length (`paths`); later links are left out (`links`); deeper elements are taken as siblings
 * (`depth`).
 */
export type Truncation = "bytes" | "seconds" | "paths" | "links" | "depth";

/** Everything a strategy may see of a page, made in one pass over the HTML. */
export interface PageView {
  /** The URL the page was fetched from. */
  readonly url: Url;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** Main text without boilerplate, one block a line. */
  readonly mainText: string;
  /**
   * What the main text emphasises (`b`, `em`, `i`, `mark`, `strong`; the outermost counts), white space
   * folded, in document order. Headings are left out, and what is too long to single anything out.
   */
  readonly emphasis: readonly string[];
  /** All displayed text, one block a line. */
  readonly text: string;
  /** Usable links in document order; several may lead to one URL. */
  readonly anchors: readonly Anchor[];
  /** XPath of each displayed leaf (`a`, text, `img`) with its number of occurrences. */
  readonly xpathBag: ReadonlyMap<string, number>;
  /** Distinct class names, and ids, in order of first occurrence. */
  readonly classNames: readonly string[];
  readonly ids: readonly string[];
  /** Language as the page declares it, lower case (`en`, `pt-br`). */
  readonly language: string | undefined;
  readonly canonicalUrl: Url | undefined;
  readonly metaRobots: MetaRobots;
  readonly baseHref: string | undefined;
  /** Links that are none (`mailto:`, `javascript:`, malformed …): reason → number. */
  readonly unusableLinks: ReadonlyMap<string, number>;
  readonly truncated: Truncation | undefined;
}
