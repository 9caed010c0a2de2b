/** What HTML makes of tags: their kinds, and the attributes that are read. */
import { decodeHTMLAttribute } from "entities/decode";
import type { Heading } from "./page-view.ts";
import tagNames from "./tag-names.json" with { type: "json" };

/** Has no content and no end tag. */
export const VOID = 1;
/** Begins a new block of text. */
export const BLOCK = 2;
/** Its text is never displayed: scripts, form choices, fallback content. */
export const UNSHOWN = 4;
/** End tags inside do not reach the elements outside it ("scope" in the HTML standard). */
export const SCOPE = 8;
/** Belongs in `head` and opens no body. */
export const HEAD = 16;
/** Phrasing: implied end tags skip it. */
export const INLINE = 32;
/** Neither its text nor its links are part of the page. */
export const INERT = 64;
/**
 * Emphasises its text: stressed, important, relevant, or set off as key words and terms are. This
 * excludes `u`, which annotates (a misspelling, a name), and tags that mark a kind of text (`cite`,
 * `dfn`, `var`). HTML standard, 4.5 "Text-level semantics".
 */
export const EMPHASIS = 1 << 21;
/** Its content is text up to its own end tag, unless it is in a place where it is ignored. */
export const RAW = 1 << 22;
/** Ends open drawings and formulas ("breaks out of foreign content"), as a start tag. */
export const BREAKOUT = 1 << 23;
/** An element of a drawing or formula with HTML in it ("integration point"). */
export const INTEGRATION = 1 << 24;
/** "Special" in the HTML standard: end tags of phrasing do not reach out of it. */
export const SPECIAL = 1 << 25;
/** Shows that the page has a body: a `frameset` after it is ignored. */
export const NO_FRAMESET = 1 << 26;
/** A part of a table outside tables: browsers ignore its tags. */
export const LOOSE = 1 << 29;
/** Formatting that goes on after misnested blocks ("active formatting elements"). */
export const FORMATTING = 1 << 28;
/** Preformatted: its lines are lines, and its spaces spaces. */
export const PREFORMATTED = 1 << 30;
/** An element of SVG or MathML. */
export const FOREIGN = 1 << 27;

/** Groups of elements that start tags end, or that prevent them from doing so. */
const PARAGRAPH = 1 << 7;
export const HEADING = 1 << 8;
const ANCHOR = 1 << 9;
const ITEM = 1 << 10;
const LIST = 1 << 11;
const TERM = 1 << 12;
const TERMS = 1 << 13;
export const CELL = 1 << 14;
export const ROW = 1 << 15;
export const SECTION = 1 << 16;
export const TABLE = 1 << 17;
const OPTION = 1 << 18;
const GROUP = 1 << 19;
const CHOICE = 1 << 20;

/** The namespace of an element. */
export type Space = "html" | "svg" | "math";

/** How words are marked: `b` and `strong`, `em` and `i`, code, and what was deleted. */
export type MarkKind = "strong" | "em" | "code" | "del";

/** A tag name with its properties in the HTML standard. */
export interface TagKind {
  readonly name: string;
  readonly space: Space;
  /** Sum of the constants above. */
  readonly flags: number;
  /** Level of a heading `h1`–`h6`. */
  readonly level: Heading["level"] | undefined;
  /** How it marks its words, if it does. */
  readonly mark: MarkKind | undefined;
  /** Flags of the open elements that this start tag ends. */
  readonly ends: number;
  /**
   * Flags of the elements at which the search for them stops; 0 stops at the first that is not
   * `INLINE`.
   */
  readonly barriers: number;
}

/**
 * Longest tag name kept, in UTF-16 units: standard ones have at most 14, custom ones rarely over
 * 30.
 */
const MAX_TAG_NAME = 40;

const FLAGS: readonly (readonly [flags: number, names: string])[] = [
  [VOID, tagNames.void],
  [BLOCK, tagNames.block],
  [UNSHOWN, tagNames.unshown],
  [SCOPE, tagNames.scope],
  [HEAD, tagNames.head],
  [INLINE, tagNames.inline],
  [INERT, "noembed script style template"],
  [RAW, tagNames.raw],
  [BREAKOUT, tagNames.breakout],
  [SPECIAL, tagNames.special],
  [FORMATTING, "a b big code em font i nobr s small strike strong tt u"],
  [NO_FRAMESET, tagNames["no-frameset"]],
  [EMPHASIS, "b em i mark strong"],
  [PREFORMATTED, "listing plaintext pre xmp"],
  [PARAGRAPH, "p"],
  [HEADING, "h1 h2 h3 h4 h5 h6"],
  [ANCHOR, "a"],
  [ITEM, "li"],
  [LIST, "ul ol menu dir"],
  [TERM, "dd dt"],
  [TERMS, "dl"],
  [CELL, "td th"],
  [ROW, "tr"],
  [SECTION, "caption colgroup tbody tfoot thead"],
  [TABLE, "table template"],
  [OPTION, "option"],
  [GROUP, "optgroup"],
  [CHOICE, "datalist select"],
];

/** Implied end tags; every other block ends a paragraph. */
const ENDS: readonly (readonly [names: string, ends: number, barriers: number])[] = [
  ["a", ANCHOR, 0],
  ["h1 h2 h3 h4 h5 h6", PARAGRAPH | HEADING, 0],
  ["li", ITEM, LIST | SCOPE],
  ["dd dt", TERM, TERMS | SCOPE],
  ["td th", CELL, ROW | TABLE],
  ["tr", ROW | CELL, TABLE],
  ["caption colgroup tbody tfoot thead", SECTION | ROW | CELL, TABLE],
  ["option", OPTION, GROUP | CHOICE | SCOPE],
  ["optgroup", OPTION | GROUP, CHOICE | SCOPE],
];

const MARKS: readonly (readonly [names: string, mark: MarkKind])[] = [
  ["b strong", "strong"],
  ["em i", "em"],
  ["code kbd samp tt", "code"],
  ["del s strike", "del"],
];

const LEVELS: readonly (readonly [names: string, level: Heading["level"]])[] = [
  ["h1", 1],
  ["h2", 2],
  ["h3", 3],
  ["h4", 4],
  ["h5", 5],
  ["h6", 6],
];

const KINDS: ReadonlyMap<string, TagKind> = standardKinds();

/** Longest name that a key can hold: six letters of five bits fill a small integer of V8. */
const MAX_LETTERS = 6;

const SHORT_KINDS: ReadonlyMap<number, TagKind> = byNameKey(KINDS);

/** Returns the kind of a tag; names unknown to the standard get a plain kind. */
export function tagKind(name: string): TagKind {
  const lower = name.toLowerCase();
  return KINDS.get(lower) ?? plainKind(lower.slice(0, MAX_TAG_NAME));
}

/** Returns the kind of the tag whose name is in `html` from `start` to before `end`. */
export function tagKindAt(html: string, start: number, end: number): TagKind {
  const kind = SHORT_KINDS.get(nameKey(html, start, end));
  return kind ?? tagKind(html.slice(start, end));
}

/** Elements of SVG and of MathML whose content is read as HTML ("integration points"). */
const INTEGRATION_POINTS: Readonly<Record<Exclude<Space, "html">, ReadonlySet<string>>> = {
  svg: new Set(["foreignobject", "desc", "title"]),
  math: new Set(["mi", "mo", "mn", "ms", "mtext"]),
};

const FOREIGN_KINDS = { svg: new Map<string, TagKind>(), math: new Map<string, TagKind>() };

/** Returns the kind of an element of SVG or MathML that has the name of `kind`. */
export function foreignKind(kind: TagKind, space: Exclude<Space, "html">): TagKind {
  const known = FOREIGN_KINDS[space].get(kind.name);
  if (known !== undefined) return known;
  const isScope = INTEGRATION_POINTS[space].has(kind.name) || kind.name === "annotation-xml";
  const isPoint = isScope && kind.name !== "annotation-xml";
  const flags =
    FOREIGN |
    (kind.flags & UNSHOWN) |
    (isScope ? SCOPE | SPECIAL : 0) |
    (isPoint ? INTEGRATION : 0);
  const foreign: TagKind = { ...plainKind(kind.name), space, flags };
  if (KINDS.has(kind.name) || isScope) FOREIGN_KINDS[space].set(kind.name, foreign);
  return foreign;
}

const LOOSE_KINDS = new Map<string, TagKind>();

/** Returns the kind of a part of a table outside tables, which keeps no end tag from its element. */
export function looseKind(kind: TagKind): TagKind {
  let loose = LOOSE_KINDS.get(kind.name);
  if (loose === undefined) {
    loose = { ...kind, flags: (kind.flags & ~(SCOPE | SPECIAL)) | LOOSE };
    LOOSE_KINDS.set(kind.name, loose);
  }
  return loose;
}

let shadowRoot: TagKind | undefined;

/** Returns the kind of a template that is a shadow root: browsers show its content in its element. */
export function shadowRootKind(): TagKind {
  const template = tagKind("template");
  const flags = (template.flags & ~(INERT | UNSHOWN | HEAD | TABLE)) | BLOCK;
  shadowRoot ??= { ...template, flags };
  return shadowRoot;
}

function plainKind(name: string): TagKind {
  return { name, space: "html", flags: 0, level: undefined, mark: undefined, ends: 0, barriers: 0 };
}

function standardKinds(): Map<string, TagKind> {
  const flags = new Map<string, number>();
  for (const [flag, names] of FLAGS) {
    for (const name of names.split(" ")) flags.set(name, (flags.get(name) ?? 0) | flag);
  }
  const ends = byName(ENDS.map(([names, ended, barriers]) => [names, { ends: ended, barriers }]));
  const [marks, levels] = [byName(MARKS), byName(LEVELS)];
  const kinds = new Map<string, TagKind>();
  for (const [name, sum] of flags) {
    const implied = { ends: (sum & BLOCK) === 0 ? 0 : PARAGRAPH, barriers: 0 };
    const level = levels.get(name);
    const mark = marks.get(name);
    const rest = ends.get(name) ?? implied;
    kinds.set(name, { name, space: "html", flags: sum, level, mark, ...rest });
  }
  return kinds;
}

/** Returns the values of a table by each of the names in a row. */
function byName<Value>(
  rows: readonly (readonly [names: string, value: Value])[],
): Map<string, Value> {
  return new Map(
    rows.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)),
  );
}

/**
 * Returns a number for the name in `html` from `start` to before `end`, without cutting the name
 * out. Upper and lower case give the same number. It is -1 unless the name has one to six letters
 * and nothing else.
 */
function nameKey(html: string, start: number, end: number): number {
  if (end - start > MAX_LETTERS || end <= start) return -1;
  let key = 0;
  for (let index = start; index < end; index++) {
    const letter = (html.charCodeAt(index) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) return -1;
    key = (key << 5) | letter;
  }
  return key;
}

/** Returns the entries whose names have a key, under that key. */
function byNameKey<Value>(entries: ReadonlyMap<string, Value>): Map<number, Value> {
  const keyed = new Map<number, Value>();
  for (const [name, value] of entries) keyed.set(nameKey(name, 0, name.length), value);
  keyed.delete(-1);
  return keyed;
}

/** Attributes that the page view reads, with their slots; all others are skipped. */
export const ATTRIBUTE = {
  alt: 0,
  class: 1,
  color: 2,
  colspan: 3,
  content: 4,
  encoding: 5,
  face: 6,
  hidden: 7,
  href: 8,
  "http-equiv": 9,
  id: 10,
  itemprop: 11,
  itemtype: 12,
  lang: 13,
  name: 14,
  rel: 15,
  role: 16,
  shadowrootmode: 17,
  size: 18,
  src: 19,
  start: 20,
  style: 21,
  type: 22,
  "xlink:href": 23,
  "xml:lang": 24,
} as const;

type Attribute = (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE];

const SLOTS: ReadonlyMap<string, number> = new Map(Object.entries(ATTRIBUTE));
const SHORT_SLOTS: ReadonlyMap<number, number> = byNameKey(SLOTS);
const MARKS_OF_USE = (1 << ATTRIBUTE.role) | (1 << ATTRIBUTE.itemprop) | (1 << ATTRIBUTE.itemtype);
const LONGEST_NAME = Math.max(...Array.from(SLOTS.keys(), (name) => name.length));

/** Attributes of one start tag: ranges of the page, cut out only when requested. */
export class TagAttributes {
  readonly #html: string;
  readonly #starts = new Int32Array(SLOTS.size);
  readonly #ends = new Int32Array(SLOTS.size);
  /** Bit n: the attribute of slot n is present. */
  #present = 0;
  #slot = -1;

  constructor(html: string) {
    this.#html = html;
  }

  clear(): void {
    this.#present = 0;
    this.#slot = -1;
  }

  /** Adds a name from `start` to before `end`; the first of repeated names counts. */
  addName(start: number, end: number): void {
    this.#slot = -1;
    const slot = this.#slotOf(start, end);
    if (slot === undefined || (this.#present & (1 << slot)) !== 0) return;
    this.#slot = slot;
    this.#present |= 1 << slot;
    this.#starts[slot] = 0;
    this.#ends[slot] = 0;
  }

  /** Adds the value of the last name. */
  addValue(start: number, end: number): void {
    if (this.#slot < 0) return;
    this.#starts[this.#slot] = start;
    this.#ends[this.#slot] = end;
  }

  /**
   * Returns the value with entities decoded, `""` for an attribute without a value, `undefined`
   * when there is no such attribute.
   */
  get(slot: Attribute): string | undefined {
    if (!this.has(slot)) return undefined;
    const value = this.#html.slice(this.#starts[slot], this.#ends[slot]);
    return value.includes("&") ? decodeHTMLAttribute(value) : value;
  }

  /** Whether there is a role, or a property or type of schema.org. */
  get hasMarks(): boolean {
    return (this.#present & MARKS_OF_USE) !== 0;
  }
  has(slot: Attribute): boolean {
    return (this.#present & (1 << slot)) !== 0;
  }

  #slotOf(start: number, end: number): number | undefined {
    const key = nameKey(this.#html, start, end);
    if (key >= 0) return SHORT_SLOTS.get(key);
    if (end - start > LONGEST_NAME) return undefined;
    return SLOTS.get(this.#html.slice(start, end).toLowerCase());
  }
}
