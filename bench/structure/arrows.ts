/** Arrows between the things of a folder: which of them run back, and which pairs import each other. */
import { dirname } from "node:path";

/** What the imports of a tree of files look like, seen folder by folder. */
export interface ArrowCounts {
  /** Arrows against the order in which most of the things of their folder import each other. */
  readonly back: number;
  /** Pairs of things of one folder that import each other. */
  readonly mutual: number;
  /** The pairs, each with the folder they lie in. */
  readonly pairs: readonly string[];
}

/** An arrow leads from a folder, or a file, to another one beside it that it imports. */
type Arrow = readonly [from: string, to: string];

/**
 * Counts arrows in each folder of a tree. The things of a folder are its folders and its own files; one arrow stands
 * for all imports from one to another. Arrows run back that are left when the things are in an order with few such.
 */
export function countArrows(imports: ReadonlyMap<string, readonly string[]>): ArrowCounts {
  let back = 0;
  const pairs: string[] = [];
  for (const folder of foldersOf(imports.keys())) {
    const arrows = arrowsIn(folder, imports);
    back += backIn(arrows, fewBack(arrows));
    const known = new Set(arrows.map(([from, to]) => `${from} ${to}`));
    for (const [from, to] of arrows)
      if (from < to && known.has(`${to} ${from}`)) pairs.push(`${folder}: ${from} and ${to}`);
  }
  return { back, mutual: pairs.length, pairs };
}

function foldersOf(files: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.add(folder);
  return [...folders].toSorted();
}

function arrowsIn(folder: string, imports: ReadonlyMap<string, readonly string[]>): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const [file, imported] of imports) {
    const from = thingOf(folder, file);
    for (const to of imported.map((each) => thingOf(folder, each)))
      if (from !== undefined && to !== undefined && from !== to)
        arrows.set(`${from} ${to}`, [from, to]);
  }
  return [...arrows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, arrow]) => arrow);
}

/** The folder or file of that folder in which a file lies; `undefined` where it lies elsewhere. */
function thingOf(folder: string, file: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/", 1)[0] : undefined;
}

function backIn(arrows: readonly Arrow[], order: readonly string[]): number {
  const places = new Map(order.map((thing, place) => [thing, place]));
  const place = (thing: string) => places.get(thing) ?? 0;
  return arrows.filter(([from, to]) => place(from) > place(to)).length;
}

/**
 * An order of things with few arrows back: none where there is such an order. By Eades, Lin and Smyth (1993), who take
 * away things without arrows in or out and, where there is none, the one with most arrows out; then things move while
 * that helps.
 */
function fewBack(arrows: readonly Arrow[]): string[] {
  let order = greedyOrder(arrows);
  for (let least = backIn(arrows, order); ; ) {
    const better = order
      .flatMap((thing) => withMoved(order, thing))
      .find((moved) => backIn(arrows, moved) < least);
    if (better === undefined) return order;
    least = backIn(arrows, better);
    order = better;
  }
}

function greedyOrder(arrows: readonly Arrow[]): string[] {
  const [first, last]: [string[], string[]] = [[], []];
  let left = arrows;
  const things = new Set(arrows.flat());
  while (things.size > 0) {
    const degrees = [...things].toSorted().map((thing) => ({
      thing,
      outgoing: left.filter(([from]) => from === thing).length,
      incoming: left.filter(([, to]) => to === thing).length,
    }));
    const sink = degrees.find(({ outgoing }) => outgoing === 0);
    const next =
      sink ??
      degrees.find(({ incoming }) => incoming === 0) ??
      degrees.reduce((a, b) => (b.outgoing - b.incoming > a.outgoing - a.incoming ? b : a));
    if (next === sink) last.unshift(next.thing);
    else first.push(next.thing);
    things.delete(next.thing);
    left = left.filter((arrow) => !arrow.includes(next.thing));
  }
  return [...first, ...last];
}

function withMoved(order: readonly string[], thing: string): string[][] {
  const others = order.filter((each) => each !== thing);
  return order.map((_, place) => others.toSpliced(place, 0, thing));
}
