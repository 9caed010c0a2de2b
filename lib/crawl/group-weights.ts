import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { GroupTally } from "../domain/methods/group-tally.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import type { LinkTally } from "./link-tally.ts";

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
  #waiting: ReadonlyMap<string, number> = new Map();
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
    this.#waiting = (await this.#ports.frontier.count()).waitingByGroup;
    const tally = await this.#tallyFor(model);
    const groups = Array.from(tally.groups.keys()).filter((group) => this.#waiting.has(group));
    await this.#weigh(model, tally, groups);
  }

  /**
   * Restores the queued groups of the time before a crash, when leases that it left open are drawn
   * again. Their groups were weighed before the crash and keep their weights.
   */
  async restore(leases: readonly Lease[]): Promise<void> {
    const waiting = new Map((await this.#ports.frontier.count()).waitingByGroup);
    for (const { link } of leases) waiting.set(link.group, (waiting.get(link.group) ?? 0) + 1);
    this.#waiting = waiting;
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
    for (const [group, weight] of weights) {
      if (this.#lastSent.get(group) !== weight) changed.set(group, weight);
    }
    if (changed.size === 0) return;
    await this.#ports.frontier.weighGroups(changed);
    for (const [group, weight] of changed) this.#lastSent.set(group, weight);
  }
}
