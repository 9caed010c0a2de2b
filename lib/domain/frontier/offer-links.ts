import { DowserError } from "../../errors.ts";
import { type FrontierCore, moveLink, scoreLink } from "./frontier-core.ts";
import type { Place, Standing } from "./frontier-tables.ts";
import { isWaiting } from "./frontier-tally.ts";
import { type GroupRace, raceGroups } from "./group-race.ts";
import type { OfferedLink } from "./link.ts";
import { comesBefore, drawKey, weighPriority } from "./link-order.ts";
import { type Grouped, mergeOffer } from "./merge-offer.ts";

/** Reason of links cut because more may not wait. */
const OVER_CAPACITY = "capacity";

/** Throws for a link whose priority no order could hold; called before anything is changed. */
export function checkPriorities(links: readonly OfferedLink[]): void {
  for (const { priority, url } of links) checkPriority(priority, url);
}

/** Throws for a priority outside [0, ∞), NaN included. */
export function checkPriority(priority: number, url: string): void {
  if (priority >= 0 && priority < Infinity) return;
  throw new DowserError(`The priority of ${url} is ${priority}, which is not in [0, ∞).`, {
    code: "priority-out-of-range",
    reaction: "stop-crawl",
    value: priority,
    mend: "Correct the strategy's scoring of links: a finite number, not negative.",
  });
}

/** Admits, merges or refuses each link in turn, then cuts what is over the capacity. */
export function offerLinks(core: FrontierCore, links: readonly OfferedLink[]): void {
  for (const link of links) offerLink(core, link);
  cutLowest(core);
  core.tables.orders.refresh();
}

/** Cuts the lowest waiting links until no more wait than may. */
export function cutLowest(core: FrontierCore): void {
  const { policy, tables, tally } = core;
  if (tally.waiting() <= policy.capacity) return;
  const race = raceLowest(core);
  while (tally.waiting() > policy.capacity) {
    const lowest = race.next();
    if (lowest === undefined) return;
    const { standing } = tables.links.read(lowest.sequence);
    moveLink(core, standing, { place: "cut", reason: OVER_CAPACITY });
    race.forgetGroup(lowest.group);
  }
}

function raceLowest({ policy, tables, tally }: FrontierCore): GroupRace {
  return raceGroups({
    groups: () => tally.waitingByGroup().keys(),
    weightOf: (group) => tables.orders.weightOf(group),
    headOf: (group) => tables.orders.lowest(group),
    valueOf: (priority, weight) => weighPriority(policy.selection, priority, weight),
    wanted: "last",
  });
}

function offerLink(core: FrontierCore, link: OfferedLink): void {
  const known = core.tables.links.find(link.url, link.host);
  if (known === undefined || known.place === "barred") {
    offerUnadmitted(core, link, known);
  } else if (link.refusedBy === undefined && (isWaiting(known.place) || known.place === "cut")) {
    offerAgain(core, link, known);
  }
}

function offerUnadmitted(
  core: FrontierCore,
  link: OfferedLink,
  barred: Standing | undefined,
): void {
  const { links, ledger } = core.tables;
  const rule =
    link.refusedBy ?? link.quotas.find(({ key, limit }) => ledger.quotaUsed(key) >= limit)?.rule;
  if (rule !== undefined) {
    if (barred === undefined) bar(core, link, rule);
    return;
  }
  if (barred !== undefined) {
    const reason = links.unbar(barred.sequence);
    core.tally.add({ place: "barred", reason, group: "", count: -1 });
  }
  for (const { key } of link.quotas) ledger.useQuota(key);
  core.lastSequence += 1;
  const sequence = core.lastSequence;
  const place = firstPlace(core, link);
  links.admit(link, { sequence, place, key: keyOf(core, link.url, sequence, link.priority) });
  core.tally.add({ place, reason: "", group: link.group, count: 1 });
}

function bar(core: FrontierCore, link: OfferedLink, rule: string): void {
  core.lastSequence += 1;
  core.tables.links.bar({ ...link, refusedBy: rule }, core.lastSequence);
  core.tally.add({ place: "barred", reason: rule, group: "", count: 1 });
}

/**
 * Layer 0 is the seeds, and what a redirect leads to belongs to the layer of the link that it stands
 * for. Whatever else a layered selection is offered waits for a later layer.
 */
function firstPlace(core: FrontierCore, { depth, redirects }: OfferedLink): Place {
  if (core.policy.selection.kind !== "layered" || redirects > 0) return "lane";
  return depth > 0 || core.tables.ledger.layer() > 0 ? "pool" : "lane";
}

function offerAgain(core: FrontierCore, link: OfferedLink, known: Standing): void {
  const { links } = core.tables;
  const valueOf = (each: Grouped): number => valueUnderWeight(core, each);
  const { scoring, isShorter } = mergeOffer(core.policy.merge, known, link, valueOf);
  if (isShorter) links.reroute(known.sequence, link);
  let standing = known;
  if (scoring !== undefined) {
    const { priority, fromOffer } = scoring;
    const group = fromOffer ? link.group : known.group;
    const key = keyOf(core, link.url, known.sequence, priority);
    scoreLink(core, known, { priority, key, group, ...(fromOffer ? { said: link } : {}) });
    standing = { ...known, priority, group };
  }
  if (known.place === "cut") reconsider(core, standing);
}

/** Lets a cut link wait again, where there is room or it beats the lowest, which is cut in its place. */
function reconsider(core: FrontierCore, cut: Standing): void {
  if (core.tally.waiting() >= core.policy.capacity && !beatsLowest(core, cut)) return;
  const place = core.policy.selection.kind === "layered" ? "pool" : "lane";
  moveLink(core, cut, { place }, OVER_CAPACITY);
}

function beatsLowest(core: FrontierCore, standing: Standing): boolean {
  const lowest = raceLowest(core).next();
  const { sequence, priority } = standing;
  const value = valueUnderWeight(core, standing);
  return lowest === undefined || comesBefore({ value, key: priority, sequence }, lowest);
}

function valueUnderWeight({ policy, tables }: FrontierCore, { priority, group }: Grouped): number {
  return weighPriority(policy.selection, priority, tables.orders.weightOf(group));
}

function keyOf(core: FrontierCore, url: string, sequence: number, priority: number): number {
  return drawKey(core.policy.selection, core.policy.seed, { url, sequence, priority });
}
