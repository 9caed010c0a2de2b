import { type Verdicts, verdictsOf } from "../crawl/chance-draws.ts";
import type { StopRule } from "../crawl/crawl-plan.ts";
import { currentLabels, ofPeople } from "../crawl/labels.ts";
import { StopCheck } from "../crawl/stop-check.ts";
import type { RecallStatement } from "../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Frontier, FrontierCount } from "../ports/frontier.ts";
import type { LabelStore, PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** What a kept crawl is read from. */
interface KeptCrawl {
  readonly records: Pick<RecordStore, "get" | "list">;
  readonly frontier: Pick<Frontier, "count">;
  readonly labels: Pick<LabelStore, "list">;
}

/** States what the rule of a project says of a crawl, also while it runs. */
export async function recallStatement(
  { records, frontier, labels }: KeptCrawl,
  rule: StopRule,
): Promise<RecallStatement | undefined> {
  const check = new StopCheck(rule);
  if (rule.of === "control-list") {
    for (const url of rule.control) {
      const record = await records.get(url);
      if (record !== undefined) check.count(record, undefined);
    }
  } else for await (const record of records.list()) check.count(record, undefined);
  return statementBy(check, await frontier.count(), {
    records,
    labels: currentLabels(await labels.list()),
  });
}

/** States the recall of a kept crawl by what was counted of it, and by the current labels of its run. */
export async function statementBy(
  check: StopCheck,
  links: FrontierCount,
  {
    records,
    labels,
  }: Pick<KeptCrawl, "records"> & { readonly labels: ReadonlyMap<Url, PageLabel> },
): Promise<RecallStatement | undefined> {
  const found = await Promise.all([...labels.keys()].map((url) => records.get(url)));
  const labelled = found.filter((record) => record !== undefined);
  return check.statement(links, labelVerdicts(labels), labelled);
}

/** Returns what people say in the current labels of a run as verdicts on its draws. */
function labelVerdicts(labels: ReadonlyMap<Url, PageLabel>): Verdicts {
  return verdictsOf(new Map(ofPeople(labels.values()).map(({ url, label }) => [url, label])));
}
