/**
 * What the trainings of a whole crawl cost: `adaptive` on a generated web without an end, stored in WARC
 * and SQLite as a live crawl is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGate } from "../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan, CrawlPorts } from "../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../lib/crawl/run-crawl.ts";
import { NO_NEED } from "../lib/domain/methods/label-need.ts";
import { figures } from "../lib/domain/text/table.ts";
import { parseProject } from "../lib/project/load-project.ts";
import { frontierPolicy, openPlan } from "../lib/project/plan-crawl.ts";
import { createStrategy } from "../lib/project/strategy-choice.ts";
import { openRun } from "../lib/run/folder/open-run.ts";
import { runProject } from "../lib/run/folder/run-project.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { GrowingWeb } from "./trainings/growing-web.ts";
import { type Interval, Meter } from "./trainings/meter.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what the trainings of a whole crawl cost, as it grows",
  takes: "some 2 minutes",
};

const SEED = 1;
const CONNECTIONS = 16;
/** Pages at which an interval ends. */
const MARKS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 35_000, 50_000];

/** `npm run bench -- trainings [PAGES] [STRATEGY]` */
export default async function trainingsBench([
  pages = "5000",
  strategy = "adaptive",
]: string[]): Promise<void> {
  const marks = [...MARKS.filter((mark) => mark < Number(pages)), Number(pages)];
  const intervals = await crawl(strategy, marks);
  const titles = [
    "pages",
    "ms a page",
    "training",
    "scoring queued links",
    "links scored a second",
    "longest step, ms",
    "in training",
    "MB resident",
  ];
  printTable(
    `${strategy}: processor time, generated pages of 3 KB, ${CONNECTIONS} connections`,
    titles.map(figures),
    intervals.map(rowOf),
  );
}

function rowOf(interval: Interval): string[] {
  const { to, pages, ms, training, scoring, scored, longestMs, longestInTraining } = interval;
  return [
    String(to),
    (ms / pages).toFixed(2),
    (training / pages).toFixed(2),
    (scoring / pages).toFixed(2),
    String(Math.round(scored / (scoring / 1_000))),
    longestMs.toFixed(0),
    longestInTraining.toFixed(0),
    interval.megabytes.toFixed(0),
  ];
}

async function crawl(name: string, marks: readonly number[]): Promise<readonly Interval[]> {
  const web = new GrowingWeb(SEED);
  const text = {
    name: "bench",
    need: { topic: web.need() },
    seeds: { urls: [web.url(0)] },
    strategy: name,
    budget: { pages: marks.at(-1) },
    politeness: { contact: "bench@dowser.example", minDelayMs: 0, concurrency: CONNECTIONS },
  };
  const project = await parseProject(JSON.stringify(text), "bench.yaml");
  const context = { seed: SEED, pages: project.budget.pages };
  const strategy = await createStrategy(project.strategy, context);
  const live = { isLive: true };
  const need = { ...NO_NEED, topic: web.need() };
  const planned = await openPlan(project, live, { need, foundSeeds: undefined, year: 2026 });
  const directory = mkdtempSync(join(tmpdir(), "dowser-bench-"));
  const run = await openRun(
    directory,
    runProject(project, []),
    frontierPolicy(project, strategy, live),
  );
  const meter = new Meter(web, marks);
  const ports: CrawlPorts = { ...run.stores, web: meter.web, gate: openGate };
  const plan: CrawlPlan = { ...planned, strategy: meter.watchTrainings(strategy) };
  try {
    await runCrawl({ ...ports, frontier: meter.watchScoring(ports.frontier) }, plan);
    return meter.end();
  } finally {
    await run.close();
    rmSync(directory, { recursive: true });
  }
}
