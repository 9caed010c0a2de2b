import type { Forum } from "./forum.ts";

/** Least pages of a type that is looked for. */
const LEAST_PAGES = 30;

/** Types that are targets one by one. */
const TARGET_KINDS: ReadonlySet<string> = new Set(["thread", "profile"]);

/**
 * Share of a mirror's pages that a crawl for user-created content may fetch: the paper's 5,000 of
 * 20,000.
 */
const UCC_SHARE = 0.25;

/** The goal of a crawl of one forum. */
export interface Task {
  readonly forum: string;
  /** Title of the forum. */
  readonly title: string;
  /** Pages of the forum. */
  readonly mirror: number;
  /** For tables. */
  readonly name: string;
  /** Numbers of the target types. */
  readonly targetTypes: readonly number[];
  /** Number of the example's type; `null` when user-created content is relevant. */
  readonly example: number | null;
  /** Recorded pages that are relevant. */
  readonly known: number;
  /** Pages that may be fetched. */
  readonly budget: number;
  /** Pages that a strategy learns from unless it names another number. */
  readonly sampleSize: number;
}

/**
 * Returns one task for each type of threads or profiles; the budget is the number of its pages, as
 * published.
 */
export function targetTasks({ id, title, pages, types }: Forum): Task[] {
  return types.flatMap(({ name, kind, count }, type) => {
    if (!TARGET_KINDS.has(kind) || count < LEAST_PAGES) return [];
    return [
      {
        ...{ forum: id, title, mirror: pages, name: `${title} ${name}` },
        ...{ targetTypes: [type], example: type, known: count, budget: count },
        sampleSize: Math.min(200, Math.max(40, Math.round(count / 5))),
      },
    ];
  });
}

/** Returns the task to find user-created content at a quarter of the mirror. */
export function uccTask({ id, title, pages, types }: Forum): Task {
  const targetTypes = [...types.keys()].filter((type) => types[type]?.ucc === true);
  return {
    ...{ forum: id, title, mirror: pages, name: title },
    ...{ targetTypes, example: null },
    known: targetTypes.reduce((sum, type) => sum + (types[type]?.count ?? 0), 0),
    budget: Math.round(pages * UCC_SHARE),
    sampleSize: 100,
  };
}
