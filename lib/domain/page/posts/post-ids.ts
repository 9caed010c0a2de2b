/** What posts are called: by numbers of their own, and which post each answers. */
import type { Element } from "domhandler";
import { firstFrom } from "../path-node.ts";
import { type Leaf, namedWithin, type PageLeaves, parentOf, shapeOf } from "./page-leaves.ts";
import type { FoundPost } from "./post-groups.ts";

/** Share of the posts that have an id at the same place. */
const LEAST_SHARE = 0.6;

/** Elements around a text that are looked at, and texts of a post from which they are. */
const MOST_AROUND = 16;
const MOST_LEAVES = 40;

/** Longest value of an attribute that is an id, in UTF-16 units. */
const MOST_VALUE = 60;

const DIGIT = /\d/;
const DIGITS = /\d+/g;

/** Attributes of data that may name a post. */
const ID_ATTRIBUTE =
  /^data-(?:.*(?:id|post|comment|message|msg|answer|status|entry|thing|fullname|content|number))$|^thing-?id$/;
const PARENT_ATTRIBUTE = /parent|reply-?to|in-?reply/;

/** The ids of a post. */
export interface PostIds {
  /** Name of its place on the page, as links use it. */
  readonly name: string | undefined;
  readonly postId: string | undefined;
  /** Id of the post that it answers. */
  readonly replyTo: string | undefined;
}

/** An id at one place of each post that has it. */
interface Series {
  readonly isName: boolean;
  readonly values: Map<number, string>;
}

/** Returns the ids of some posts of a page, in their order; `starts` are the places of the dates of all of them. */
export function postIds(
  posts: readonly FoundPost[],
  content: PageLeaves,
  starts: readonly number[],
): PostIds[] {
  const chains = chainsOf(posts, content, starts);
  const series = seriesOf(posts, chains, content).filter(({ values }) => areIds(values, posts));
  const names =
    series.find(({ isName, values }) => isName && !areOrder(values)) ??
    series.find(({ isName }) => isName);
  const ids = series.find(({ values }) => !areOrder(values)) ?? linkSeries(posts) ?? series[0];
  const owners = new Map<Element, number>();
  for (const [index, chain] of chains.entries())
    for (const element of chain) if (!owners.has(element)) owners.set(element, index);
  const own = posts.map((_post, index) => bareId(ids?.values.get(index)));
  const places = new Map(own.map((id, index) => [id, index]));
  return posts.map((post, index) => ({
    name: post.name ?? names?.values.get(index),
    postId: own[index],
    replyTo: repliedTo(post, index, { chains, owners, own, places }),
  }));
}

/** Returns the elements around each date that hold no date of an earlier post, the smallest first. */
function chainsOf(
  posts: readonly FoundPost[],
  { spanOf }: PageLeaves,
  starts: readonly number[],
): Element[][] {
  const ordered = starts.toSorted((one, other) => one - other).map((start) => ({ start }));
  return posts.map(({ dated }) => {
    const before = ordered[firstFrom(ordered, dated?.start ?? 0) - 1]?.start ?? -1;
    const chain: Element[] = [];
    for (
      let at = dated?.leaf.element;
      at !== undefined && chain.length < MOST_AROUND;
      at = parentOf(at)
    ) {
      if (spanOf(at)[0] <= before || at.name === "body" || at.name === "html") break;
      chain.push(at);
    }
    return chain;
  });
}

/** Returns what may be ids of the posts, by the attribute and the form of its value; those around a post first. */
function seriesOf(
  posts: readonly FoundPost[],
  chains: readonly (readonly Element[])[],
  content: PageLeaves,
): Series[] {
  const found = new Map<string, Series>();
  const add = (key: string, index: number, value: string, isName: boolean): void => {
    let series = found.get(key);
    if (series === undefined) found.set(key, (series = { isName, values: new Map() }));
    if (!series.values.has(index)) series.values.set(index, value);
  };
  const addAll = (element: Element, index: number): void => {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (!DIGIT.test(value) || value.length > MOST_VALUE) continue;
      if (name === "id") add(`id ${value.replace(DIGITS, "#")}`, index, value, true);
      else if (ID_ATTRIBUTE.test(name) && !PARENT_ATTRIBUTE.test(name))
        add(name, index, value, false);
    }
  };
  for (const [index, chain] of chains.entries())
    chain.toReversed().forEach((at) => addAll(at, index));
  for (const [index, { span }] of posts.entries()) {
    for (const { name } of namedWithin(content, span)) {
      if (DIGIT.test(name)) add(`id ${name.replace(DIGITS, "#")}`, index, name, true);
    }
  }
  return [...found.values()];
}

/** Returns the numbers in the links of the dates, where each has one of its own. */
function linkSeries(posts: readonly FoundPost[]): Series | undefined {
  const values = new Map<number, string>();
  for (const [index, { dated }] of posts.entries()) {
    const number = dated?.leaf.link?.attribs["href"]?.match(DIGITS)?.at(-1);
    if (number !== undefined) values.set(index, number);
  }
  return areIds(values, posts) ? { isName: false, values } : undefined;
}

/** Returns whether enough posts have a value, each another one. */
function areIds(values: ReadonlyMap<number, string>, posts: readonly FoundPost[]): boolean {
  const isEnough = values.size >= Math.max(1, LEAST_SHARE * posts.length);
  return isEnough && new Set(values.values()).size === values.size;
}

/** Returns whether values are nothing but the order of the posts on the page. */
function areOrder(values: ReadonlyMap<number, string>): boolean {
  return [...values].every(([index, value]) => {
    const number = Number(value.match(DIGITS)?.at(-1));
    return number === index || number === index + 1;
  });
}

/** Returns the number of an id that has one, without its prefix; another id whole. */
function bareId(value: string | undefined): string | undefined {
  const numbers = value?.match(DIGITS) ?? [];
  return numbers.length === 1 && !/\d[a-z]/i.test(value ?? "") && !/_[a-z]+\d/i.test(value ?? "")
    ? numbers[0]
    : value;
}

/** What is known of all posts. */
interface Known {
  readonly chains: readonly (readonly Element[])[];
  /** Elements around dates → the first post that is known by them. */
  readonly owners: ReadonlyMap<Element, number>;
  readonly own: readonly (string | undefined)[];
  /** Ids → the posts that have them, by order. */
  readonly places: ReadonlyMap<string | undefined, number>;
}

function repliedTo(post: FoundPost, index: number, known: Known): string | undefined {
  const { chains, own } = known;
  return (
    statedParent(chains[index] ?? [], own[index]) ??
    outerPost(index, known) ??
    quotedPost(post, index, known)
  );
}

/** Returns the parent that an attribute of the post names. */
function statedParent(chain: readonly Element[], own: string | undefined): string | undefined {
  for (const { attribs } of chain) {
    for (const [name, value] of Object.entries(attribs)) {
      if (!PARENT_ATTRIBUTE.test(name) || !DIGIT.test(value) || value.length > MOST_VALUE) continue;
      const parent = bareId(value);
      if (parent !== own && parent !== "0") return parent;
    }
  }
  return undefined;
}

/** Returns the post in which a post is: the way from an element around it to its date is the same as in the outer one. */
function outerPost(index: number, { chains, owners, own }: Known): string | undefined {
  const ways = new Set(waysOf(chains[index] ?? []).map(([, way]) => way));
  const last = chains[index]?.at(-1);
  let at = last && parentOf(last);
  for (let depth = 0; at !== undefined && depth < MOST_AROUND; depth += 1, at = parentOf(at)) {
    const element = at;
    const outer = owners.get(element) ?? index;
    if (outer >= index) continue;
    const way = waysOf(chains[outer] ?? []).find(([each]) => each === element)?.[1];
    if (way !== undefined && ways.has(way)) return own[outer];
  }
  return undefined;
}

/** Returns the shapes from each element of a chain down to the date. */
function waysOf(chain: readonly Element[]): (readonly [Element, string])[] {
  let way = "";
  return chain.map((element) => {
    way = `${shapeOf(element)} ${way}`;
    return [element, way] as const;
  });
}

/** Returns the earlier post that a quotation names, by its id in a link or an attribute. */
function quotedPost({ leaves }: FoundPost, index: number, { places }: Known): string | undefined {
  if (index === 0 || !leaves.some(({ isQuoted }) => isQuoted)) return undefined;
  for (const [at, leaf] of leaves.slice(0, MOST_LEAVES).entries()) {
    const values: string[] = [];
    const href = leaf.link?.attribs["href"];
    if (href !== undefined && (isSource(leaves, at) || href.startsWith("#"))) values.push(href);
    for (
      let outer: Element | undefined = leaf.isQuoted ? leaf.element : undefined;
      outer !== undefined;
      outer = parentOf(outer)
    ) {
      for (const [name, value] of Object.entries(outer.attribs))
        if (name.startsWith("data-")) values.push(value);
      if (outer.name === "blockquote") break;
    }
    for (const value of values) {
      const number = value.match(DIGITS)?.at(-1);
      if (number !== undefined && (places.get(number) ?? index) < index) return number;
    }
  }
  return undefined;
}

/** Returns whether a text is in a quotation, or right before one. */
function isSource(leaves: readonly Leaf[], at: number): boolean {
  return leaves.slice(at, at + 3).some(({ isQuoted }) => isQuoted);
}
