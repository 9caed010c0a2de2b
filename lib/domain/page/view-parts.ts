import type { Block } from "./container-hints.ts";
import { mainText } from "./main-text.ts";
import type { PageContent } from "./page-content.ts";
import { pageRows } from "./page-rows.ts";
import type { Anchor, LanguageBy, PageView } from "./page-view.ts";
import type { OfPage } from "./part-reader.ts";

/** The parts of a view that are made when they are first read. */
type LaterParts = Pick<
  PageView,
  "mainText" | "emphasis" | "rows" | "xpathBag" | "classPathBag" | "classNames" | "ids"
>;

/** The parts of a view that are there from the beginning. */
type ReadParts = Omit<PageView, keyof LaterParts>;

/** Makes the later parts of a view from the page's content, each once. */
export class ViewParts implements LaterParts {
  readonly #content: PageContent;
  readonly #text: string;
  readonly #of: OfPage;
  #main: { readonly blocks: readonly Block[]; readonly text: string } | undefined;
  #emphasis: PageView["emphasis"] | undefined;
  #rows: PageView["rows"] | undefined;
  #bags: Pick<PageView, "xpathBag" | "classPathBag"> | undefined;
  #classNames: PageView["classNames"] | undefined;
  #ids: PageView["ids"] | undefined;

  /** `text` is the displayed text of `content`. */
  constructor(content: PageContent, text: string, of: OfPage) {
    this.#content = content;
    this.#text = text;
    this.#of = of;
  }

  get mainText(): PageView["mainText"] {
    return this.#readMain().text;
  }

  get emphasis(): PageView["emphasis"] {
    this.#emphasis ??= this.#content.emphasis.within(this.#readMain().blocks, this.#text);
    return this.#emphasis;
  }

  get rows(): PageView["rows"] {
    this.#rows ??= pageRows(this.#content, this.#text, this.#of);
    return this.#rows;
  }

  get xpathBag(): PageView["xpathBag"] {
    return this.#countLeaves().xpathBag;
  }

  get classPathBag(): PageView["classPathBag"] {
    return this.#countLeaves().classPathBag;
  }

  get classNames(): PageView["classNames"] {
    this.#classNames ??= this.#content.classes.distinct();
    return this.#classNames;
  }

  get ids(): PageView["ids"] {
    this.#ids ??= [...this.#content.ids];
    return this.#ids;
  }

  #readMain(): { readonly blocks: readonly Block[]; readonly text: string } {
    this.#main ??= mainText(this.#content, this.#text);
    return this.#main;
  }

  #countLeaves(): Pick<PageView, "xpathBag" | "classPathBag"> {
    if (this.#bags === undefined) {
      const xpathBag = new Map<string, number>();
      const classPathBag = new Map<string, number>();
      this.#content.root.countLeaves(xpathBag, classPathBag);
      this.#bags = { xpathBag, classPathBag };
    }
    return this.#bags;
  }
}

/**
 * Returns a view whose later parts are those of `parts`, read when they are read. A copy with
 * `{ ...view }` makes them all; {@link settledView} says so.
 */
export function laterView(read: ReadParts, parts: LaterParts): PageView {
  return {
    url: read.url,
    title: read.title,
    headings: read.headings,
    get mainText() {
      return parts.mainText;
    },
    get emphasis() {
      return parts.emphasis;
    },
    text: read.text,
    linkLengths: read.linkLengths,
    anchors: read.anchors,
    get rows() {
      return parts.rows;
    },
    get xpathBag() {
      return parts.xpathBag;
    },
    get classPathBag() {
      return parts.classPathBag;
    },
    get classNames() {
      return parts.classNames;
    },
    get ids() {
      return parts.ids;
    },
    language: read.language,
    languageBy: read.languageBy,
    canonicalUrl: read.canonicalUrl,
    signals: read.signals,
    baseHref: read.baseHref,
    unusableLinks: read.unusableLinks,
    truncated: read.truncated,
  };
}

/** Returns a page's view with other anchors; its later parts are still made when they are read. */
export function withAnchors(view: PageView, anchors: readonly Anchor[]): PageView {
  return laterView({ ...readParts(view), anchors }, view);
}

/** Returns a page's view with another language; its later parts are still made when they are read. */
export function withLanguage(view: PageView, language: string, languageBy: LanguageBy): PageView {
  return laterView({ ...readParts(view), language, languageBy }, view);
}

function readParts(view: PageView): ReadParts {
  const { url, title, headings, text, linkLengths, anchors, language, languageBy } = view;
  const { unusableLinks, truncated, canonicalUrl, signals, baseHref } = view;
  const head = { url, title, headings, language, languageBy, canonicalUrl, signals, baseHref };
  return { ...head, text, linkLengths, anchors, unusableLinks, truncated };
}

/**
 * Returns a view with all its parts made: for views that are kept, since the parts still to be made
 * hold the whole page in memory.
 */
export function settledView(view: PageView): PageView {
  return { ...view };
}
