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
  const [tally, twins] = [new LinkTally(), new TwinPages(records)];
  const copies = new Copies(records, plan);
  const [notFound, stopCheck] = [new NotFoundAnswers(plan), new StopCheck(plan.stop)];
  for await (const record of records.list()) {
    tally.count(record, undefined);
    stopCheck.count(record, undefined);
    notFound.count(record);
    copies.add(record);
    await twins.count(record, undefined);
  }
  return { tally, twins, notFound, copies, stopCheck };
}
