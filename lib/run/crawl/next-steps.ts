import { existsSync } from "node:fs";
import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import { missingTargetsInWords } from "../../evaluation/missing-targets.ts";
import { cutFigures, cutInWords } from "../../evaluation/report/cut-figures.ts";
import { missingTargetsOf } from "../../evaluation/report/gather-answers.ts";
import { unreadInWords } from "../../evaluation/unread-sources.ts";
import { type ReadableRun, readRun, storedViews } from "../folder/read-run.ts";
import { recallOfRun } from "../folder/recall-of-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { sampleOfRun } from "../judge/sample-file.ts";
import { unreadOfRun } from "./unread-of-run.ts";

/**
 * Returns lines for the end of a crawl in a directory: what gave nothing, its recall by the project's rule, why it has
 * no target page, when it has none, and how a person measures how good its pages are.
 */
export async function nextSteps(directory: string, report: CrawlReport): Promise<string[]> {
  const run = readRun(directory);
  try {
    const recall = await recallOfRun(directory, run);
    const cut = await cutFigures(run.records, run.cut());
    const unread = unreadInWords(await unreadOfRun(directory, run));
    return [
      ...unread,
      ...(unread.length === 0 ? [] : [`each of them: dowser export ${directory} --explain`]),
      ...(recall === undefined ? [] : [recallInWords(recall)]),
      ...(cut === undefined ? [] : cutInWords(cut)),
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
  const project = loadRunProject(directory) ?? {};
  const viewOf = storedViews(run.pages, project);
  const { records } = run;
  const missing = await missingTargetsOf({ records, viewOf, project, shownAs: directory }, report);
  return missing === undefined ? [] : missingTargetsInWords(missing);
}

function toJudge(directory: string): string {
  const judge = `dowser judge ${directory}`;
  const commands = existsSync(sampleOfRun(directory))
    ? judge
    : `dowser sample ${directory} && ${judge}`;
  return `how good the pages are, by your own eyes: ${commands}`;
}
