import type { Element } from "domhandler";
import { offersReply } from "../comments/comment-words.ts";
import { type Leaf, type LeafSpan, type PageLeaves, parentOf, placeOf } from "./page-leaves.ts";
import type { PostAuthor } from "./post-authors.ts";
import { type DatedLine, holdsAnyDate } from "./post-dates.ts";
import { isNamedBeside, isNoName, saysAside } from "./post-words.ts";

/** Share of the posts that have the same words at the same place, when those are no text of a post. */
const REPEATED_SHARE = 0.75;

/** Longest words that are a command or the name of a field, in UTF-16 units. */
const MOST_REPEATED = 40;

/** Longest field with its label, in UTF-16 units. */
const MOST_FIELD = 60;

/** Least share of the text that the body of a post holds, beside what is said of its author. */
const BODY_SHARE = 0.25;

/** Least share of the text of an element that a smaller one around a byline holds. */
const INNER_SHARE = 0.5;

/** Share of the posts that have exactly one such element. */
const SINGLE_SHARE = 0.8;

/** Text of one post that counts when the body is chosen, in UTF-16 units: long posts are few. */
const MOST_COUNTED = 300;

/** Elements around a text that are looked at: a post has some ten. */
const MOST_DEEP = 30;

/** Elements that may hold the whole text of a post; a paragraph or a list may be one of several. */
const BODIES: ReadonlySet<string> = new Set(
  "article blockquote dd div li main section td".split(" "),
);

/** Longest text of a name's line, in UTF-16 units: beside the name it has words such as `says`. */
const MOST_NAME = 60;

const DIGITS = /\d+/g;
const LABEL_END = /[:：]\s*$/;
const LABEL = /^[^:：]{1,30}[:：]/;

/** A post whose text is searched. */
export interface UnreadPost {
  /** Name of its place on the page. */
  readonly name?: string | undefined;
  readonly span: LeafSpan;
  readonly leaves: readonly Leaf[];
  readonly dated: DatedLine | undefined;
  readonly author: PostAuthor | undefined;
}

/**
 * Returns the text of each post, one displayed line a line; lines of a `blockquote` begin with `> `. It
 * is the element at the place that holds most of what differs from post to post. Byline, name and
 * commands are left out.
 */
export function postTexts(posts: readonly UnreadPost[], spanOf: PageLeaves["spanOf"]): string[] {
  const all = posts.map(withoutBeside);
  const rests = withoutRepeats(all);
  const place = bodyPlace(rests, spanOf);
  return all.map((post, index) => {
    const rest = (rests[index]?.leaves ?? []).filter((leaf) => !isCommand(leaf));
    if (place === undefined) return textOf(rest);
    const inBody = insideOf(place, post, spanOf);
    // A body around the byline is the whole post.
    const isWhole = post.leaves.some((leaf) => isByline(leaf, post) && inBody(leaf));
    const body = (isWhole ? rest : post.leaves).filter(inBody);
    return textOf(body.length > 0 ? body : rest);
  });
}

/** Returns a post without its signature, and without what says who changed it last or who likes it. */
function withoutBeside(post: UnreadPost): UnreadPost {
  const known = new Map<Element, boolean>();
  const isBeside = (element: Element, depth: number): boolean => {
    if (depth > MOST_BESIDE) return false;
    let beside = known.get(element);
    if (beside === undefined) {
      const { class: classes = "", id = "", "data-role": role = "" } = element.attribs;
      const outer = parentOf(element);
      beside =
        isNamedBeside(`${classes} ${id} ${role}`) ||
        (outer !== undefined && isBeside(outer, depth + 1));
      known.set(element, beside);
    }
    return beside;
  };
  const leaves = post.leaves.filter(({ element }) => !isBeside(element, 0));
  return { ...post, leaves };
}

/** Elements around a text whose names are looked at. */
const MOST_BESIDE = 4;

/** Longest command, in UTF-16 units. */
const MOST_COMMAND = 24;

function isCommand({ link, text }: Leaf): boolean {
  const words = text.trim();
  return (
    link !== undefined && words.length <= MOST_COMMAND && (isNoName(words) || offersReply(words))
  );
}

/** Returns the posts without bylines, without what most of them have at the same place, and without its values. */
function withoutRepeats(posts: readonly UnreadPost[]): UnreadPost[] {
  const isRepeated = repeatedJudge(posts);
  return posts.map((post) => {
    let field: number | undefined;
    const leaves = post.leaves.filter((leaf) => {
      const isLabel = isRepeated(leaf);
      if (isLabel && LABEL_END.test(leaf.text)) field = leaf.line;
      return !isLabel && leaf.line !== field && !isByline(leaf, post);
    });
    return { ...post, leaves };
  });
}

/**
 * Compiles a test whether a text is in the body of the post of an index, as far as that is known before the
 * authors are: then no body is around a byline.
 */
export function bodyJudge(
  posts: readonly Omit<UnreadPost, "author">[],
  spanOf: PageLeaves["spanOf"],
): (leaf: Leaf, index: number) => boolean {
  const unread = posts.map((post) => ({ ...post, author: undefined }));
  const place = bodyPlace(withoutRepeats(unread), spanOf);
  if (place === undefined) return () => false;
  const tests = unread.map((post) => insideOf(place, post, spanOf));
  const isWhole = unread.some(({ leaves, dated }, index) =>
    leaves.some((leaf) => leaf.line === dated?.line && tests[index]?.(leaf) === true),
  );
  return isWhole ? () => false : (leaf, index) => tests[index]?.(leaf) === true;
}

function isByline({ line, text }: Leaf, { dated, author }: UnreadPost): boolean {
  return line === dated?.line || (line === author?.leaf.line && text.length <= MOST_NAME);
}

/** Compiles a test whether most posts have the same words at a leaf's place, numbers aside. */
function repeatedJudge(posts: readonly UnreadPost[]): (leaf: Leaf) => boolean {
  const counts = new Map<string, number>();
  for (const { leaves } of posts) {
    for (const key of new Set(leaves.flatMap(keysOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(2, REPEATED_SHARE * posts.length);
  return (leaf) => keysOf(leaf).some((key) => (counts.get(key) ?? 0) >= least);
}

function keysOf({ place, text }: Leaf): string[] {
  const words = text.trim().slice(0, MOST_COUNTED).replace(DIGITS, "#");
  // A label stands for a field where little follows it; a text may begin with one.
  const [label] = words.length <= MOST_FIELD ? (LABEL.exec(words) ?? []) : [];
  return [words, label]
    .filter((each) => each !== undefined && each.length <= MOST_REPEATED)
    .map((each) => `${place} ${each}`);
}

/** What the elements at a place hold, over all posts. */
interface PlaceSums {
  /** Text, in UTF-16 units; long texts count in part. */
  counted: number;
  /** Posts that have exactly one such element. */
  singles: number;
  /** Posts in which it is around the date or the author. */
  bylines: number;
}

/**
 * Returns the place of the element that has the text of a post, as most posts have one: the largest
 * without a byline in it. Where all have one, it is the smallest that holds most of the text.
 */
function bodyPlace(posts: readonly UnreadPost[], spanOf: PageLeaves["spanOf"]): string | undefined {
  const written = posts.filter(({ leaves }) => leaves.length > 0);
  const total = written.reduce((sum, post) => sum + Math.min(MOST_COUNTED, lengthOf(post)), 0);
  const single = [...sumByPlace(posts, spanOf)]
    .filter(([, { singles }]) => singles >= SINGLE_SHARE * written.length)
    .toSorted(([, one], [, other]) => other.counted - one.counted);
  const largest = single.find(([, { bylines }]) => bylines <= written.length / 2);
  if (largest !== undefined && largest[1].counted > BODY_SHARE * total) {
    // Of elements that hold the same text the inner one comes first.
    return largest[0];
  }
  let best: string | undefined;
  let held = total;
  for (const [place, { counted }] of single) {
    if (counted >= INNER_SHARE * held) [best, held] = [place, counted];
  }
  return best;
}

function sumByPlace(
  posts: readonly UnreadPost[],
  spanOf: PageLeaves["spanOf"],
): Map<string, PlaceSums> {
  const found = new Map<string, PlaceSums>();
  for (const post of posts) {
    const holders = elementsAround(post, spanOf);
    for (const [place, { elements, length }] of bodiesOf(post, spanOf)) {
      let sum = found.get(place);
      if (sum === undefined) {
        sum = { counted: 0, singles: 0, bylines: 0 };
        found.set(place, sum);
      }
      sum.counted += Math.min(MOST_COUNTED, length);
      if (elements.size === 1) sum.singles += 1;
      if (!elements.isDisjointFrom(holders)) sum.bylines += 1;
    }
  }
  return found;
}

/** The elements of a post at a place. */
interface Bodies {
  readonly elements: Set<Element>;
  length: number;
}

/** Returns the elements inside a post that may be its body, with the length of their text, by place. */
function bodiesOf(
  { leaves, span: [from, to] }: UnreadPost,
  spanOf: PageLeaves["spanOf"],
): Map<string, Bodies> {
  const found = new Map<string, Bodies>();
  for (const { element, text } of leaves) {
    const seen = new Set<string>();
    let at: Element | undefined = element;
    for (let depth = 0; at !== undefined && depth < MOST_DEEP; depth += 1, at = parentOf(at)) {
      const [first, end] = spanOf(at);
      if (first < from || end > to) break;
      if (!BODIES.has(at.name)) continue;
      const place = placeOf(at);
      let bodies = found.get(place);
      if (bodies === undefined) found.set(place, (bodies = { elements: new Set(), length: 0 }));
      bodies.elements.add(at);
      if (!seen.has(place)) bodies.length += text.length;
      seen.add(place);
    }
  }
  return found;
}

/** Returns the elements inside a post that are around its date or its author. */
function elementsAround(
  { dated, author, span: [from, to] }: UnreadPost,
  spanOf: PageLeaves["spanOf"],
): Set<Element> {
  const holders = new Set<Element>();
  for (const leaf of [dated?.leaf, author?.leaf]) {
    for (let at = leaf?.element; at !== undefined; at = parentOf(at)) {
      const [first, end] = spanOf(at);
      if (first < from || end > to) break;
      holders.add(at);
    }
  }
  return holders;
}

/** Compiles a test whether a text of a post is in one of its elements at a place. */
function insideOf(
  place: string,
  { span: [from, to] }: UnreadPost,
  spanOf: PageLeaves["spanOf"],
): (leaf: Leaf) => boolean {
  return ({ element }) => {
    let at: Element | undefined = element;
    for (let depth = 0; at !== undefined && depth < MOST_DEEP; depth += 1, at = parentOf(at)) {
      const [first, end] = spanOf(at);
      if (first < from || end > to) return false;
      if (BODIES.has(at.name) && placeOf(at) === place) return true;
    }
    return false;
  };
}

function lengthOf({ leaves }: Pick<UnreadPost, "leaves">): number {
  return leaves.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the displayed lines of some leaves, those of a `pre` with their white space, without those after the text. */
function textOf(leaves: readonly Leaf[]): string {
  const lines: { text: string; readonly isQuoted: boolean; readonly isWritten: boolean }[] = [];
  // Some engines write each post into a `blockquote`.
  const isAllQuoted = leaves.every(({ isQuoted }) => isQuoted);
  let last: number | undefined;
  for (const { text: folded, written, line, isQuoted } of leaves) {
    const before = line === last ? lines.at(-1) : undefined;
    const [text, isWritten] = [written ?? folded, written !== undefined];
    if (before !== undefined) before.text += text;
    else lines.push({ text, isQuoted: isQuoted && !isAllQuoted, isWritten });
    last = line;
  }
  const filled = lines
    .map((line) => ({ ...line, text: line.isWritten ? line.text.trimEnd() : line.text.trim() }))
    .filter(({ text }) => text !== "");
  const end = filled.findIndex(({ text, isQuoted }) => !isQuoted && SIGNATURE.test(text));
  const own = withoutEdit(end > 0 ? filled.slice(0, end) : filled);
  return own
    .map(({ text, isQuoted }, index) => {
      const isSource =
        own[index + 1]?.isQuoted === true && text.length <= MOST_NAME && /[:：]$/.test(text);
      return isQuoted || isSource ? `> ${text}` : text;
    })
    .join("\n");
}

/** Begins a signature. */
const SIGNATURE = /^_{5,}$/;

/** Longest line that says who changed a post, in UTF-16 units. */
const MOST_EDIT = 160;

/** Returns lines without the last one if it says when the post was changed. */
function withoutEdit<Line extends { readonly text: string }>(
  lines: readonly Line[],
): readonly Line[] {
  const last = lines.at(-1);
  const at = last?.text.search(/\p{Nd}/u) ?? -1;
  if (last === undefined || lines.length < 2 || at < 0 || last.text.length > MOST_EDIT)
    return lines;
  const isEdit = saysAside(last.text.slice(0, at)) && at <= MOST_NAME && holdsAnyDate(last.text);
  return isEdit ? lines.slice(0, -1) : lines;
}
