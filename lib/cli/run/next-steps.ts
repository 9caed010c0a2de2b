import { existsSync } from "node:fs";
import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { recallInWords } from "../../domain/metrics/recall-statement.ts";
import {
  explainMissingTargets,
  type MissingTargets,
  missingTargetsInWords,
} from "../../evaluation/missing-targets.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { sampleOfRun } from "../sample/sample-file.ts";
import { type ReadableRun, readRun } from "./read-run.ts";
import { recallOfRun } from "./recall-of-run.ts";
import { loadRunProject } from "./run-project.ts";
import { storedViews } from "./stored-views.ts";

/**
 * Returns lines for the end of a crawl in a directory: its recall by the project's rule, why it has no
 * target page, when it has none, and how a person measures how good its pages are.
 */
export async function nextSteps(directory: string, report: CrawlReport): Promise<string[]> {
  const run = readRun(directory);
  try {
    const recall = await recallOfRun(directory, run);
    return [
      ...(recall === undefined ? [] : [recallInWords(recall)]),
      ...(await missingTargets(directory, run, report)),
      ...(report.fetched === 0 ? [] : [toJudge(directory)]),
    ];
  } finally {
    await run.close();
  }
}

/** Explains why a run has no target page, in lines; returns no line for a run that has one. */
export async function missingTargets(
  directory: string,
  run: ReadableRun,
  report: CrawlReport,
): Promise<string[]> {
  const missing = await missingTargetsOf(directory, run, report);
  return missing === undefined ? [] : missingTargetsInWords(missing);
}

/**
 * Explains why a run has no target page; returns `undefined` for a run that has one. `shownAs` is
 * the directory in commands that a reader is advised to use.
 */
export async function missingTargetsOf(
  directory: string,
  run: ReadableRun,
  report: CrawlReport,
  shownAs = directory,
): Promise<MissingTargets | undefined> {
  if (report.targets > 0) return undefined;
  const project = loadRunProject(directory) ?? {};
  return explainMissingTargets({
    records: run.records,
    report,
    directory: shownAs,
    viewOf: storedViews(run.pages, project),
    topic: project.need?.topic,
    files: fileNeed(project.need?.files),
    threshold: project.need?.threshold,
    isScopeOpen: project.scope?.hosts === "any",
  });
}

function toJudge(directory: string): string {
  const judge = `dowser judge ${directory}`;
  const commands = existsSync(sampleOfRun(directory))
    ? judge
    : `dowser sample ${directory} && ${judge}`;
  return `how good the pages are, by your own eyes: ${commands}`;
}
