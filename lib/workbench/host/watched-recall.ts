import { StopCheck } from "../../crawl/stop-check.ts";
import type { RecallStatement } from "../../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { labelVerdicts, recallStatement } from "../../evaluation/recall-statement.ts";
import type { FrontierCount } from "../../ports/frontier.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import type { ReadableRun } from "../../run/folder/read-run.ts";
import { stopRuleOfRun } from "../../run/folder/recall-of-run.ts";

/** The recall of a run that is stated again and again while it grows: each record is read once. */
export class WatchedRecall {
  readonly #directory: string;
  readonly #run: ReadableRun;
  #check: StopCheck | undefined;
  #last = 0;

  constructor(directory: string, run: ReadableRun) {
    this.#directory = directory;
    this.#run = run;
  }

  /** States the recall by the rule of the project; `undefined` where it has none. */
  async statement(
    links: FrontierCount,
    labels: ReadonlyMap<Url, PageLabel>,
  ): Promise<RecallStatement | undefined> {
    const rule = stopRuleOfRun(this.#directory);
    if (rule?.of !== "discovered") return rule && recallStatement(this.#run, rule);
    this.#check ??= new StopCheck(rule);
    for await (const record of this.#run.records.list(this.#last)) {
      // Another call may have counted it while this one waited.
      if (record.sequence <= this.#last) continue;
      this.#check.count(record, undefined);
      this.#last = record.sequence;
    }
    return this.#check.statement(links, labelVerdicts(labels));
  }
}
