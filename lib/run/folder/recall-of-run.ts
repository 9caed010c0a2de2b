import { join } from "node:path";
import type { StopRule } from "../../crawl/crawl-plan.ts";
import type { RecallStatement } from "../../domain/stats/intervals/recall-statement.ts";
import { recallStatement } from "../../evaluation/recall-statement.ts";
import { statedStop } from "../../project/plan-crawl.ts";
import type { ReadableRun } from "./read-run.ts";
import { RUN_FILES } from "./run-database.ts";
import { loadFoundSeeds, loadNeed } from "./run-inputs.ts";
import { loadRunProject } from "./run-project.ts";

/** States the recall of a run by the rule of its project; `undefined` where it has none. */
export async function recallOfRun(
  directory: string,
  run: Pick<ReadableRun, "records" | "frontier" | "labels">,
): Promise<RecallStatement | undefined> {
  const rule = stopRuleOfRun(directory);
  return rule && recallStatement(run, rule);
}

/** Returns the rule by which the project of a run stops; `undefined` where it has none. */
export function stopRuleOfRun(directory: string): StopRule | undefined {
  const need = loadNeed(join(directory, RUN_FILES.need));
  const foundSeeds = loadFoundSeeds(join(directory, RUN_FILES.seeds));
  return statedStop(loadRunProject(directory) ?? {}, { need, foundSeeds });
}
