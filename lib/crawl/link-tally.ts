/** Completed links by group, and the weights that strategies give groups by them. */

import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import { type GroupCount, type GroupTally, MapView } from "../domain/methods/group-tally.ts";
import { FEED_GROUP } from "../domain/page/feeds/feed.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";

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

/** New groups that are put among the sorted ones one by one; more are sorted with them. */
const MOST_PLACED = 32;

/** Groups of which links were drawn, then those of which links only wait. */
class TalliedGroups extends MapView<string, GroupCount> {
  readonly drawn: ReadonlyMap<string, GroupCount>;
  readonly queued: readonly string[];
  readonly waiting: ReadonlyMap<string, number>;

  constructor(
    drawn: ReadonlyMap<string, GroupCount>,
    queued: readonly string[],
    waiting: ReadonlyMap<string, number>,
  ) {
    super();
    this.drawn = drawn;
    this.queued = queued;
    this.waiting = waiting;
  }

  get(group: string): GroupCount | undefined {
    const drawn = this.drawn.get(group);
    if (drawn !== undefined) return drawn;
    const waiting = this.waiting.get(group);
    return waiting === undefined ? undefined : nothingDrawn(waiting);
  }

  forEach(visit: (count: GroupCount, group: string, groups: this) => void): void {
    this.drawn.forEach((count, group) => visit(count, group, this));
    // Before each draw: a step of a loop over a list is an object until V8 has compiled it for speed.
    this.queued.forEach((group) => {
      if (this.drawn.has(group)) return;
      visit(nothingDrawn(this.waiting.get(group) ?? 0), group, this);
    });
  }
}

/** Returns where a name belongs in a sorted list that does not have it. */
function placeIn(sorted: readonly string[], name: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? "") < name) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Running counts of link results, by the model that scored the links. Counting the records of a
 * store in their order gives the same sums, to the last bit, as counting them when they were put.
 */
export class LinkTally {
  readonly #models = new Map<string, ModelCounts>();
  /** Groups that were queued at the last tally, and the same by name. */
  readonly #queued = new Set<string>();
  readonly #sorted: string[] = [];

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
   * first record, then by name: a resumed crawl sees the order that it would have seen. Groups of which
   * nothing was drawn are those that wait when they are read.
   */
  groupTally(model: string, waiting: ReadonlyMap<string, number>, remaining: number): GroupTally {
    const { pages, types, groups } = this.#models.get(model) ?? noCounts();
    const drawn = new Map<string, GroupCount>();
    for (const [group, counts] of groups)
      drawn.set(group, groupCount(counts, waiting.get(group) ?? 0));
    this.#sort(waiting);
    return { pages, remaining, types, groups: new TalliedGroups(drawn, this.#sorted, waiting) };
  }

  /** Sorts the queued groups by name. Between two draws few are new, so that these are put where they belong. */
  #sort(waiting: ReadonlyMap<string, number>): void {
    const [queued, sorted] = [this.#queued, this.#sorted];
    if (sorted.some((group) => !waiting.has(group))) {
      let stayed = 0;
      sorted.forEach((group) => {
        if (waiting.has(group)) sorted[stayed++] = group;
        else queued.delete(group);
      });
      sorted.length = stayed;
    }
    if (queued.size === waiting.size) return;
    const areFew = waiting.size - queued.size < MOST_PLACED;
    waiting.forEach((_, group) => {
      if (queued.has(group)) return;
      queued.add(group);
      if (areFew) sorted.splice(placeIn(sorted, group), 0, group);
      else sorted.push(group);
    });
    if (!areFew) sorted.sort();
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

/** Counts of groups of which nothing was drawn, by the number of links that wait: hundreds of groups share them. */
const NOTHING_DRAWN = Array.from({ length: 256 }, (_, waiting) =>
  groupCount(noGroupCounts(), waiting),
);

function nothingDrawn(waiting: number): GroupCount {
  return NOTHING_DRAWN[waiting] ?? groupCount(noGroupCounts(), waiting);
}

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

/**
 * Weighs groups of links by the results of their links, for strategies that ask for it. All queued
 * groups are weighed before each draw. Groups without queued links are weighed before their links
 * are offered. For other strategies it does nothing.
 *
 * Weights depend only on the records and on the groups that were queued at the last draw. So a
 * crawl that is resumed after a crash decides as it would have.
 */
export class GroupWeights {
  readonly #ports: Pick<CrawlPorts, "frontier" | "records">;
  readonly #budget: number;
  readonly #tally: LinkTally;
  /** Number of links that were queued at the last draw, by group. */
  readonly #waiting = new Map<string, number>();
  /** The weights that this process sent to the frontier. */
  readonly #lastSent = new Map<string, number>();

  constructor(
    ports: Pick<CrawlPorts, "frontier" | "records">,
    { budget }: Pick<CrawlPlan, "budget">,
    tally: LinkTally,
  ) {
    this.#ports = ports;
    this.#budget = budget.pages;
    this.#tally = tally;
  }

  /** Weighs all queued groups: before a draw, or before a layer is begun. */
  async weighWaiting(model: TrainedModel): Promise<void> {
    if (model.compiled.groups === undefined) return;
    become(this.#waiting, (await this.#ports.frontier.count()).waitingByGroup);
    const tally = await this.#tallyFor(model);
    const groups: string[] = [];
    tally.groups.forEach((_, group) => {
      if (this.#waiting.has(group)) groups.push(group);
    });
    await this.#weigh(model, tally, groups);
  }

  /**
   * Restores the queued groups of the time before a crash, when leases that it left open are drawn
   * again. Their groups were weighed before the crash and keep their weights.
   */
  async restore(leases: readonly Lease[]): Promise<void> {
    const waiting = this.#waiting;
    become(waiting, (await this.#ports.frontier.count()).waitingByGroup);
    for (const { link } of leases) waiting.set(link.group, (waiting.get(link.group) ?? 0) + 1);
  }

  /**
   * Weighs the groups of links about to be offered, unless links of the group were queued already.
   */
  async weighOffered(model: TrainedModel, links: readonly OfferedLink[]): Promise<void> {
    if (model.compiled.groups === undefined) return;
    const groups = new Set<string>();
    for (const { group, refusedBy } of links) {
      if (refusedBy === undefined && !this.#waiting.has(group)) groups.add(group);
    }
    if (groups.size > 0) await this.#weigh(model, await this.#tallyFor(model), [...groups]);
  }

  async #tallyFor({ hash }: TrainedModel): Promise<GroupTally> {
    const { pages } = await this.#ports.records.totals();
    const remaining = Math.max(0, this.#budget - pages);
    return this.#tally.groupTally(hash, this.#waiting, remaining);
  }

  async #weigh(
    { compiled }: TrainedModel,
    tally: GroupTally,
    groups: readonly string[],
  ): Promise<void> {
    const weights = compiled.groups?.weigh(tally, groups) ?? new Map<string, number>();
    const changed = new Map<string, number>();
    // A loop over entries makes an array of each, of a thousand groups before each draw.
    weights.forEach((weight, group) => {
      if (this.#lastSent.get(group) !== weight) changed.set(group, weight);
    });
    if (changed.size === 0) return;
    await this.#ports.frontier.weighGroups(changed);
    for (const [group, weight] of changed) this.#lastSent.set(group, weight);
  }
}

/** Makes the counts those of another table, whose entries are mostly the same. */
function become(counts: Map<string, number>, others: ReadonlyMap<string, number>): void {
  counts.forEach((_, group) => {
    if (!others.has(group)) counts.delete(group);
  });
  others.forEach((count, group) => {
    if (counts.get(group) !== count) counts.set(group, count);
  });
}

// Groups of links that are not ranked by a model.

/** Group of the links to pages that an earlier crawl has fetched. */
export const REVISIT_GROUP = "revisit";

/** Group of the links that ask hosts for what cannot exist. */
export const PROBE_GROUP = "soft-404 probe";

/** Group of the links that are expected to show what a fetched page does: they come last. */
export const VIEW_GROUP = "other view";

/** Groups whose links have a rank of their own, whatever a model says. */
export const UNRANKED_GROUPS: ReadonlySet<string> = new Set([
  REVISIT_GROUP,
  FEED_GROUP,
  VIEW_GROUP,
]);
