/** Looks at all pages of a run again, and keeps what it found beside the run. */
import { hash } from "node:crypto";
import { join } from "node:path";
import { type LookWriter, openLook as openLookFile } from "../../adapters/sqlite/look-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type LookedAt, openLook } from "../../crawl/look.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { readablePages } from "../../crawl/run-rules.ts";
import {
  type Cut,
  type CutPage,
  cutPageOf,
  isCalled,
  placeCuts,
} from "../../domain/methods/cut.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { openPlan } from "../../project/plan-crawl.ts";
import type { LookFacts } from "../folder/looked-records.ts";
import { beganInYear } from "../folder/open-run.ts";
import { type ReadableRun, readRun } from "../folder/read-run.ts";
import { isCrawling, RUN_FILES } from "../folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../folder/run-inputs.ts";
import { loadRunProject, type RunProject, strategyOfRun } from "../folder/run-project.ts";

/** Another number for each version of the program that judges or cuts otherwise. */
const VERSION = 5;

/** Verdicts written in one step. */
const AT_ONCE = 200;

/**
 * Judges all stored pages of a run by all that is known now, unless the last look knew as much. What the
 * crawl decides by stays as it was. A look that is cut short goes on where it was. Does nothing while a
 * crawl is at work, nor where the judge cannot be made from the folder alone: for click paths, and for a module
 * as the strategy, unless it is given.
 */
export async function lookAtRun(directory: string, given?: Strategy): Promise<void> {
  const before = looks.get(directory);
  const look = (before ?? Promise.resolve()).catch(() => {}).then(() => lookNow(directory, given));
  looks.set(directory, look);
  try {
    await look;
  } finally {
    if (looks.get(directory) === look) looks.delete(directory);
  }
}

/** Looks under way in this process, one a run: two at once would judge each page twice. */
const looks = new Map<string, Promise<void>>();

async function lookNow(directory: string, given: Strategy | undefined): Promise<void> {
  const run = readRun(directory);
  try {
    const due = await dueLook(directory, run, given);
    if (due === undefined) return;
    const { key, project, need, strategy } = due;
    const foundSeeds = loadFoundSeeds(join(directory, RUN_FILES.seeds));
    const inputs = { need, foundSeeds, year: await beganInYear(directory) };
    const web = { isLive: project.web === "live" };
    const plan = { ...(await openPlan(project, web, inputs)), strategy };
    const ports = {
      records: run.decided,
      models: run.models,
      log: run.log,
      labels: run.labels,
      pages: readablePages(run.pages, plan.rules.fetch),
      clock: systemClock,
    };
    const look = await openLook(ports, plan);
    const writer = openLookFile(join(directory, RUN_FILES.look));
    try {
      const startedAt = performance.now();
      const judged = await writeVerdicts(writer, key, look.verdicts(writer.judgedUpTo(key)));
      const ms = (performance.now() - startedAt) / Math.max(1, judged);
      const { records } = await run.decided.totals();
      const { cannotTell, labels, held } = look;
      const facts = factsOf(writer.list(key), need.threshold, { records, ms, cannotTell });
      writer.complete(key, { ...facts, labels, held });
    } finally {
      writer.close();
    }
  } finally {
    await run.close();
  }
}

/** Returns what a look at a run would begin with; `undefined` where there is none to make. */
async function dueLook(directory: string, run: ReadableRun, given?: Strategy) {
  // A file that `saveRunProject` wrote is complete; an early run may have none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const project = (loadRunProject(directory) ?? {}) as RunProject;
  const need = loadNeed(join(directory, RUN_FILES.need));
  if (need === undefined || isCrawling(directory)) return undefined;
  if (project.need.paths !== undefined) return undefined;
  const key = await keyOf(run, project);
  if (key === undefined || run.look.about()?.key === key) return undefined;
  const strategy = given ?? (await strategyOfRun(project));
  return strategy && { key, project, need, strategy };
}

/** Returns whether a run has pages or labels that its last look does not know: its next figures may be others. */
export async function isLookDue(directory: string, run: ReadableRun): Promise<boolean> {
  return (await dueLook(directory, run)) !== undefined;
}

/** Says what is not in the figures of a run yet; no line where all is. */
export function dueInWords(isDue: boolean, directory: string): readonly string[] {
  if (!isDue) return [];
  return [
    `pages or labels came since all pages were judged: dowser report ${quotedWord(directory)} counts them in`,
  ];
}

/** Looks at all pages of a run as {@link lookAtRun}, and reports the figures of its crawl after that. */
export async function reportAfterLook(directory: string, given: Strategy): Promise<CrawlReport> {
  await lookAtRun(directory, given);
  const run = readRun(directory);
  try {
    return await reportCrawl(run);
  } finally {
    await run.close();
  }
}

/** Returns a digest of all that a look depends on, as each verdict is kept with it; `undefined` where nothing was trained. */
async function keyOf(
  { decided, labels, log }: ReadableRun,
  { need }: RunProject,
): Promise<string | undefined> {
  const trained = (await log.list()).findLast(({ kind }) => kind === "trained");
  const { records, pages } = await decided.totals();
  if (trained === undefined || pages === 0) return undefined;
  const given = (await labels.list()).map(({ url, label }) => [url, label]);
  const known = [
    VERSION,
    records,
    pages,
    trained.detail["model"] ?? null,
    need.threshold ?? null,
    given,
  ];
  return hash("sha256", JSON.stringify(known));
}

async function writeVerdicts(
  writer: LookWriter,
  key: string,
  verdicts: AsyncIterable<LookedAt>,
): Promise<number> {
  let [count, waiting]: [number, LookedAt[]] = [0, []];
  for await (const verdict of verdicts) {
    waiting.push(verdict);
    count += 1;
    if (waiting.length < AT_ONCE) continue;
    writer.put(key, waiting);
    waiting = [];
  }
  writer.put(key, waiting);
  return count;
}

/** Places the cuts between the scores of a look, and counts what each of them calls. */
function factsOf(
  verdicts: Iterable<LookedAt>,
  asked: number | undefined,
  { records, ms, cannotTell }: Pick<LookFacts, "records" | "cannotTell"> & { readonly ms: number },
): Omit<LookFacts, "key"> {
  const pages: CutPage[] = [];
  for (const verdict of verdicts) pages.push(cutPageOf(verdict));
  const cuts = placeCuts(pages, asked);
  const count = (cut: Cut) => pages.filter((page) => isCalled(page, cut)).length;
  const labelled = pages.filter(({ label }) => label === true).length;
  const called =
    cannotTell === undefined
      ? { complete: count(cuts.complete), clean: count(cuts.clean) }
      : { complete: labelled, clean: labelled };
  return { records, pages: pages.length, cuts, called, msPerPage: ms, cannotTell };
}
