import { reportText as textOfReport } from "../../evaluation/report/report-text.ts";
import type { RunTruth } from "../../evaluation/report/run-report.ts";
import type { createStrategy } from "../../project/strategy-choice.ts";
import { runSources } from "../../run/figures/run-sources.ts";
import type { CutChoice } from "../../run/folder/looked-records.ts";
import { readRun } from "../../run/folder/read-run.ts";
import {
  type RunProject,
  type StrategyReading,
  tellIfNotLoaded,
} from "../../run/folder/run-project.ts";
import { readTruthLabels, type TruthOptions, targetRuleOf } from "../../run/input/read-truth.ts";
import { lookAtRun } from "../../run/judge/look-at-run.ts";
import { printResult } from "../../run/print/print-line.ts";
import { openRecording } from "../../run/web/open-web.ts";
import type { ReportFiles } from "./write-report.ts";

/** The options of the command line. */
export type ReportOptions = ReportFiles &
  TruthOptions &
  CutChoice &
  Pick<StrategyReading, "strategyModule"> & { readonly json: boolean };

/**
 * Runs `dowser report`: prints the figures of a run, also while it runs, and writes them to the
 * files asked for.
 */
export async function reportCommand(
  directory: string,
  { json, html, png, strategyModule, cut, minScore, ...options }: ReportOptions,
): Promise<void> {
  await lookAtRun(directory);
  const run = readRun(directory, undefined, { cut, minScore });
  try {
    const isHandedOn = html !== undefined;
    const sources = await runSources(directory, run, { strategyModule, isHandedOn });
    tellIfNotLoaded(sources.project, { strategyModule }, "page types are not counted");
    const truth = await truthOfRun(sources.project, options);
    if (html !== undefined || png !== undefined) {
      // The drawing code is loaded only when something is drawn.
      const { writeReport } = await import("./write-report.ts");
      await writeReport(sources, truth, { html, png });
    }
    printResult(await textOfReport(sources, { json, truth }));
  } finally {
    await run.close();
  }
}

/**
 * Returns the output of the command without a truth file.
 * @throws DowserError `no-run`, `bad-sample`
 */
export async function reportText(
  directory: string,
  { json }: { readonly json: boolean },
  strategyOf?: typeof createStrategy,
): Promise<string> {
  const run = readRun(directory);
  try {
    return await textOfReport(await runSources(directory, run, { strategyOf }), { json });
  } finally {
    await run.close();
  }
}

/**
 * Reads the truth for a run; the URLs of a truth file are those by which the run's web knows its
 * pages. `undefined` where none is given.
 * @throws DowserError `bad-truth`, `truth-without-target`, `bad-target-rule`
 */
async function truthOfRun(
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
