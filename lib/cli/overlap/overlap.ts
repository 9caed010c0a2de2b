import { type CrawlOverlap, overlapOfCrawls } from "../../evaluation/overlap.ts";
import { startStatus } from "../print/status-line.ts";
import { readRun } from "../run/read-run.ts";
import { loadRunProject } from "../run/run-project.ts";
import { storedViews } from "../run/stored-views.ts";
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
  process.stdout.write(`${await overlapText(first, second, options)}\n`);
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
  const overlap = await overlapOfRuns(first, second, top);
  const directories = { first, second };
  if (!json) return formatOverlap(overlap, directories, top);
  return JSON.stringify({
    first: { directory: first, ...overlap.first },
    second: { directory: second, ...overlap.second },
    top,
    figures: overlap.figures ?? null,
  });
}

async function overlapOfRuns(first: string, second: string, top: number): Promise<CrawlOverlap> {
  const status = startStatus(process.stderr);
  const onProgress = (read: number, all: number) =>
    status.show(
      () =>
        `${[read, all].map((pages) => pages.toLocaleString("en")).join(" of ")} target pages read`,
    );
  const ours = openReading(first);
  try {
    const theirs = openReading(second);
    try {
      return await overlapOfCrawls({ first: ours, second: theirs }, { top, onProgress });
    } finally {
      await theirs.close();
    }
  } finally {
    await ours.close();
    status.stop();
  }
}

function openReading(directory: string) {
  const run = readRun(directory);
  return { ...run, view: storedViews(run.pages, loadRunProject(directory) ?? {}) };
}
