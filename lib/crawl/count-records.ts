import type { PageRecord } from "../domain/page/page-record.ts";
import { Copies } from "./copies.ts";
import type { CrawlPlan, DecidingPorts } from "./crawl-plan.ts";
import { LinkTally } from "./link-tally.ts";
import { NotFoundAnswers } from "./not-found-answers.ts";
import { StopCheck } from "./stop-check.ts";
import { TwinPages } from "./twin-pages.ts";

/** What a crawl knows by its records. */
export interface CountedRecords {
  readonly tally: LinkTally;
  readonly twins: TwinPages;
  readonly notFound: NotFoundAnswers;
  readonly copies: Copies;
  readonly stopCheck: StopCheck;
}

/** Counts the records of a crawl that is resumed, in one pass. */
export async function countRecords(
  records: DecidingPorts["records"],
  plan: CrawlPlan,
): Promise<CountedRecords> {
  const twins = new TwinPages(records);
  const copies = new Copies(records, plan);
  const notFound = new NotFoundAnswers(plan);
  const judged = await countJudged(records, plan, async (record) => {
    notFound.count(record);
    copies.add(record);
    await twins.count(record, undefined);
  });
  return { ...judged, twins, notFound, copies };
}

/**
 * Counts, in one pass, what depends on how pages are judged, and so changes when the need does; `also`
 * gets each record.
 */
export async function countJudged(
  records: Pick<DecidingPorts["records"], "list">,
  { stop }: Pick<CrawlPlan, "stop">,
  also?: (record: PageRecord) => Promise<void>,
): Promise<Pick<CountedRecords, "tally" | "stopCheck">> {
  const [tally, stopCheck] = [new LinkTally(), new StopCheck(stop)];
  for await (const record of records.list()) {
    tally.count(record, undefined);
    stopCheck.count(record, undefined);
    await also?.(record);
  }
  return { tally, stopCheck };
}
