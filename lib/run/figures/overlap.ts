import {
  type CrawlOverlap,
  type OverlapSettings,
  overlapOfCrawls,
} from "../../evaluation/overlap.ts";
import { readRun } from "../folder/read-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { storedViews } from "../folder/stored-views.ts";
import { printResult } from "../print/print-line.ts";
import { startStatus } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";
import { formatOverlap } from "./overlap-tables.ts";

/** The options of the command line. */
export interface OverlapCommandOptions {
  /** Number of key phrases listed and compared over time, from 1. */
  readonly top: number;
  readonly json: boolean;
}

/**
 * Runs `dowser overlap`: reports how far the target pages of two runs are the same, also while they
 * run.
 */
export async function overlapCommand(
  first: string,
  second: string,
  options: OverlapCommandOptions,
): Promise<void> {
  printResult(await overlapText(first, second, options));
}

/**
 * Returns the output of the command.
 * @throws DowserError `no-run`
 */
export async function overlapText(
  first: string,
  second: string,
  { top, json }: OverlapCommandOptions,
): Promise<string> {
  const overlap = await withStatus((onProgress) =>
    overlapOfRuns(first, second, { top, onProgress }),
  );
  const directories = { first, second };
  if (!json) return formatOverlap(overlap, directories, top);
  return JSON.stringify({
    first: { directory: first, ...overlap.first },
    second: { directory: second, ...overlap.second },
    top,
    figures: overlap.figures ?? null,
  });
}

/** Shows how many target pages are read so far, on standard error. */
async function withStatus<Answer>(
  work: (onProgress: OverlapSettings["onProgress"]) => Promise<Answer>,
): Promise<Answer> {
  const status = startStatus(terminal().stderr);
  try {
    return await work((read, all) =>
      status.show(
        () =>
          `${[read, all].map((pages) => pages.toLocaleString("en")).join(" of ")} target pages read`,
      ),
    );
  } finally {
    status.stop();
  }
}

/**
 * Compares the target pages of the runs in two directories, each of which may have a crawl at work.
 * @throws DowserError `no-run`
 */
export async function overlapOfRuns(
  first: string,
  second: string,
  settings: OverlapSettings,
): Promise<CrawlOverlap> {
  const ours = openReading(first);
  try {
    const theirs = openReading(second);
    try {
      return await overlapOfCrawls({ first: ours, second: theirs }, settings);
    } finally {
      await theirs.close();
    }
  } finally {
    await ours.close();
  }
}

function openReading(directory: string) {
  const run = readRun(directory);
  return { ...run, view: storedViews(run.pages, loadRunProject(directory) ?? {}) };
}
