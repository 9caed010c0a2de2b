import type { LinkState } from "../domain/frontier/link.ts";
import { harvestRate } from "../domain/measures/harvest-rate.ts";
import type { CrawlPorts } from "./crawl-plan.ts";

/** The state of a crawl, in figures. */
export interface CrawlReport {
  readonly fetched: number;
  readonly targets: number;
  readonly harvestRate: number;
  readonly bodyBytes: number;
  readonly hosts: number;
  /** Number of distinct URLs in each state. */
  readonly states: Readonly<Record<LinkState, number>>;
  /** `state:reason` → number of URLs that ended there. */
  readonly reasons: Readonly<Record<string, number>>;
}

/**
 * Reports the figures of a crawl. It may be called several times a second: stores keep these
 * totals.
 */
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

/** Counts the distinct URLs that a crawl knows, each in one state. */
export function knownUrls({ states }: Pick<CrawlReport, "states">): number {
  return Object.values(states).reduce((sum, urls) => sum + urls, 0);
}

/** Counts the URLs that are not completed: they are queued, or are being fetched. */
export function waitingUrls({ states }: Pick<CrawlReport, "states">): number {
  return states.waiting + states.leased;
}
