import type { Signals } from "../web/signals/signals.ts";
import type { Url } from "../web/url/url.ts";

/** A heading `h1`–`h6` with its displayed text, white space folded. */
export interface Heading {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
}

/** A link on a page. */
export interface Anchor {
  readonly url: Url;
  /** Displayed text of the link (an image's `alt` counts), white space folded. */
  readonly text: string;
  /** About ten words before the link, and after it. */
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

/** One of several parts of a page in a row: a comment, a teaser, an item of a list. */
export interface PagePart {
  /** Position in {@link PageView.text}, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Number of these units that are link text. */
  readonly linkLength: number;
  /** Whether one of its links refers to it by its own id (`#comment-7`). */
  readonly hasPermalink: boolean;
  readonly hasHeading: boolean;
  /** Whether its heading has a date, as those of versions and days have. */
  readonly hasDatedHeading: boolean;
  /**
   * Whether its heading leads to another page of the host, or one of its links leads to a place
   * without a number (`#comments`) on another page.
   */
  readonly linksElsewhere: boolean;
  /** Where one of its links leads to a numbered place of the host (`#msg7`), if one does. */
  readonly mark: "here" | "elsewhere" | undefined;
  /** Name of the place here that it marks (`comment-7`); `""` without a mark, or a name. */
  readonly markName: string;
  /** Whether a line with a date has a link with a short text, as to the author. */
  readonly hasAuthor: boolean;
  /** The longest text of its links to other pages. */
  readonly title: string;
  /** Whether a link before its row leads to it, as to a footnote. */
  readonly isCited: boolean;
}

/**
 * Similar parts of a page: elements whose ids differ in their number (`numbered`), or the children
 * of one element that share tag and class, or texts that dated lines of one kind separate
 * (`bylines`). Parts of a numbered row extend to the next one.
 */
export interface PageRow {
  /** Their common name: `comment-#`, `li.comment`. */
  readonly name: string;
  readonly numbered: boolean;
  /** Whether its parts are separated by dated lines alone. */
  readonly bylines: boolean;
  /** Whether the names of the elements around it say that they hold comments. */
  readonly inComments: boolean;
  /** The heading above it, in the words of the page; `""` without one. */
  readonly heading: string;
  readonly parts: readonly PagePart[];
}

/**
 * A limit that the page reached. Size and time end the view there (`bytes`, `seconds`), and so do
 * paths of hostile length (`paths`). Later links are left out (`links`). Deeper elements become
 * siblings (`depth`).
 */
export type Truncation = "bytes" | "seconds" | "paths" | "links" | "depth";

/**
 * How the language of a page is known: the page declares it; its text shows it, and the page
 * declares none; or its text shows another one than the page declares.
 */
export type LanguageBy = "declared" | "detected" | "corrected";

/** All data of a page that a strategy may use, made in one pass over the HTML. */
export interface PageView {
  /** The URL the page was fetched from. */
  readonly url: Url;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** Main text without boilerplate, one block per line. */
  readonly mainText: string;
  /**
   * The texts that the main text emphasises (`b`, `em`, `i`, `mark`, `strong`; the outermost
   * counts), white space folded, in document order. Headings are left out, and so is text too long
   * to be emphasis.
   */
  readonly emphasis: readonly string[];
  /** All displayed text, one block per line. */
  readonly text: string;
  /** Number of UTF-16 units of link text in each line of it. */
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
  /** Language of the page, lower case (`en`, `pt-br`). */
  readonly language: string | undefined;
  /** How it is known; `undefined` when it is not. */
  readonly languageBy: LanguageBy | undefined;
  readonly canonicalUrl: Url | undefined;
  /** What the page says may be done with it, in its `meta` elements and the headers of its response. */
  readonly signals: Signals;
  readonly baseHref: string | undefined;
  /** Links that are not usable (`mailto:`, `javascript:`, malformed …): reason → number. */
  readonly unusableLinks: ReadonlyMap<string, number>;
  readonly truncated: Truncation | undefined;
}

/** What a judge of words reads of a page: small enough to be kept of many pages, and a view has it all. */
export interface TextView
  extends Pick<
    PageView,
    "url" | "title" | "headings" | "mainText" | "text" | "language" | "signals"
  > {
  /** Links by their texts; their addresses are in a whole view alone. */
  readonly anchors: readonly (Pick<Anchor, "text"> & Partial<Pick<Anchor, "url">>)[];
}
