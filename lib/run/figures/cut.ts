/** `dowser cut`: shows what each cut would call of a run, and keeps one for all who read the run. */
import type { CutOutlook } from "../../evaluation/corpus-cuts.ts";
import { cutFigures, cutInWords } from "../../evaluation/report/cut-figures.ts";
import { count, counted } from "../../evaluation/report/figure-text.ts";
import { intervalInWords, NOT_JUDGED, percent } from "../../evaluation/verdict-words.ts";
import { keepCut, keptCut } from "../folder/kept-cut.ts";
import { type CutChoice, isRuledOut } from "../folder/looked-records.ts";
import { type ReadableRun, readRun } from "../folder/read-run.ts";
import { lookAtRun } from "../judge/look-at-run.ts";
import { printResult } from "../print/print-line.ts";
import { corpusOfRun, type FetchedPage } from "./corpus-of-run.ts";

/** The options of the command line. */
export interface CutOptions extends CutChoice {
  /** Whether the project decides again. */
  readonly reset: boolean;
  readonly json: boolean;
}

/** Cuts that are listed, of the hundred that are counted. */
const EVERY = 10;

/** Runs `dowser cut`. */
export async function cutCommand(directory: string, options: CutOptions): Promise<void> {
  printResult(await cutText(directory, options));
}

/**
 * Keeps the cut that is asked for, if one is, and says what each cut would call.
 * @throws DowserError `no-run`
 */
export async function cutText(
  directory: string,
  { cut, minScore, reset, json }: CutOptions,
): Promise<string> {
  await lookAtRun(directory);
  await using run = readRun(directory);
  if (minScore !== undefined) keepCut(directory, { minScore });
  else if (cut !== undefined) keepCut(directory, { cut });
  else if (reset) keepCut(directory, undefined);
  const { fixed, outlooks } = await corpusOfRun(directory, run, fetchedPages(run));
  const { targets: called } = await run.records.totals();
  const kept = keptCut(directory) ?? null;
  const used = await cutFigures(run.records, run.cut());
  if (json) return JSON.stringify({ directory, called, kept, cut: used ?? null, fixed, outlooks });
  const words = used === undefined ? [] : cutInWords(used);
  const listed = outlooks.filter((_, step) => step % EVERY === 0).toReversed();
  return [
    `${counted(called, "page is", "pages are")} called relevant${kept === null ? "" : ", by the cut that is kept in the run"}`,
    ...words,
    "",
    "from score  pages  relevant of them",
    ...listed.map(lineOf),
  ].join("\n");
}

async function* fetchedPages({
  records,
}: Pick<ReadableRun, "records">): AsyncIterable<FetchedPage> {
  for await (const { url, page } of records.list()) {
    if (page === undefined) continue;
    const { utility, isTarget } = page;
    yield { url, utility, isTarget, isRuledOut: isRuledOut(page) };
  }
}

function lineOf({ at, called, precision, by }: CutOutlook): string {
  const share = percent(precision.share);
  const said =
    by === "scores"
      ? `${share} ${NOT_JUDGED}`
      : `${share} (95 % interval ${intervalInWords(precision)}) by ${count(precision.cases)} ${by === "sample" ? "pages of a sample" : "labels, which are no random sample"}`;
  return `${at.toFixed(2).padStart(10)}  ${count(called).padStart(5)}  ${said}`;
}
