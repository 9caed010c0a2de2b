import type { GroupCount, GroupTally } from "../domain/methods/group-tally.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** The parts of a record that a count of links needs. */
export type CompletedLink = Pick<PageRecord, "linkModel" | "group"> & {
  readonly page: Pick<NonNullable<PageRecord["page"]>, "utility" | "isTarget" | "type"> | undefined;
};

interface Counts extends Omit<GroupCount, "waiting" | "types"> {
  misses: number;
  pages: number;
  targets: number;
  utility: number;
  /** Replaced as a whole, so that one handed out never changes. */
  types: ReadonlyMap<string, number>;
}

interface ModelCounts {
  pages: number;
  types: ReadonlyMap<string, number>;
  readonly groups: Map<string, Counts>;
}

const NO_TYPES: ReadonlyMap<string, number> = new Map();

/**
 * Running counts of link results, by the model that scored the links. Counting the records of a
 * store in their order gives the same sums, to the last bit, as counting them when they were put.
 */
export class LinkTally {
  readonly #models = new Map<string, ModelCounts>();
  /** Groups that were queued at the last tally, by name. */
  #sorted: readonly string[] = [];

  /** Counts all records of a store. */
  static async of(records: Pick<RecordStore, "list">): Promise<LinkTally> {
    const tally = new LinkTally();
    for await (const record of records.list()) tally.count(record, undefined);
    return tally;
  }

  /** Counts a record, in the place of the one that it replaces, if any. */
  count(record: CompletedLink, replaced: CompletedLink | undefined): void {
    // Work done again after a crash has the same result; subtracting a sum and adding it would not
    // be exact.
    if (replaced !== undefined && isAlike(record, replaced)) return;
    if (replaced !== undefined) this.#add(replaced, -1);
    this.#add(record, 1);
  }

  /**
   * Returns the number of pages by type, `""` for those without one, fetched by links that a model
   * scored.
   */
  types(model: string): ReadonlyMap<string, number> {
    return this.#models.get(model)?.types ?? NO_TYPES;
  }

  /**
   * Returns the tally of one model's links, with the queued ones. Groups are in the order of their
   * first record, then by name: a resumed crawl sees the order that it would have seen.
   */
  groupTally(model: string, waiting: ReadonlyMap<string, number>, remaining: number): GroupTally {
    const { pages, types, groups: drawn } = this.#models.get(model) ?? noCounts();
    const groups = new Map<string, GroupCount>();
    for (const [group, counts] of drawn) {
      groups.set(group, groupCount(counts, waiting.get(group) ?? 0));
    }
    for (const group of this.#byName(waiting)) {
      if (!drawn.has(group)) groups.set(group, groupCount(NOTHING_DRAWN, waiting.get(group) ?? 0));
    }
    return { pages, remaining, types, groups };
  }

  /**
   * Sorts the groups by name. Between two draws few groups are new, and nearly sorted names are
   * sorted in a fraction of the time.
   */
  #byName(waiting: ReadonlyMap<string, number>): readonly string[] {
    const sorted = this.#sorted.filter((group) => waiting.has(group));
    if (sorted.length < waiting.size) {
      const known = new Set(sorted);
      for (const group of waiting.keys()) if (!known.has(group)) sorted.push(group);
      sorted.sort();
    }
    this.#sorted = sorted;
    return sorted;
  }

  #add({ linkModel, group, page }: CompletedLink, times: 1 | -1): void {
    const model = getOr(this.#models, linkModel, noCounts);
    const counts = getOr(model.groups, group, noGroupCounts);
    if (page === undefined) {
      counts.misses += times;
    } else {
      const type = page.type ?? "";
      model.pages += times;
      counts.pages += times;
      counts.targets += page.isTarget ? times : 0;
      counts.utility += times * page.utility;
      model.types = changed(model.types, type, times);
      counts.types = changed(counts.types, type, times);
    }
    if (counts.pages + counts.misses === 0) model.groups.delete(group);
  }
}

function isAlike(a: CompletedLink, b: CompletedLink): boolean {
  return (
    a.linkModel === b.linkModel &&
    a.group === b.group &&
    a.page?.type === b.page?.type &&
    a.page?.utility === b.page?.utility &&
    a.page?.isTarget === b.page?.isTarget
  );
}

function noCounts(): ModelCounts {
  return { pages: 0, types: NO_TYPES, groups: new Map() };
}

function noGroupCounts(): Counts {
  return { misses: 0, pages: 0, targets: 0, utility: 0, types: NO_TYPES };
}

const NOTHING_DRAWN: Readonly<Counts> = noGroupCounts();

function groupCount(
  { misses, pages, targets, utility, types }: Readonly<Counts>,
  waiting: number,
): GroupCount {
  return { waiting, misses, pages, targets, utility, types };
}

function getOr<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function changed(
  before: ReadonlyMap<string, number>,
  key: string,
  by: number,
): ReadonlyMap<string, number> {
  const counts = new Map(before);
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
  return counts;
}
