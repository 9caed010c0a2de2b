import type { RunTruth } from "../../report/truth-figures.ts";
import { readTruthLabels, type TruthOptions, targetRuleOf } from "../input/read-truth.ts";
import type { RunProject } from "../run/run-project.ts";
import { openRecording } from "../web/open-web.ts";

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
