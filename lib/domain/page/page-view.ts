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
  /** XPath with the classes of every element, digits as `0`: `/html/body.page/div.post/a.user`. */
  readonly classPath: string;
  /** Lower-case tokens of the `rel` attribute. */
  readonly rel: readonly string[];
}

/** One of several parts of a page that stand in a row: a comment, a teaser, an item of a list. */
export interface PagePart {
  /** Place in {@link PageView.text}, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Of these units, how many are link text. */
  readonly linkLength: number;
  /** Does a link in it name it by its own id (`#comment-7`)? */
  readonly hasPermalink: boolean;
  readonly hasHeading: boolean;
  /** Does its heading lead to another page of the host, or a link to a place (`#…`) on another page? */
  readonly leadsAway: boolean;
}

/**
 * Parts of a page that are alike: elements whose ids differ in their number (`numbered`), or the children
 * of one element that share tag and class. Parts of a numbered row reach to the next one.
 */
export interface PageRow {
  /** What they have in common: `comment-#`, `li.comment`. */
  readonly name: string;
  readonly numbered: boolean;
  /** Do the elements around it call themselves comments? */
  readonly inComments: boolean;
  /** The heading that it stands under, in the words of the page; `""` without one. */
  readonly heading: string;
  readonly parts: readonly PagePart[];
}

/** What a page asks of robots, by its `meta` elements and by `X-Robots-Tag` headers of its response. */
export interface MetaRobots {
  /** The page is to be kept out of indexes. */
  readonly noindex: boolean;
  /** No link of the page is to be followed. */
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
  /** Of each line of it, how many UTF-16 units are link text. */
  readonly linkLengths: readonly number[];
  /** Usable links in document order; several may lead to one URL. */
  readonly anchors: readonly Anchor[];
  /** Rows of parts that hold text, numbered ones first, then in order of their first part. */
  readonly rows: readonly PageRow[];
  /** XPath of each displayed leaf (`a`, text, `img`) with its number of occurrences. */
  readonly xpathBag: ReadonlyMap<string, number>;
  /** The same leaves by their class path, see {@link Anchor.classPath}. */
  readonly classPathBag: ReadonlyMap<string, number>;
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
