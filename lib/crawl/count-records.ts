import type { PageRecord } from "../domain/page/page-record.ts";
import type { CrawlPlan, DecidingPorts } from "./crawl-plan.ts";
import { forgottenLinks } from "./forgotten.ts";
import { LinkTally } from "./link-tally.ts";
import { PageErrors } from "./page-errors.ts";
import { DecidingRules } from "./run-rules.ts";
import { StopCheck } from "./stop-check.ts";
import { TwinPages } from "./twin-pages.ts";

/** What a crawl knows by its records. */
export interface CountedRecords {
  readonly tally: LinkTally;
  readonly rules: DecidingRules;
  readonly stopCheck: StopCheck;
}

/** Counts the records of a crawl that is resumed, in one pass. */
export async function countRecords(
  ports: Pick<DecidingPorts, "records" | "frontier" | "clock">,
  plan: CrawlPlan,
): Promise<CountedRecords> {
  const { records } = ports;
  const rules = new DecidingRules([
    new PageErrors(),
    forgottenLinks(plan.forgotten),
    new TwinPages(records),
    ...plan.rules.decide.map((open) => open({ ...ports, scope: plan.scope, seed: plan.seed })),
  ]);
  const judged = await countJudged(records, plan, async (record) => {
    await rules.count(record, undefined);
  });
  return { ...judged, rules };
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
