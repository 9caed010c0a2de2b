import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { systemClock } from "../../adapters/system-clock.ts";
import { ofPeople } from "../../crawl/labels.ts";
import { LABEL_SOURCES, LABEL_WORDS, labelOfWord } from "../../domain/methods/label-need.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import type { AssessedFigures } from "../../evaluation/assessed-pages.ts";
import { excerptOf } from "../../evaluation/excerpt.ts";
import { knownPages } from "../../evaluation/export/run-repeats.ts";
import {
  calledFigures,
  estimateOf,
  type JudgedSample,
  type SampledPage,
} from "../../evaluation/sample-pages.ts";
import { offerInWords, sampleInWords } from "../../evaluation/verdict-words.ts";
import type { LabelStore, PageLabel } from "../../ports/label-store.ts";
import { readTextFile } from "../../project/read-text-file.ts";
import { ownViews, type ReadableRun, readRun } from "../../run/folder/read-run.ts";
import { meansRun, RUN_FILES, refuseStrangeFiles } from "../../run/folder/run-database.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { assessedOfRun } from "../../run/judge/assessed-run.ts";
import { drawSample } from "../../run/judge/sample.ts";
import {
  currentVerdicts,
  readSample,
  sampleOfRun,
  verdictsOf,
} from "../../run/judge/sample-file.ts";
import { printResult } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { type AskedPage, askVerdicts, openKeys } from "./ask-verdicts.ts";

/** Longest extract of a page's main text that is shown, in UTF-16 units: half a screen. */
const MAX_EXTRACT = 1_200;

/** The options of the command line. */
export interface JudgeOptions {
  /** The sample, when the argument names a run; the run's own by default. */
  readonly sample?: string | undefined;
  /** Whether it is the sample of the pages that are called relevant. */
  readonly targets?: boolean;
  /** A file to take verdicts from, instead of the terminal. */
  readonly labels?: string | undefined;
  /** Most pages that are asked about. */
  readonly n: number;
  readonly json: boolean;
}

/**
 * Runs `dowser judge`: takes verdicts on the pages of a sample, from the keyboard or a file, and
 * prints the estimate. A run without a sample gets one. Verdicts are kept next to the sample, each at once: the same command goes on
 * where it was left.
 * @throws DowserError `no-run`, `bad-sample`, `bad-verdicts`, `no-keys`
 */
export async function judgeCommand(named: string, options: JudgeOptions): Promise<void> {
  const of = options.targets === true ? "targets" : "pages";
  const { file, directory } = placesOf(named, options.sample, of);
  if (directory === named && options.sample === undefined && !existsSync(file))
    await drawSample(directory, of);
  const sample = readSample(file);
  const verdicts = verdictsOf(file);
  if (options.labels === undefined) await judgeByHand(sample, verdicts, { directory, ...options });
  else await takeOver(sample, verdicts, options.labels);
  const { judged, assessed } = await judgedBy(sample, await currentVerdicts(verdicts), directory);
  const offer =
    directory === named
      ? offerInWords(judged, quotedWord(directory), judged.sampled, of)
      : undefined;
  const words = [sampleInWords(judged, assessed), ...(offer === undefined ? [] : [offer])];
  printResult(options.json ? JSON.stringify({ sample: file, ...judged }) : words.join("\n"));
}

/** Estimates from verdicts; with the run also what it calls relevant now, and how far an assessor agrees. */
async function judgedBy(
  sample: readonly SampledPage[],
  verdicts: readonly PageLabel[],
  directory: string | undefined,
): Promise<{ readonly judged: JudgedSample; readonly assessed?: AssessedFigures | undefined }> {
  const judged = estimateOf(sample, verdicts);
  if (directory === undefined || judged.precision.cases === 0) return { judged };
  await using run = readRun(directory);
  const called = await calledFigures(sample, verdicts, run.records);
  const assessed = await assessedOfRun(directory, run);
  return { judged: { ...judged, ...(called !== undefined && { called }) }, assessed };
}

/**
 * Returns the sample, and the run whose pages can be shown: the named one, or the one that contains
 * the sample.
 */
function placesOf(
  named: string,
  sample: string | undefined,
  of: "pages" | "targets",
): { readonly file: string; readonly directory: string | undefined } {
  if (meansRun(named)) {
    refuseStrangeFiles(named);
    return { file: sample ?? sampleOfRun(named, of), directory: named };
  }
  const directory = dirname(named);
  const isInRun = existsSync(join(directory, RUN_FILES.database));
  return { file: named, directory: isInRun ? directory : undefined };
}

async function takeOver(
  sample: readonly SampledPage[],
  verdicts: LabelStore,
  file: string,
): Promise<void> {
  const sampled = new Set(sample.map(({ url }) => url));
  const at = systemClock.now();
  const taken = ofPeople(readVerdicts(file)).filter(({ url }) => sampled.has(url));
  await verdicts.append(taken.map(({ url, label }) => ({ at, url, label })));
}

async function judgeByHand(
  sample: readonly SampledPage[],
  verdicts: LabelStore,
  { directory, n }: { readonly directory: string | undefined; readonly n: number },
): Promise<void> {
  await using run = directory === undefined ? undefined : readRun(directory);
  const keys = openKeys(terminal().stdin);
  try {
    const judged = new Map((await currentVerdicts(verdicts)).map(({ url, label }) => [url, label]));
    const end = await askVerdicts(
      sample.filter(({ url }) => !judged.has(url)).slice(0, n),
      judged,
      {
        keys,
        show: (text) => void terminal().stderr.write(text),
        extractOf: extracts(run, directory),
        save: (url, label) => verdicts.append([{ at: systemClock.now(), url, label }]),
      },
    );
    if (end === "no-keys")
      throw fail("no-keys", {
        piped: "printf yyn | dowser judge RUN",
        instead: "name a file with --labels",
        value: "stdin",
      });
  } finally {
    keys.close();
  }
}

/** Returns a function from a page to the beginning of its main text, as it is stored. */
function extracts(
  run: ReadableRun | undefined,
  directory: string | undefined,
): AskedPage["extractOf"] {
  if (run === undefined || directory === undefined) return async () => undefined;
  const project = loadRunProject(directory) ?? {};
  const viewOf = ownViews(run.pages, project, () => knownPages(run.records));
  return async (url) => {
    const view = await viewOf(url);
    // No word is marked: the crawl's reasons would influence the judge.
    return view && excerptOf(view.mainText, new Set(), MAX_EXTRACT)[0]?.text;
  };
}

/** A verdict from a file of another source. */
export type WrittenVerdict = Pick<PageLabel, "url" | "label" | "source">;

const line = z.object({
  url: z.string(),
  label: z.union([z.number().min(0).max(1), z.enum(LABEL_WORDS)]),
  source: z.enum(LABEL_SOURCES).default("person"),
});

/** Largest file of verdicts read, in bytes: a million verdicts. */
const MAX_VERDICT_BYTES = 256 * 2 ** 20;

/**
 * Reads the verdicts of a file of JSON lines `{"url": …, "label": …}`. A label is a number in
 * [0,1], or one of the words for labels.
 * @throws DowserError `bad-verdicts`
 */
export function readVerdicts(file: string): readonly WrittenVerdict[] {
  const lines = readTextFile(file, {
    what: "a file of verdicts",
    most: MAX_VERDICT_BYTES,
    error: "bad-verdicts/unreadable",
    mayBePipe: true,
  }).split("\n");
  return lines.flatMap((text, index) => (text.trim() === "" ? [] : [parse(text, file, index + 1)]));
}

function parse(text: string, file: string, number: number): WrittenVerdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fail("bad-verdicts", { file, number }, cause);
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) throw fail("bad-verdicts", { file, number }, parsed.error);
  const { url: written, label, source } = parsed.data;
  const url = canonicalUrl(written);
  if (!url.ok) throw fail("bad-verdicts", { file, number });
  const share = typeof label === "number" ? label : (labelOfWord(label) ?? 0);
  return { url: url.url, label: share, ...(source !== "person" && { source }) };
}
