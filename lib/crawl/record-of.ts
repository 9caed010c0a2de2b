import type { RecordStore } from "../ports/record-store.ts";
import type { HarvestedLink, LinkOutcome } from "./harvested-link.ts";

/** A record before the store numbers it. */
export type NewRecord = Parameters<RecordStore["put"]>[0];

/** Makes the record of a link that was fetched or given up; `chanceRank` if it was drawn by chance. */
export function recordOf(
  { lease, fetchedAt, fetchMs }: HarvestedLink,
  { links: _links, ...outcome }: LinkOutcome,
  chanceRank: number | undefined,
): NewRecord {
  const { url, host, depth, parent, priority, group, snippet, model, why } = lease.link;
  return {
    url,
    host,
    depth,
    layer: lease.layer,
    parent,
    priority,
    group,
    linkModel: model,
    linkWhy: why,
    snippet,
    ...(chanceRank === undefined ? {} : { chanceRank }),
    ...outcome,
    fetchedAt,
    fetchMs,
  };
}
