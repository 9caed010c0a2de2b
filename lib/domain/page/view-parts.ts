import { detach } from "../text/safe-text.ts";
import type { Block } from "./container-hints.ts";
import type { RepeatedBlocks } from "./host-repeats.ts";
import { mainText } from "./main-text.ts";
import type { PageContent } from "./page-content.ts";
import { pageRows } from "./page-rows.ts";
import type { PageView, TextView } from "./page-view.ts";
import type { OfPage } from "./part-reader.ts";

/** The parts of a view that are made when they are first read. */
type LaterParts = Pick<
  PageView,
  "mainText" | "emphasis" | "rows" | "xpathBag" | "classPathBag" | "classNames" | "ids"
>;

/** The parts of a view that are there from the beginning. */
type ReadParts = Omit<PageView, keyof LaterParts>;

/** What the later parts of a view are made of, and those that were made. */
interface PartSources {
  readonly content: PageContent;
  /** The displayed text of the content. */
  readonly text: string;
  readonly of: OfPage;
  /** What the main text leaves out, as the host repeats it. */
  readonly repeats?: RepeatedBlocks;
  main?: { readonly blocks: readonly Block[]; readonly text: string };
  bags?: Pick<PageView, "xpathBag" | "classPathBag">;
  emphasis?: PageView["emphasis"];
  rows?: PageView["rows"];
  classNames?: PageView["classNames"];
  ids?: PageView["ids"];
}

/** The sources of views whose later parts are not made yet. */
const SOURCES = new WeakMap<PageView, PartSources>();

/**
 * Returns a view whose later parts are made of `from`, each once, when they are first read. A copy with
 * `{ ...view }` makes them all; {@link settledView} says so.
 */
export function laterView(read: ReadParts, from: PartSources): PageView {
  const { content, text, of } = from;
  const view: PageView = {
    url: read.url,
    title: read.title,
    headings: read.headings,
    get mainText() {
      return mainOf(from).text;
    },
    get emphasis() {
      from.emphasis ??= content.emphasis.within(mainOf(from).blocks, text);
      return from.emphasis;
    },
    text: read.text,
    linkLengths: read.linkLengths,
    anchors: read.anchors,
    get rows() {
      from.rows ??= pageRows(content, text, of);
      return from.rows;
    },
    get xpathBag() {
      return bagsOf(from).xpathBag;
    },
    get classPathBag() {
      return bagsOf(from).classPathBag;
    },
    get classNames() {
      from.classNames ??= [...content.classes.names];
      return from.classNames;
    },
    get ids() {
      from.ids ??= [...content.ids];
      return from.ids;
    },
    language: read.language,
    languageBy: read.languageBy,
    canonicalUrl: read.canonicalUrl,
    signals: read.signals,
    baseHref: read.baseHref,
    unusableLinks: read.unusableLinks,
    truncated: read.truncated,
  };
  SOURCES.set(view, from);
  return view;
}

function mainOf(from: PartSources): NonNullable<PartSources["main"]> {
  from.main ??= mainText(from.content, from.text, from.repeats);
  return from.main;
}

function bagsOf(from: PartSources): NonNullable<PartSources["bags"]> {
  if (from.bags === undefined) {
    const [xpathBag, classPathBag] = [new Map<string, number>(), new Map<string, number>()];
    from.content.root.countLeaves(xpathBag, classPathBag);
    from.bags = { xpathBag, classPathBag };
  }
  return from.bags;
}

/**
 * Returns a page's view whose main text leaves out what the host repeats; one whose parts are all made stays as it
 * is.
 */
export function withoutRepeated(view: PageView, repeats: RepeatedBlocks): PageView {
  const from = SOURCES.get(view);
  if (from === undefined || repeats.size === 0) return view;
  const { content, text, of } = from;
  return laterView(view, { content, text, of, repeats });
}

/** Returns a page's view with other anchors or another language; its later parts are still made when they are read. */
export function changedView(
  view: PageView,
  parts: Partial<Pick<ReadParts, "anchors" | "language" | "languageBy">>,
): PageView {
  const from = SOURCES.get(view);
  if (from === undefined) return { ...view, ...parts };
  const { url, title, headings, text, linkLengths, anchors, language, languageBy } = view;
  const { unusableLinks, truncated, canonicalUrl, signals, baseHref } = view;
  const head = { url, title, headings, language, languageBy, canonicalUrl, signals, baseHref };
  const read = { ...head, text, linkLengths, anchors, unusableLinks, truncated, ...parts };
  return laterView(read, from);
}

/**
 * Returns a view with all its parts made: for views that are kept, since the parts still to be made
 * hold the whole page in memory.
 */
export function settledView(view: PageView): PageView {
  return { ...view };
}

/** Returns the texts of a view in memory of their own, without all else that it holds. */
export function textViewOf({
  url,
  title,
  headings,
  mainText: main,
  text,
  anchors,
  language,
  signals,
}: PageView): TextView {
  const named = anchors.map((each) => ({ text: detach(each.text) }));
  return { url, title, headings, mainText: main, text, anchors: named, language, signals };
}
