import type { RunTruth } from "../../evaluation/report/truth-figures.ts";
import type { RunProject } from "../../run/folder/run-project.ts";
import { readTruthLabels, type TruthOptions, targetRuleOf } from "../../run/input/read-truth.ts";
import { openRecording } from "../../run/web/open-web.ts";

/**
 * Reads the truth for a run; the URLs of a truth file are those by which the run's web knows its
 * pages. `undefined` where none is given.
 * @throws DowserError `bad-truth`, `truth-without-target`, `bad-target-rule`
 */
export async function truthOfRun(
  { web = "live" }: Partial<Pick<RunProject, "web">>,
  options: TruthOptions,
): Promise<RunTruth | undefined> {
  const rule = targetRuleOf(options);
  if (rule === undefined) return undefined;
  if (web === "live") return readTruthLabels(options.truth, rule, web);
  const recording = await openRecording(web);
  try {
    return await readTruthLabels(options.truth, rule, recording);
  } finally {
    recording.close();
  }
}
