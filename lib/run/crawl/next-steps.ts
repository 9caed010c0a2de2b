import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import { missingTargetsInWords } from "../../evaluation/missing-targets.ts";
import { cutFigures, cutInWords } from "../../evaluation/report/cut-figures.ts";
import { missingTargetsOf } from "../../evaluation/report/gather-answers.ts";
import { unreadInWords } from "../../evaluation/unread-sources.ts";
import { harvestInWords, offerInWords, sampleInWords } from "../../evaluation/verdict-words.ts";
import { type ReadableRun, readRun, storedViews } from "../folder/read-run.ts";
import { recallOfRun } from "../folder/recall-of-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { judgedOfRun } from "../judge/assessed-run.ts";
import { heldInWords, heldLabels } from "../judge/named-pages.ts";
import { unreadOfRun } from "./unread-of-run.ts";

/**
 * Returns lines for the end of a crawl in a directory: what gave nothing, its recall by the project's rule, why it has
 * no target page, when it has none, and how few keys of a person state how many of its pages are relevant.
 */
export async function nextSteps(directory: string, report: CrawlReport): Promise<string[]> {
  const run = readRun(directory);
  try {
    const { sample } = await judgedOfRun(directory, run);
    const offer = report.fetched === 0 ? undefined : offerInWords(sample, directory);
    const recall = await recallOfRun(directory, run);
    const cut = await cutFigures(run.records, run.cut());
    const unread = unreadInWords(await unreadOfRun(directory, run));
    return [
      ...unread,
      ...(unread.length === 0 ? [] : [`each of them: dowser export ${directory} --explain`]),
      ...(recall === undefined ? [] : [recallInWords(recall)]),
      ...(cut === undefined ? [] : cutInWords(cut)),
      ...heldInWords(await heldLabels(run), directory),
      ...(await missingTargets(directory, run, report)),
      ...(offer === undefined ? [] : [offer]),
    ];
  } finally {
    await run.close();
  }
}

/**
 * Returns the headline of a run in a directory: what people say, or else what it predicts. A crawl that has only gathered
 * click paths so far has no run there.
 */
export async function headlineOf(directory: string, totals: CrawlReport): Promise<string> {
  if (!existsSync(join(directory, RUN_FILES.database)))
    return harvestInWords({ totals, sample: undefined });
  const run = readRun(directory);
  try {
    const { sample, assessed } = await judgedOfRun(directory, run);
    if (sample === undefined) return harvestInWords({ totals, sample });
    return sampleInWords(sample, assessed);
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
