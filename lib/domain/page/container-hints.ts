/** Blocks and the elements that hold them: what their names hint at, and where the content of a page may be by that. */

import { indexAfter } from "../stats/sorted.ts";
import { detach, rememberParts } from "../text/safe-text.ts";
import hintWords from "./hint-words.json" with { type: "json" };
import { HEADING, type TagKind } from "./tag-kinds.ts";

/** Around the content: navigation, teasers, advertisements, sharing, forms. */
export const ASIDE = 1;
/** Readers' comments. */
export const COMMENTS = 2;
/** Around the content by its tag or role, which say more than a name. */
export const BESIDE = 8;
/** Lies over the page or warns of something: cookies, consent, alerts. It is never content. */
export const NOTE = 16;
/** The element that the page itself calls its content: `main`. */
export const MAIN = 32;

const ASIDE_TAGS: ReadonlySet<string> = new Set(["nav", "aside", "footer", "menu", "search"]);

const ASIDE_ROLES: ReadonlySet<string> = new Set([
  "banner",
  "complementary",
  "contentinfo",
  "menu",
  "menubar",
  "navigation",
  "search",
]);

/** Tags and roles of notes. */
const NOTE_ROLES: ReadonlySet<string> = new Set(["alert", "alertdialog", "dialog"]);

/** Words for what is not content, as page authors use them in classes and ids. */
const ASIDE_WORDS = anyWord(hintWords.aside);

const NOTE_WORDS = anyWord(hintWords.note);

const COMMENT_WORDS = anyWord(hintWords.comment);

const CONTENT_WORDS = anyWord(hintWords.content);

/** The content itself: overrides the others. */
const CONTENT = 4;

/** The names of an element that may say what it holds. */
export interface NamingMarks {
  /** The result of {@link wordHints} for the class. */
  readonly classHints: number;
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly property: string | undefined;
  readonly type: string | undefined;
}

/** The marks of an element that has no names. */
export const NO_MARKS: NamingMarks = marksOfClass("");

function marksOfClass(names: string): NamingMarks {
  const classHints = names === "" ? 0 : wordHints(names);
  return { classHints, id: undefined, role: undefined, property: undefined, type: undefined };
}

/**
 * Returns what tag, class, id, role and type of an element say about its content: the sum of
 * the constants above, as far as they apply.
 */
export function ownHints(
  kind: TagKind,
  { classHints, id, role, property, type }: NamingMarks,
): number {
  if (kind.name === "body" || kind.name === "html") return 0;
  if (kind.name === "main" || role === "main") return MAIN;
  let hints = classHints;
  // The id of a heading is its own text, for links to it.
  if (id !== undefined && (kind.flags & HEADING) === 0) hints |= wordHints(id);
  if (ASIDE_TAGS.has(kind.name)) hints |= ASIDE | BESIDE;
  // Authors give an article such a role where it is one of several.
  if (role !== undefined && ASIDE_ROLES.has(role) && kind.name !== "article")
    hints |= ASIDE | BESIDE;
  if (kind.name === "dialog" || (role !== undefined && NOTE_ROLES.has(role)))
    hints |= ASIDE | BESIDE | NOTE;
  if (property === "articleBody") hints |= CONTENT;
  if (property === "comment" || (type !== undefined && COMMENT_TYPE.test(type))) hints |= COMMENTS;
  return (hints & CONTENT) === 0 ? hints : 0;
}

/** The types that schema.org has for what readers write. */
const COMMENT_TYPE = /\/(?:Comment|Answer|UserComments)$/;

/** Returns the hints in a class attribute or an id. */
export function wordHints(words: string): number {
  const text = words.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  return (
    (ASIDE_WORDS.test(text) ? ASIDE : 0) |
    (NOTE_WORDS.test(text) ? ASIDE | NOTE : 0) |
    (COMMENT_WORDS.test(text) ? COMMENTS : 0) |
    (CONTENT_WORDS.test(text) ? CONTENT : 0)
  );
}

/**
 * Compiles a matcher of any of the words, given as patterns, where white space, `-` or `_` separate
 * it from others. `no-sidebar` and `has-footer` are not named after them.
 */
function anyWord(lines: readonly string[]): RegExp {
  const words = lines.join(" ").replaceAll(" ", "|");
  const about = "(?<!(?:^|[\\s_-])(?:no|has|with|without)(?:[_-][a-z]{1,20}){0,2})";
  return new RegExp(`(?:^|\\s|${about}[_-])(?:${words})(?=$|[\\s_-])`);
}

/** A declaration of an inline style that may remove an element from the screen; the last one of a name counts. */
const DECLARATION = /(?:^|;)\s*(display|visibility)\s*:\s*([a-z]+)(\s*!\s*important)?/g;
const HIDING = /none|hidden/i;
const CSS_COMMENT = /\/\*[^]*?(?:\*\/|$)/g;

/**
 * Returns whether an element is not shown, by its `hidden` attribute and its style. Pages hide `html` or `body` until a
 * script has run, and browsers show what is `hidden="until-found"` to who searches for it: both are content.
 */
export function isHidden(name: string, hidden?: string, style?: string): boolean {
  if (name === "html" || name === "body") return false;
  if (hidden !== undefined && hidden.trim().toLowerCase() !== "until-found") return true;
  // Most styles say nothing of it, and are read no further.
  if (style === undefined || !HIDING.test(style)) return false;
  const values = new Map<string, string>();
  const important = new Set<string>();
  const declared = style.toLowerCase().replace(CSS_COMMENT, "").matchAll(DECLARATION);
  for (const [, property = "", value = "", mark] of declared) {
    if (mark !== undefined) important.add(property);
    else if (important.has(property)) continue;
    values.set(property, value);
  }
  return values.get("display") === "none" || values.get("visibility") === "hidden";
}

/** A class attribute, parsed once however often it occurs. */
export interface ClassList {
  readonly names: readonly string[];
  /** Names joined by dots, for an Apath. */
  readonly dotted: string;
  /** The same with a dot in front and `0` for numbers, for a class path; `""` without names. */
  readonly masked: string;
  /** The first name without digits. */
  readonly shape: string;
  /** The marks of an element that has no other names. */
  readonly marks: NamingMarks;
  /** Number of the page that recorded its names last. */
  page: number;
}

const NONE: ClassList = { names: [], dotted: "", masked: "", shape: "", marks: NO_MARKS, page: 0 };
const DIGITS = /\d+/g;
const WHITE_SPACE = /\s+/;

/**
 * Longest value that is remembered, in UTF-16 units, and number of them: the pages of a site share
 * their classes, and a site has some hundreds. At most some 5 MB.
 */
const LONGEST_REMEMBERED = 200;
const MOST_REMEMBERED = 4_000;

const listOf = rememberParts(parseClasses, {
  most: MOST_REMEMBERED,
  longest: LONGEST_REMEMBERED,
});

let pages = 0;

/** The distinct classes of a page. */
export class ClassNames {
  /** In order of first occurrence. */
  readonly names = new Set<string>();
  readonly #page = ++pages;

  /** Returns the list for an attribute value, and records its names. */
  read(value: string | undefined): ClassList {
    if (value === undefined) return NONE;
    const list = listOf(value);
    if (list.page === this.#page) return list;
    list.page = this.#page;
    for (const name of list.names) this.names.add(name);
    return list;
  }
}

function parseClasses(value: string): ClassList {
  const names = value.trim().split(WHITE_SPACE).map(detach);
  const [first = ""] = names;
  if (first === "") return NONE;
  const shape = first.replace(DIGITS, "");
  const dotted = names.join(".");
  const masked = `.${dotted.replace(DIGITS, "0")}`;
  return { names, dotted, masked, shape, marks: marksOfClass(value), page: 0 };
}

/**
 * A block-level element with the data that the classifier needs: numbers and a parent, no children.
 */
export interface Container {
  readonly kind: TagKind;
  readonly parent: Container | undefined;
  /** Hints in the names of this element and those around it, see {@link "./container-hints.ts"}. */
  readonly hints: number;
  /** Hints in the names of this element alone. */
  readonly ownHints: number;
  /** Number of buttons inside. */
  readonly buttons: number;
  /** Its first class without digits, so that `row1` and `row2` are equal; `""` without a class. */
  readonly shape: string;
  /** Blocks inside: from `firstBlock` to before `endBlock`. */
  readonly firstBlock: number;
  endBlock: number;
}

/** A run of displayed text without a block boundary in it. */
export interface Block {
  /** Position in the page's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Number of these units that are link text. */
  readonly linkLength: number;
  readonly container: Container;
  /** Empty lines before it in preformatted text. */
  readonly emptyLines: number;
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "dl", "table", "pre"]);

/** Returns the outermost list, table or preformatted text around an element, or itself, with blocks from one to before another only. */
export function listAround(
  container: Container | undefined,
  from: number,
  to: number,
): Container | undefined {
  let list: Container | undefined;
  for (let at = container; at !== undefined; at = at.parent)
    if (LISTS.has(at.kind.name) && at.firstBlock >= from && at.endBlock <= to) list = at;
  return list;
}

// Where the content of a page may be, by its elements: `main`, articles, first headings, and what stands beside them.

/** How surely something is not content: not at all, by its place, by its name, by its tag or role, or as a note. */
export const RANK = { content: 0, placed: 1, named: 2, beside: 3, note: 4 } as const;

/** Where an element is. */
export interface Place {
  /** One of {@link RANK}; that of an element around it, if that is higher. */
  readonly rank: number;
  /** Number of elements around it, and itself, that are named as beside the content. */
  readonly names: number;
  readonly isComment: boolean;
  /** The outermost `main` and `article` around it, or itself. */
  readonly main: Container | undefined;
  readonly article: Container | undefined;
}

/** Where the page itself is. */
const PAGE: Place = {
  rank: RANK.content,
  names: 0,
  isComment: false,
  main: undefined,
  article: undefined,
};

/** Most text of a part with buttons, and for each of them, in UTF-16 units: a cookie note has two in some 300. */
const MOST_NOTE = 900;
const NOTE_PER_BUTTON = 300;

/** A first-level heading with a greater share of link text, outside the content, names the site. */
const MOST_LINKED = 0.5;

/** The places of a page's elements. */
export class ContentPlaces {
  /** The blocks that are first-level headings of the content, in document order. */
  readonly titles: readonly number[];
  readonly #blocks: readonly Block[];
  readonly #places = new Map<Container, Place>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    const titles: number[] = [];
    blocks.forEach((block, at) => {
      if (isTitle(block)) titles.push(at);
    });
    this.titles = titles;
  }

  /** Returns the places of the elements that hold the blocks. */
  ofBlocks(): Place[] {
    let last: Container | undefined;
    let place: Place = PAGE;
    return this.#blocks.map(({ container }) => {
      // Most elements with text hold no other: only those around them are remembered.
      if (container !== last) place = this.#placeIn(container, this.#around(container));
      last = container;
      return place;
    });
  }

  #around({ parent }: Container): Place | undefined {
    if (parent === undefined) return undefined;
    let place = this.#places.get(parent);
    if (place === undefined) {
      place = this.#placeIn(parent, this.#around(parent));
      this.#places.set(parent, place);
    }
    return place;
  }

  /** Returns whether an element holds a first-level heading of the content. */
  holdsTitle({ firstBlock, endBlock }: Container): boolean {
    const next = this.titles[indexAfter(this.titles, firstBlock - 1)] ?? endBlock;
    return next < endBlock;
  }

  #placeIn(container: Container, around: Place | undefined): Place {
    const isMain = (container.ownHints & MAIN) !== 0;
    const isArticle = container.kind.name === "article";
    const isComment = (container.ownHints & COMMENTS) !== 0;
    const rank = isMain ? RANK.content : this.#rankOf(container, around);
    // Most elements change nothing.
    if (around !== undefined && rank === RANK.content && !isMain && !isArticle && !isComment)
      return around;
    return {
      // What a page calls its main content is that, whatever it calls the elements around it.
      rank: isMain ? rank : Math.max(rank, around?.rank ?? RANK.content),
      names: (around?.names ?? 0) + (rank === RANK.named ? 1 : 0),
      isComment: around?.isComment === true || isComment,
      main: around?.main ?? (isMain ? container : undefined),
      article: around?.article ?? (isArticle ? container : undefined),
    };
  }

  #rankOf(container: Container, around: Place | undefined): number {
    const hints = container.ownHints;
    if (hints === 0 && !mayStandBeside(container)) return RANK.content;
    if ((hints & BESIDE) !== 0) return (hints & NOTE) === 0 ? RANK.beside : RANK.note;
    // A name says less than the heading that an element holds.
    if (this.holdsTitle(container)) return RANK.content;
    if ((hints & NOTE) !== 0) return RANK.note;
    if ((hints & ASIDE) !== 0) return RANK.named;
    const isInContent = around?.main !== undefined || around?.article !== undefined;
    const isBeside = !isInContent && this.#isPlacedBeside(container);
    return isBeside ? RANK.placed : RANK.content;
  }

  /**
   * Returns whether an element stands beside the content by its place: the header of the page, or a
   * form or a part with a button for every few lines beside the part that has the heading.
   */
  #isPlacedBeside(container: Container): boolean {
    const { kind, parent, buttons, firstBlock, endBlock } = container;
    if (kind.name === "header") return true;
    if (parent === undefined || !this.holdsTitle(parent)) return false;
    if (kind.name === "form") return true;
    const start = this.#blocks[firstBlock]?.start ?? 0;
    const end = this.#blocks[endBlock - 1]?.end ?? start;
    return end - start <= Math.min(MOST_NOTE, buttons * NOTE_PER_BUTTON);
  }
}

/** Returns whether an element may be beside the content by its place. */
function mayStandBeside({ kind, buttons }: Container): boolean {
  return buttons > 0 || kind.name === "header" || kind.name === "form";
}

function isTitle({ container, start, end, linkLength }: Block): boolean {
  if (container.kind.name !== "h1" && container.parent?.kind.name !== "h1") return false;
  return linkLength <= MOST_LINKED * (end - start) || isIn(container, "article");
}

function isIn(container: Container, name: string): boolean {
  for (let at: Container | undefined = container; at !== undefined; at = at.parent) {
    if (at.kind.name === name) return true;
  }
  return false;
}
