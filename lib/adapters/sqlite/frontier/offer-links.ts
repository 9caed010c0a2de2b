import {
  comesBefore,
  GroupMerge,
  weighPriority,
} from "../../../domain/frontier/frontier-policy.ts";
import { isWaiting, type LinkSummary, type OfferedLink } from "../../../domain/frontier/link.ts";
import {
  FRONTIER_FULL,
  type Grouped,
  initialState,
  mergeOffer,
  quotasUsed,
  refusalOf,
  SITE_BUDGET,
} from "../../../domain/frontier/offer-rules.ts";
import type { FrontierTables } from "./frontier-tables.ts";

/** Admits, merges or refuses each link in order, then cuts the links over the capacity. */
export function offerLinks(tables: FrontierTables, links: readonly OfferedLink[]): void {
  for (const link of links) offerLink(tables, link);
  cutLowest(tables);
}

/** Cuts the lowest waiting links until the capacity is kept. */
export function cutLowest(tables: FrontierTables): void {
  const { policy, links } = tables;
  if (links.tally.waiting() <= policy.capacity) return;
  const merge = mergeFromLowest(tables);
  while (links.tally.waiting() > policy.capacity) {
    const lowest = merge.peek();
    if (lowest === undefined) return;
    links.move(links.read(lowest.sequence).summary, { state: "cut", reason: FRONTIER_FULL });
    merge.invalidateGroup(lowest.group);
  }
}

function mergeFromLowest({ policy, links, queues }: FrontierTables): GroupMerge {
  return new GroupMerge().begin({
    groups: links.tally.waitingByGroup(),
    weights: queues,
    headOf: (group) => queues.peekLowest(group),
    valueOf: (priority, weight) => weighPriority(policy.selection, priority, weight),
    from: "last",
  });
}

/** Keeps one link per URL: merges a known URL; may admit one that is new or was filtered. */
function offerLink(tables: FrontierTables, link: OfferedLink): void {
  const known = tables.links.find(link.url, link.host);
  if (known === undefined || known.state === "filtered") {
    admitOrFilter(tables, link, known);
  } else if (link.refusedBy === undefined && (isWaiting(known.state) || known.state === "cut")) {
    mergeInto(tables, known, link);
  }
}

function admitOrFilter(
  { policy, links, hosts, sites, quotas, layers }: FrontierTables,
  link: OfferedLink,
  filtered: LinkSummary | undefined,
): void {
  const used = quotasUsed(link.quotas, hosts.isAdmitted(link.host));
  const rule =
    refusalOf({ ...link, quotas: used }, quotas) ??
    (sites?.isSpent(link.host) === true ? SITE_BUDGET : undefined);
  if (rule !== undefined) {
    if (filtered === undefined) links.filter(link, rule);
    return;
  }
  if (filtered !== undefined) links.unfilter(filtered);
  for (const { key } of used) quotas.use(key);
  links.admit(link, initialState(link, policy, layers.begun));
}

function mergeInto(tables: FrontierTables, known: LinkSummary, offered: OfferedLink): void {
  const { policy, links, queues, rescorer } = tables;
  const valueOf = ({ priority, group }: Grouped): number =>
    weighPriority(policy.selection, priority, queues.weightOf(group));
  const current = { ...known, ...rescorer.current(known) };
  const { scoring, isShorter } = mergeOffer(policy.merge, current, offered, valueOf);
  // Its score is that of the longer path until the next rescoring.
  let link = isShorter ? rescorer.bringUpToDate(known) : known;
  if (isShorter) link = links.reroute(link, offered);
  if (scoring !== undefined) {
    const { priority, fromOffer } = scoring;
    const taken = fromOffer ? { group: offered.group, said: offered } : { group: link.group };
    link = links.score(link, { priority, ...taken });
  }
  if (link.state === "cut") reconsider(tables, link);
}

/** Lets a cut link wait again when there is space, or when it beats the lowest link, which is cut instead. */
function reconsider(tables: FrontierTables, link: LinkSummary): void {
  const { policy, links } = tables;
  if (links.tally.waiting() >= policy.capacity && !beatsLowest(tables, link)) return;
  links.move(link, { state: policy.selection.kind === "layered" ? "next-layer" : "queued" });
}

function beatsLowest(tables: FrontierTables, link: LinkSummary): boolean {
  const lowest = mergeFromLowest(tables).peek();
  const { sequence, priority, group } = link;
  const value = weighPriority(tables.policy.selection, priority, tables.queues.weightOf(group));
  return lowest === undefined || comesBefore({ value, key: priority, sequence }, lowest);
}
