/** `dowser overlap`: what two runs have in common. */
import { safeText } from "../../domain/text/safe-text.ts";
import { type Column, figures, formatTable } from "../../domain/text/table.ts";
import {
  type ComparedCrawl,
  type CrawlOverlap,
  type OverlapFigures,
  type OverlapSettings,
  overlapOfCrawls,
} from "../../evaluation/overlap.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import { readRun, storedViews } from "../folder/read-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { startStatus } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";

/** The options of the command line. */
export interface OverlapCommandOptions {
  /** Number of key phrases listed and compared over time, from 1. */
  readonly top: number;
  readonly json: boolean;
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
  using status = startStatus(terminal().stderr);
  return await work((read, all) =>
    status.show(
      () =>
        `${[read, all].map((pages) => pages.toLocaleString("en")).join(" of ")} relevant pages read`,
    ),
  );
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
  await using ours = openReading(first);
  await using theirs = openReading(second);
  return await overlapOfCrawls({ first: ours, second: theirs }, settings);
}

function openReading(directory: string) {
  const run = readRun(directory);
  return { ...run, view: storedViews(run.pages, loadRunProject(directory) ?? {}) };
}

/** Key phrases printed of each list; `--json` has all of them. */
const MAX_PHRASES = 20;

/** The directories of two runs, as the user named them. */
interface Directories {
  readonly first: string;
  readonly second: string;
}

const RUN_COLUMNS = [
  left("run"),
  ...["pages", "relevant", "hosts"].map(figures),
  left("directory"),
];

/**
 * Formats how far two runs overlap, for a terminal; a single line when there is nothing to compare.
 */
export function formatOverlap(
  { first, second, figures: found }: CrawlOverlap,
  directories: Directories,
  top: number,
): string {
  const runs = formatTable(RUN_COLUMNS, [
    runRow("first", first, directories.first),
    runRow("second", second, directories.second),
  ]);
  const lacking = [lackOf(first, directories.first), lackOf(second, directories.second)];
  const sections =
    found === undefined
      ? [[...new Set(lacking.filter((line) => line !== undefined))].join("\n")]
      : [
          formatShares(found),
          formatRecapture(found),
          formatOverTime(found, top),
          formatLists(found),
        ];
  return [runs, ...sections].join("\n\n");
}

function left(title: string): Column {
  return { title, align: "left" };
}

function runRow(name: string, { fetched, targets, hosts }: ComparedCrawl, directory: string) {
  return [name, ...[fetched, targets, hosts].map(count), directory];
}

function lackOf({ targets, read }: ComparedCrawl, directory: string): string | undefined {
  if (read > 0) return undefined;
  const lack = targets === 0 ? "has no relevant page" : "has none of its relevant pages stored";
  return `${directory} ${lack}: nothing to compare`;
}

function formatShares({ keywords, documents, sites }: OverlapFigures): string {
  const rows = [
    ...keywords.map(({ most, share }) => [`best ${count(most)} key phrases`, share.toFixed(3)]),
    ["documents", documents.toFixed(3)],
    ["sites", sites.toFixed(3)],
  ];
  return formatTable([left("overlap"), figures("share")], rows);
}

/** Says how many target pages two crawls imply, and what that is worth. */
function formatRecapture({ both, recapture }: OverlapFigures): string {
  const { estimate, low, high } = recapture;
  const whole = (value: number) => count(Math.round(value));
  return (
    `${count(both)} relevant pages are in both: some ${whole(estimate)} in all (${whole(low)} to ${whole(high)}), by capture and recapture.\n` +
    "An estimate without guarantee, and rather too low: both crawls find the same easy pages."
  );
}

function formatOverTime({ overTime }: OverlapFigures, top: number): string {
  const rows = overTime.map(({ first, second, share }) => [
    ...[first, second].map(count),
    share === undefined ? "–" : share.toFixed(3),
  ]);
  const table = formatTable(["pages of first", "of second", "share"].map(figures), rows);
  return `best ${count(top)} key phrases over time\n${table}`;
}

/** Formats three lists side by side, the best first. */
function formatLists({ lists: { common, onlyFirst, onlySecond } }: OverlapFigures): string {
  const lists = [common, onlyFirst, onlySecond];
  const longest = Math.max(...lists.map(({ length }) => length));
  const rows = Array.from({ length: Math.min(MAX_PHRASES, longest) }, (_, index) =>
    lists.map((phrases) => safeText(phrases[index] ?? "")),
  );
  const columns = ["in both", "only in first", "only in second"].map((title, index) =>
    left(`${title} (${count(lists[index]?.length ?? 0)})`),
  );
  return `key phrases\n${formatTable(columns, rows)}`;
}
