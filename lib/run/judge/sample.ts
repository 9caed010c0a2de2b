import { rmSync } from "node:fs";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { fail } from "../../errors.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import {
  KEYS,
  SAMPLED,
  type SampledPage,
  samplePages,
  sampleQueue,
} from "../../evaluation/sample-pages.ts";
import { readRun } from "../folder/read-run.ts";
import { printResult } from "../print/print-line.ts";
import { answersOfRun } from "./assessed-run.ts";
import { lookAtRun } from "./look-at-run.ts";
import { sampleOfRun, writeSample } from "./sample-file.ts";

/** Pages that the command draws where nobody says how many. */
const USUAL_PAGES = 200;

/** The options of the command line. */
export interface SampleOptions {
  /** Number of pages to draw; 200 by default, of the queue as many as a sitting has. */
  readonly n: number | undefined;
  readonly seed: number;
  /** By default `sample.jsonl` of the run, `exported.jsonl` of targets, `queued.jsonl` of queued links. */
  readonly out: string | undefined;
  /** Whether to sample only the targets, as predicted by the crawl. */
  readonly targets: boolean;
  /** Whether to sample the links that are queued, and no page. */
  readonly queued?: boolean;
  readonly json: boolean;
}

/** Runs `dowser sample`: draws pages of a run for a person to judge. */
export async function sampleCommand(directory: string, options: SampleOptions): Promise<void> {
  printResult(await sampleText(directory, options));
}

/**
 * Draws a sample of a run that is judged a sitting at a time: of all pages, or of those that are called relevant. The
 * second is drawn again when others are called: pages that were drawn before come again, and their verdicts count.
 * @throws DowserError as {@link sampleText} does
 */
export async function drawSample(
  directory: string,
  of: "pages" | "targets" = "pages",
): Promise<void> {
  const targets = of === "targets";
  if (targets) rmSync(sampleOfRun(directory, of), { force: true });
  await sampleText(directory, { n: SAMPLED, seed: 1, out: undefined, targets, json: true });
}

/**
 * Writes the sample and returns a message about it.
 * @throws DowserError `no-run`, `nothing-to-sample`, `file-exists`
 */
export async function sampleText(
  directory: string,
  { n, seed, out: asked, targets, queued = false, json }: SampleOptions,
): Promise<string> {
  const out = asked ?? sampleOfRun(directory, queued ? "queued" : targets ? "targets" : "pages");
  await lookAtRun(directory);
  const run = readRun(directory);
  try {
    const [frame, pages] = [
      targets ? "targets" : "pages",
      n ?? (queued ? KEYS : USUAL_PAGES),
    ] as const;
    const answers = targets || queued ? undefined : await answersOfRun(directory);
    const sample = queued
      ? sampleQueue(run.knownLinks(), { pages, seed })
      : await samplePages(run.records, { frame, pages, seed, answers });
    if (sample.length === 0) {
      if (targets && !queued) throw fail("nothing-to-sample/targets", { value: directory });
      throw fail("nothing-to-sample", { what: queued ? "queued URL" : "page", value: directory });
    }
    writeSample(out, sample);
    const strata = new Set(sample.map(({ stratum }) => stratum)).size;
    if (json) return JSON.stringify({ directory, sample: out, pages: sample.length, strata });
    return describeSample(directory, out, sample, strata);
  } finally {
    await run.close();
  }
}

function describeSample(
  directory: string,
  out: string,
  sample: readonly SampledPage[],
  strata: number,
): string {
  const isOwn = (of: "pages" | "targets") => out === sampleOfRun(directory, of);
  const other = isOwn("targets") ? " --relevant" : ` --sample ${quotedWord(out)}`;
  const judge = `dowser judge ${quotedWord(directory)}${isOwn("pages") ? "" : other}`;
  const pages = counted(sample.length, "page");
  return `${pages}, drawn from ${counted(strata, "group")} of scores or answers; kept in ${out}\njudge them with: ${judge}`;
}
