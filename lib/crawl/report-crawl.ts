import type { LinkState } from "../domain/frontier/link.ts";
import { harvestRate } from "../domain/metrics/harvest.ts";
import type { CrawlPorts } from "./crawl-plan.ts";

/** How a crawl stands, in figures. */
export interface CrawlReport {
  readonly fetched: number;
  readonly targets: number;
  readonly harvestRate: number;
  readonly bodyBytes: number;
  readonly hosts: number;
  /** Distinct URLs by the one state each is in. */
  readonly states: Readonly<Record<LinkState, number>>;
  /** `state:reason` → URLs that ended there. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Cheap enough to be asked several times a second: stores keep these totals. */
export async function reportCrawl({
  frontier,
  records,
}: {
  readonly frontier: Pick<CrawlPorts["frontier"], "count">;
  readonly records: Pick<CrawlPorts["records"], "totals">;
}): Promise<CrawlReport> {
  const [{ pages, targets, bodyBytes }, { states, reasons, hosts }] = await Promise.all([
    records.totals(),
    frontier.count(),
  ]);
  return {
    fetched: pages,
    targets,
    harvestRate: harvestRate(targets, pages),
    bodyBytes,
    hosts,
    states,
    reasons: Object.fromEntries([...reasons].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Distinct URLs that a crawl knows, each in one state. */
export function knownUrls({ states }: Pick<CrawlReport, "states">): number {
  return Object.values(states).reduce((sum, urls) => sum + urls, 0);
}

/** Those that have not come to an end: they wait, or are being fetched. */
export function waitingUrls({ states }: Pick<CrawlReport, "states">): number {
  return states.waiting + states.leased;
}
