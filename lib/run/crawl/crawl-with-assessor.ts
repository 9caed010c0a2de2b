/** A crawl that asks the assessor of its project about some of its own pages, and learns from the answers. */
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { type RunEnd, runCrawl } from "../../crawl/run-crawl.ts";
import { SEEN_STEPS } from "../../crawl/train-model.ts";
import { CAPPED } from "../../domain/cost/spend.ts";
import { DowserError } from "../../errors.ts";
import { labelsOfAnswers, pagesToCount, pagesToLearnFrom } from "../../evaluation/choose-pages.ts";
import type { AskedPages } from "../../features/assess/ask-pages.ts";
import type { RunProject } from "../folder/run-project.ts";
import {
  type AssessedRun,
  askOfRun,
  assessedSoFar,
  type OpenedAssessor,
  openAssessor,
} from "../judge/assess.ts";
import { addLabels } from "../judge/named-pages.ts";
import { printNotice } from "../print/print-line.ts";

/** A crawl with its assessor. */
interface AssessedCrawl {
  readonly run: AssessedRun;
  readonly opened: OpenedAssessor;
  readonly ports: Parameters<typeof runCrawl>[0];
  readonly plan: CrawlPlan;
}

/**
 * Opens what crawls a project with an assessor; a guide or a key that is missing shows now, and not after hours.
 * @throws DowserError as {@link openAssessor} does
 */
export function openAssessedEngine(
  directory: string,
  project: RunProject,
): AsyncDisposable & { readonly run: typeof runCrawl } {
  const opened = openAssessor(project, "the project");
  return {
    run: (ports, plan, signal = new AbortController().signal) => {
      const run = { directory, stores: ports, project };
      return crawlWithAssessor({ run, opened, ports, plan }, signal);
    },
    [Symbol.asyncDispose]: () => opened.assessor.close(),
  };
}

/**
 * Crawls as {@link runCrawl} does. At each step it pauses for a moment, asks about some pages, and goes on with the
 * answers as labels, which it applies as if somebody had given them: a replay asks nobody. With `count` all other
 * pages are asked about when the crawl has ended. An assessor that fails is not asked again, and the crawl goes on.
 */
async function crawlWithAssessor(crawl: AssessedCrawl, signal: AbortSignal): Promise<RunEnd> {
  const { ports, plan, opened } = crawl;
  const uses = new Set(opened.choice.for);
  for (let learns = uses.has("learn"); ; ) {
    if (learns) learns = await unlessItFails(() => learn(crawl, signal));
    const { pages } = await ports.records.totals();
    const step = learns ? SEEN_STEPS.find((each) => each > pages) : undefined;
    const atStep = new AbortController();
    const records = step === undefined ? ports.records : stopping(ports.records, step, atStep);
    const either = AbortSignal.any([signal, atStep.signal]);
    const end = await runCrawl({ ...ports, records }, plan, either);
    if (end === "paused" && atStep.signal.aborted && !signal.aborted) continue;
    if (end !== "paused" && uses.has("count")) await unlessItFails(() => count(crawl, signal));
    return end;
  }
}

/** Returns the records of a crawl, which is paused when it has so many pages. */
function stopping(
  records: AssessedCrawl["ports"]["records"],
  pages: number,
  atStep: AbortController,
): AssessedCrawl["ports"]["records"] {
  return {
    ...records,
    put: async (record) => {
      const put = await records.put(record);
      if (record.page !== undefined && (await records.totals()).pages >= pages) atStep.abort();
      return put;
    },
  };
}

/** Asks about the pages that the steps so far are short of, and makes labels of the answers. */
async function learn(
  { run, opened, ports, plan }: AssessedCrawl,
  signal: AbortSignal,
): Promise<void> {
  const { pages } = await ports.records.totals();
  const most = opened.choice.pages;
  const asked = { pages, most, seed: plan.seed };
  const urls = await pagesToLearnFrom(ports.records, await assessedSoFar(run, opened), asked);
  if (urls.length === 0) return;
  tell(await askOfRun(run, opened, urls, { signal }));
  const { answered } = await assessedSoFar(run, opened);
  const labels = labelsOfAnswers(await ports.labels.list(), answered);
  if (labels.length === 0) return;
  await addLabels({ run: ports, need: plan.need, project: run.project }, labels);
}

async function count({ run, opened, plan }: AssessedCrawl, signal: AbortSignal): Promise<void> {
  const asked = { most: opened.choice.pages, seed: plan.seed };
  const urls = pagesToCount(await assessedSoFar(run, opened), asked);
  tell(await askOfRun(run, opened, urls, { signal }));
}

function tell({ end }: AskedPages): void {
  if (end === "cap") printNotice(`the assessor is not asked about all pages: ${CAPPED}`);
}

/** Does work that must not end a crawl; returns false, and says why, when it failed. */
async function unlessItFails(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    printNotice(`the crawl goes on without its assessor: ${error.message} [${error.code}]`);
    return false;
  }
}
