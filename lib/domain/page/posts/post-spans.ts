import { type AnyNode, type ChildNode, type Element, isTag } from "domhandler";
import { type LeafSpan, type PageLeaves, shapeOf } from "./page-leaves.ts";

/** Most elements beside that of a byline that are compared with those of the others. */
const MOST_BESIDE = 8;

const HEADING = /^h[1-6]$/;

/** Where two elements separate: the smallest element around both, and its children that hold them. */
interface Fork {
  readonly around: Element;
  /** `undefined` when the earlier element is around the later one. */
  readonly earlier: ChildNode | undefined;
  readonly later: ChildNode;
}

/**
 * Returns the texts of each post. `anchors` has one element of each, in document order: the one
 * that the post begins with, or its byline, before which more elements of the post may be.
 */
export function postSpans(
  anchors: readonly Element[],
  { spanOf, leaves }: PageLeaves,
  areBylines: boolean,
): LeafSpan[] {
  const forks = anchors.slice(1).map((later, index) => forkOf(anchors[index] ?? later, later));
  const before = areBylines ? elementsBefore(forks) : 0;
  const starts = anchors.map((anchor, index) => {
    const own = forks[index - 1]?.later ?? forks[0]?.earlier ?? anchor;
    return spanOf(back(own, before) ?? own)[0];
  });
  const end = endOf(anchors, forks, before, spanOf) ?? leaves.length;
  return starts.map((start, index) => [start, Math.max(start, starts[index + 1] ?? end)]);
}

/** Compiles a test whether two elements are apart as the posts are: in the same element, in different parts. */
export function apartJudge(anchors: readonly Element[]): (one: Element, other: Element) => boolean {
  const around = new Set(
    anchors.slice(1).map((later, index) => forkOf(anchors[index] ?? later, later).around),
  );
  return (one, other) => around.has(forkOf(one, other).around);
}

function forkOf(earlier: Element, later: Element): Fork {
  const branches = new Map<Element, ChildNode | undefined>();
  let below: ChildNode | undefined;
  for (let at: AnyNode | null = earlier; at !== null && isTag(at); at = at.parent) {
    branches.set(at, below);
    below = at;
  }
  let branch: ChildNode = later;
  for (let at = later.parent; at !== null && isTag(at); at = at.parent) {
    if (branches.has(at)) return { around: at, earlier: branches.get(at), later: branch };
    branch = at;
  }
  return { around: later, earlier: undefined, later: branch };
}

/**
 * Returns how many elements before that of a byline belong to its post. The same elements precede
 * all bylines; of these the post begins with a heading, or with the first one when no text follows
 * the last byline.
 */
function elementsBefore(forks: readonly Fork[]): number {
  const rows = forks.filter(({ earlier }) => earlier !== undefined);
  const [first] = rows;
  if (first?.earlier === undefined) return 0;
  const all = [first.earlier, ...rows.map(({ later }) => later)];
  let alike = 0;
  let heading = 0;
  const most = Math.min(MOST_BESIDE, ...rows.map((fork) => gapOf(fork) - 1));
  while (alike < most) {
    const shapes = new Set(all.map((node) => shapeAt(back(node, alike + 1))));
    const [shape] = shapes;
    if (shapes.size !== 1 || shape === undefined) break;
    alike += 1;
    if (HEADING.test(shape) || shape === "dt") heading = alike;
  }
  if (heading > 0) return heading;
  const last = all.at(-1);
  const follows = last === undefined ? undefined : next(last);
  const afterFirst = next(first.earlier);
  const hasTextAfter =
    follows !== undefined &&
    afterFirst !== undefined &&
    shapeOf(follows) === shapeOf(afterFirst) &&
    gapOf(first) > 1;
  return hasTextAfter ? 0 : alike;
}

function shapeAt(node: ChildNode | undefined): string | undefined {
  return node === undefined || !isTag(node) ? undefined : shapeOf(node);
}

/** Returns the end of the last post: where elements follow that are not of the posts before. */
function endOf(
  anchors: readonly Element[],
  forks: readonly Fork[],
  before: number,
  spanOf: PageLeaves["spanOf"],
): number | undefined {
  const last = forks.at(-1);
  if (last === undefined) return anchors[0] === undefined ? undefined : spanOf(anchors[0])[1];
  const shapes = new Set<string>();
  let longest = 0;
  for (const fork of forks) {
    if (fork.earlier === undefined) continue;
    longest = Math.max(longest, gapOf(fork));
    for (let at = next(fork.earlier); at !== undefined && at !== fork.later; at = next(at))
      shapes.add(shapeOf(at));
  }
  let end: ChildNode = last.later;
  let left = longest - before - 1;
  while (left > 0) {
    const following = next(end);
    if (following === undefined) break;
    // An element without a text is a mark, as that of the first new post.
    const [from, to] = spanOf(following);
    if (to > from && !shapes.has(shapeOf(following))) break;
    if (to > from || shapes.has(shapeOf(following))) left -= 1;
    end = following;
  }
  return spanOf(end)[1];
}

/** Returns the number of elements from one child to the other. */
function gapOf({ earlier, later }: Fork): number {
  let count = 0;
  let at: ChildNode | undefined = earlier;
  while (at !== undefined && at !== later) {
    at = next(at);
    count += 1;
  }
  return count;
}

function next(node: ChildNode): Element | undefined {
  let at = node.next;
  while (at !== null && !isTag(at)) at = at.next;
  return at ?? undefined;
}

/** Returns the element that many elements before. */
function back(node: ChildNode, count: number): ChildNode | undefined {
  let found = node;
  for (let left = count; left > 0; left -= 1) {
    let at = found.prev;
    while (at !== null && !isTag(at)) at = at.prev;
    if (at === null) return undefined;
    found = at;
  }
  return found;
}
