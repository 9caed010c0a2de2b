import type { Settlement } from "../domain/frontier/link.ts";
import type { CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import type { GroupScale } from "./group-scale.ts";
import type { Ending, HarvestedLink } from "./harvest-link.ts";
import type { LinkTally } from "./link-tally.ts";

/** What the end of a fetch changes. */
export interface Conclusion {
  readonly ports: Pick<CrawlPorts, "frontier" | "records">;
  /** The model of now, which need not be the one that scored the links. */
  readonly model: TrainedModel;
  readonly tally: LinkTally;
  readonly scale: GroupScale;
}

/**
 * Ends a lease: writes the record, weighs the groups that its links bring, then settles, in this order.
 * Each step may be done twice: a crash in between loses nothing and doubles nothing.
 */
export async function concludeLink(
  { ports, model, tally, scale }: Conclusion,
  harvested: HarvestedLink,
): Promise<void> {
  const { lease, pace, fetchedAt, fetchMs, came } = harvested;
  const now = fetchedAt + fetchMs;
  if (came.kind === "again") {
    await ports.frontier.settle(lease, { result: came, pace, now, links: [] });
    return;
  }
  const { state, reason, links } = came.ending;
  const { url } = lease.link;
  const replaced = await ports.records.get(url);
  const record = await ports.records.put(recordOf(harvested, came.ending));
  tally.conclude(record, replaced);
  await scale.weighOffered(model, links);
  const result: Settlement["result"] = { kind: "done", state, reason };
  await ports.frontier.settle(lease, { result, pace, now, links });
}

function recordOf(
  { lease, fetchedAt, fetchMs }: HarvestedLink,
  { links: _links, ...ending }: Ending,
): Parameters<CrawlPorts["records"]["put"]>[0] {
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
    ...ending,
    fetchedAt,
    fetchMs,
  };
}
