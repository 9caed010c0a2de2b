import { reportText as textOfReport } from "../../evaluation/report/report-text.ts";
import type { createStrategy } from "../../project/strategy-choice.ts";
import { runSources } from "../../run/figures/run-sources.ts";
import { readRun } from "../../run/folder/read-run.ts";
import type { TruthOptions } from "../../run/input/read-truth.ts";
import { printResult } from "../../run/print/print-line.ts";
import { truthOfRun } from "./truth-of-run.ts";
import type { ReportFiles } from "./write-report.ts";

/** The options of the command line. */
export type ReportOptions = ReportFiles & TruthOptions & { readonly json: boolean };

/**
 * Runs `dowser report`: prints the figures of a run, also while it runs, and writes them to the
 * files asked for.
 */
export async function reportCommand(
  directory: string,
  { json, html, png, ...options }: ReportOptions,
): Promise<void> {
  const run = readRun(directory);
  try {
    const sources = await runSources(directory, run);
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
