import { type Element, isTag } from "domhandler";
import { cutDates, holdsDate } from "../../text/find-date.ts";
import { withoutDate } from "../../text/read-date.ts";
import { offersReply } from "../comments/comment-words.ts";
import { isAround, type Leaf, type PageLeaves, parentOf, placeOf } from "./page-leaves.ts";
import type { DatedLine } from "./post-dates.ts";
import { isNoName } from "./post-words.ts";

/** Longest name, in UTF-16 units: that of a page which links to this one is its title. */
const MOST_NAME = 120;

/** Most texts of a post that are read for a name: names are at its beginning or beside its date. */
const MOST_READ = 60;

/** Elements around a name that hold nothing else, as far as they are looked at. */
const MOST_AROUND = 3;

/** Share of the posts that have a name at the same place. */
const LEAST_SHARE = 0.5;

/** Evidence that a place has the names of the authors. Set by hand in this order, not fitted. */
const WORTH = {
  /** A standard says so: microdata, a microformat, or the relation of a link. */
  marked: 4,
  /** The text and where it leads vary together, as the links to members do. */
  profile: 2,
  /** In the line of the date. */
  inByline: 1.75,
  /** In the line before it, and in the line after it. */
  beforeByline: 1,
  afterByline: 0.5,
  /** In what seems to be the text of the post. */
  inBody: -2,
  /** The first text of the post. */
  first: 1.75,
  /** Varies from post to post. */
  varies: 1,
  /** An element of its own says that it is stressed, a heading or a citation. */
  stressed: 0.5,
} as const;

/** Least evidence. */
const LEAST_WORTH = 2.25;

const LETTER = /\p{L}/u;

/** In the place of a picture of the author. */
const INITIAL = /^\p{Script=Latin}$/u;
const CLOCK = /\d[:.h]\d\d/;
const SENTENCE = /[.!?。！？…]$/u;
const STRESSED = /^(?:b|strong|cite|em|i|h[1-6]|dt)$/;
const AROUND = /^[\s:;,.|«»·–—*>-]+|[\s:;,|«»·–—*<-]+$/gu;
const AROUND_LINK = /^\s+|[\s:;,]+$/g;
const WORDS = /[^\s]+/g;

/** The author of a post. */
export interface PostAuthor {
  readonly name: string;
  /** The texts that name it. */
  readonly leaf: Leaf;
  /** The reference of its link. */
  readonly href: string | undefined;
}

/** A post whose author is searched. */
export interface UnnamedPost {
  readonly leaves: readonly Leaf[];
  readonly dated: DatedLine | undefined;
}

/**
 * Returns the author of each post: the short text at a place that most posts have, by the evidence of
 * all of them together. Where no element holds it, it is what varies in the lines of the dates.
 */
export function postAuthors(
  posts: readonly UnnamedPost[],
  isInBody: (leaf: Leaf, index: number) => boolean,
  spanOf: PageLeaves["spanOf"],
  titles: ReadonlySet<string>,
): (PostAuthor | undefined)[] {
  const inBylines = namesInBylines(posts);
  const hasBylines = inBylines.some((name) => name !== undefined);
  let best: (PostAuthor | undefined)[] = hasBylines ? inBylines : posts.map(() => undefined);
  let most = hasBylines ? shareOf(inBylines) * (WORTH.inByline + WORTH.varies) : LEAST_WORTH;
  for (const names of namesByPlace(posts, spanOf, titles).values()) {
    if (names.size < LEAST_SHARE * posts.length) continue;
    const found = posts.map((_post, index) => names.get(index));
    const worth = shareOf(found) * worthOf(found, posts, isInBody);
    if (worth >= most) [best, most] = [found, worth];
  }
  // In the line of the date the author's name may be a link in some posts, and plain in others.
  const isInByline = best.some(
    (name, index) => name !== undefined && name.leaf.line === posts[index]?.dated?.line,
  );
  return isInByline ? best.map((name, index) => name ?? inBylines[index]) : best;
}

function shareOf(found: readonly (PostAuthor | undefined)[]): number {
  return found.filter((name) => name !== undefined).length / found.length;
}

/** Returns the first text at each place that may be a name, by the post. */
function namesByPlace(
  posts: readonly UnnamedPost[],
  spanOf: PageLeaves["spanOf"],
  titles: ReadonlySet<string>,
): Map<string, Map<number, PostAuthor>> {
  const places = new Map<string, Map<number, PostAuthor>>();
  for (const [index, { leaves, dated }] of posts.entries()) {
    for (const leaf of leaves.slice(0, MOST_READ)) {
      const name = nameIn(leaf.text, leaf.link !== undefined);
      if (name === undefined || leaf.isQuoted || isPlace(leaf) || titles.has(name)) continue;
      for (const own of ownElements(leaf, spanOf)) {
        if (dated !== undefined && isAround(own, dated.leaf.element)) break;
        const place = placeOf(own);
        let found = places.get(place);
        if (found === undefined) {
          found = new Map();
          places.set(place, found);
        }
        const known = found.get(index);
        // A card of who changed the post last is like that of its author.
        if (known === undefined || isNearer(leaf, known.leaf, dated))
          found.set(index, { name, leaf, href: leaf.link?.attribs["href"] });
      }
    }
  }
  return places;
}

function isNearer(leaf: Leaf, known: Leaf, dated: DatedLine | undefined): boolean {
  if (dated === undefined) return false;
  return Math.abs(leaf.line - dated.line) < Math.abs(known.line - dated.line);
}

/**
 * Returns the elements that have this text alone: a name is a link in some posts, and plain in
 * others.
 */
function ownElements({ element }: Leaf, spanOf: PageLeaves["spanOf"]): Element[] {
  const own = [element];
  let { parent } = element;
  while (own.length <= MOST_AROUND && parent !== null && isTag(parent)) {
    const [from, to] = spanOf(parent);
    if (to - from !== 1) break;
    own.push(parent);
    ({ parent } = parent);
  }
  return own;
}

/** Returns whether a text leads to a place on a page, as a title and the number of a post do. */
function isPlace({ link }: Leaf): boolean {
  return link?.attribs["href"]?.includes("#") === true;
}

/** Returns whether a text may be a name, and leads to a page. */
export function isNameLink(leaf: Leaf): boolean {
  return leaf.link !== undefined && !isPlace(leaf) && nameIn(leaf.text) !== undefined;
}

function nameIn(text: string, isLink = false): string | undefined {
  if (text.length > 2 * MOST_NAME) return undefined;
  // Separators beside a name are outside of its link; in the link they are a part of it.
  const name = isLink ? text.replace(AROUND_LINK, "") : text.replace(AROUND, "");
  const isName = name.length <= MOST_NAME && LETTER.test(name) && !name.includes(": ");
  if (!isName || isNoName(name) || CLOCK.test(name)) return undefined;
  return holdsDate(name) || offersReply(name) ? undefined : name;
}

function worthOf(
  found: readonly (PostAuthor | undefined)[],
  posts: readonly UnnamedPost[],
  isInBody: (leaf: Leaf, index: number) => boolean,
): number {
  const named = found.flatMap((name, index) => {
    const post = posts[index];
    return name === undefined || post === undefined ? [] : [{ ...name, post, index }];
  });
  const most = (holds: (each: (typeof named)[number]) => boolean): boolean =>
    named.filter(holds).length > named.length / 2;
  const worths: [boolean, number][] = [
    [most(({ leaf }) => isMarked(leaf.element)), WORTH.marked],
    [areProfiles(named), WORTH.profile],
    [most(({ leaf, post }) => post.dated?.line === leaf.line), WORTH.inByline],
    [most(({ leaf, post }) => distance(leaf, post) === -1), WORTH.beforeByline],
    [most(({ leaf, post }) => distance(leaf, post) === 1), WORTH.afterByline],
    [most(({ leaf, index }) => isInBody(leaf, index)), WORTH.inBody],
    [most(({ leaf, post }) => post.leaves[0] === leaf), WORTH.first],
    [new Set(named.map(({ name }) => name)).size > 1, WORTH.varies],
    [most(({ leaf }) => isStressed(leaf.element)), WORTH.stressed],
    [areConstant(named), -WORTH.profile],
    [most(({ name }) => INITIAL.test(name)), -WORTH.marked],
    [most(({ name }) => name.split(" ").length > 4 || SENTENCE.test(name)), -WORTH.varies],
  ];
  return worths.reduce((sum, [holds, worth]) => sum + (holds ? worth : 0), 0);
}

/** Returns whether each name leads to one place of its own, as that of a member does. */
function areProfiles(named: readonly PostAuthor[]): boolean {
  const linked = named.filter(({ href }) => href !== undefined);
  if (linked.length <= named.length / 2) return false;
  return isFunction(linked, "name", "href") && isFunction(linked, "href", "name");
}

/** Returns whether a command is at this place: the same words lead to another place in each post. */
function areConstant(named: readonly (PostAuthor & { readonly post: UnnamedPost })[]): boolean {
  if (named.length < 2) return false;
  const names = new Set(named.map(({ name }) => name));
  const hrefs = new Set(named.map(({ href }) => href));
  if (names.size > 1) return false;
  // All posts of a page may be by one author.
  const areFirst = named.every(
    ({ leaf, post }) => post.leaves[0] === leaf && isStressed(leaf.element),
  );
  return hrefs.size > 1 || (named[0]?.href === undefined && !areFirst);
}

function isFunction(
  named: readonly PostAuthor[],
  from: "name" | "href",
  to: "name" | "href",
): boolean {
  const values = new Map<string | undefined, string | undefined>();
  let differs = 0;
  for (const each of named) {
    const known = values.get(each[from]);
    if (known === undefined) values.set(each[from], each[to]);
    else if (known !== each[to]) differs += 1;
  }
  return differs <= named.length / 10;
}

/** Returns whether a standard marks an element as the author, or one of those around it. */
function isMarked(element: Element): boolean {
  let at: Element | undefined = element;
  for (let depth = 0; at !== undefined && depth < 4; depth += 1) {
    const { itemprop = "", rel = "", class: classes = "" } = at.attribs;
    const isAuthor = /\bauthor\b|\bcreator\b/.test(itemprop) || /\bauthor\b/.test(rel);
    if (isAuthor || /(?:^|\s)(?:fn|p-author|p-name)(?:\s|$)/.test(classes)) return true;
    at = parentOf(at);
  }
  return false;
}

/** Returns the number of lines of a post from its date to a text. */
function distance({ line }: Leaf, { leaves, dated }: UnnamedPost): number {
  if (dated === undefined || line === dated.line) return 0;
  const lines = [...new Set(leaves.map((leaf) => leaf.line))];
  return lines.indexOf(line) - lines.indexOf(dated.line);
}

function isStressed(element: Element): boolean {
  return STRESSED.test(element.name) || STRESSED.test(parentOf(element)?.name ?? "");
}

/**
 * Returns what varies in the text of the dates' lines beside the dates: of `Submitted by Bob on 3 May
 * 2011` and `Submitted by Eva on 4 May 2011` the names. Two different lines are needed to see it.
 */
function namesInBylines(posts: readonly UnnamedPost[]): (PostAuthor | undefined)[] {
  const rests = posts.map(({ dated }) => (dated === undefined ? undefined : wordsBeside(dated)));
  const known = rests.filter((words) => words !== undefined);
  const different = new Set(known.map((words) => words.join(" ")));
  if (different.size < 2) return posts.map(() => undefined);
  const before = common(known, (words, at) => words[at]);
  const after = common(known, (words, at) => words[words.length - 1 - at]);
  return posts.map(({ dated }, index) => {
    const words = rests[index];
    if (dated === undefined || words === undefined) return undefined;
    const name = nameIn(words.slice(before, Math.max(before, words.length - after)).join(" "));
    if (name === undefined) return undefined;
    const leaf = dated.all.find(({ text }) => text.trim() === name) ?? dated.leaf;
    return { name, leaf, href: leaf.link?.attribs["href"] };
  });
}

/** Returns the words in the line of a date that are not the date, nor lead to a place. */
function wordsBeside({ all }: DatedLine): string[] {
  const text = all.map((leaf) => (isPlace(leaf) ? " " : leaf.text)).join(" ");
  return cutDates(withoutDate(text)).match(WORDS) ?? [];
}

function common(
  all: readonly (readonly string[])[],
  wordAt: (words: readonly string[], at: number) => string | undefined,
): number {
  let count = 0;
  for (;;) {
    const words = new Set(all.map((each) => wordAt(each, count)));
    const [word] = words;
    if (words.size !== 1 || word === undefined) return count;
    count += 1;
  }
}
