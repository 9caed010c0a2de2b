/** `dowser demo`: crawls a generated web, and records it for other commands. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { stringify } from "yaml";
import { truthOf } from "../../demo/demo-truth.ts";
import { type DemoWeb, demoOrigin } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../../demo/record-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../demo/serve-demo-web.ts";
import { type WarcPage, writeWarcFile } from "../adapters/warc/write-warc-file.ts";
import type { CrawlPorts } from "../crawl/crawl-plan.ts";
import { type CrawlReport, reportCrawl } from "../crawl/report-crawl.ts";
import { harvestRate } from "../domain/measures/harvest-rate.ts";
import { headerValue, mediaTypeOf } from "../domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import {
  type Comparison,
  type ComparisonSetup,
  type Competitor,
  compareStrategies,
  comparisonTable,
} from "../evaluation/compare-strategies.ts";
import { loadProject } from "../project/load-project.ts";
import { frontierPolicy, type InitialState, openPlan } from "../project/plan-crawl.ts";
import type { Project } from "../project/project-schema.ts";
import { createStrategy } from "../project/strategy-choice.ts";
import { openRun } from "../run/folder/open-run.ts";
import { RUN_FILES } from "../run/folder/run-database.ts";
import { runProject } from "../run/folder/run-project.ts";
import { readInputs, saveInputs } from "../run/input/crawl-inputs.ts";
import { EXIT } from "../run/print/print-error.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { startProgress } from "../run/print/progress-line.ts";
import { onInterrupt, terminal } from "../run/print/terminal.ts";
import { openWeb } from "../run/web/open-web.ts";

/** The options of the command line. */
export interface DemoOptions {
  readonly pages: number;
  readonly seed: number;
  /** The directory of the runs; they are deleted by default. */
  readonly out?: string | undefined;
  /** The directory to record the generated web in, instead of crawling it. */
  readonly record?: string | undefined;
}

const PROJECT_FILE = join(import.meta.dirname, "../../examples/demo.yaml");

const STRATEGIES = ["auto", "best-first", "breadth-first"] as const;

/** Columns of a curve in the picture, and its heights. */
const COLUMNS = 40;
const HEIGHTS = "▁▂▃▄▅▆▇█";

/**
 * Runs `dowser demo`: serves a generated web on loopback and crawls it live, robots rules and all.
 */
export async function demoCommand(options: DemoOptions): Promise<void> {
  const { out, seed, record } = options;
  if (record !== undefined) return printRecording(generateDemoWeb(seed), record);
  if (out !== undefined) refuseUsed(out);
  const directory = out ?? mkdtempSync(join(tmpdir(), "dowser-demo-"));
  const discard = () => {
    if (out === undefined) rmSync(directory, { recursive: true, force: true });
  };
  // A demo is not resumed, since its web ends with it: nothing needs to be completed.
  const leave = () => {
    discard();
    terminal().exit(EXIT.paused);
  };
  const ignore = onInterrupt(leave);
  try {
    const served = await serveDemoWeb(generateDemoWeb(seed));
    await runDemo(served, options, directory).finally(() => served.close());
  } finally {
    ignore();
    discard();
  }
}

async function printRecording(web: DemoWeb, folder: string): Promise<void> {
  const pages = await recordDemo(web, folder);
  const file = join(folder, DEMO_FILES.web);
  printResult(
    `${pages} pages of a generated web are in ${file}, and the truth about them in ${join(folder, DEMO_FILES.truth)}.\n` +
      `Next: dowser crawl PROJECT.yaml --web ${file}`,
  );
}

async function runDemo(
  served: ServedDemoWeb,
  { pages, seed, out }: DemoOptions,
  directory: string,
): Promise<void> {
  const project = await demoProject(served, pages, seed);
  await using opened = await openWeb(project, []);
  introduce(served, project);
  const context = { seed, pages };
  const competitors: Competitor[] = [];
  for (const name of STRATEGIES)
    competitors.push({ name, strategy: await createStrategy({ name }, context) });
  const strategies = competitors.map(({ strategy }) => strategy);
  const inputs = await readInputs(project, opened, strategies);
  const setup: ComparisonSetup = {
    plan: await openPlan(project, opened, inputs),
    seed: project.seed,
    truth: { targets: targetsOf(served) },
    openPorts: (competitor) =>
      openDemoRun(project, directory, inputs, { ...competitor, targets: targetsOf(served) }),
  };
  const comparison = await compareStrategies(setup, competitors);
  const parts = [comparisonTable(comparison), curvesInText(comparison), whatNext(out, served)];
  printResult(parts.join("\n\n"));
}

/**
 * Refuses the runs of an earlier demo. They cannot go on: each demo serves its web on other ports.
 */
function refuseUsed(out: string): void {
  const used = STRATEGIES.map((name) => join(out, name)).find((run) => existsSync(run));
  if (used === undefined) return;
  throw fail("file-exists/demo", { directory: used });
}

async function demoProject(served: ServedDemoWeb, pages: number, seed: number): Promise<Project> {
  const project = await loadProject(PROJECT_FILE);
  return {
    ...project,
    seed,
    seeds: { ...project.seeds, urls: [...served.seeds] },
    need: { ...project.need, good: [...served.examples.good], bad: [...served.examples.bad] },
    budget: { ...project.budget, pages },
  };
}

/**
 * Opens a run that asks for robots.txt files itself, so that it can be audited without the other.
 */
async function openDemoRun(
  project: Project,
  directory: string,
  inputs: InitialState,
  { name, strategy, targets }: Competitor & { readonly targets: ReadonlySet<Url> },
) {
  const opened = await openWeb(project, []);
  const policy = frontierPolicy(project, strategy, opened);
  const asked = runProject({ ...project, strategy: strategyNamed(name, project) }, []);
  const run = await openRun(join(directory, name), asked, policy);
  saveInputs(join(directory, name), inputs);
  await opened.writePolitenessLog(join(directory, name, RUN_FILES.politeness));
  const ports: CrawlPorts = { ...run.stores, web: opened.web, gate: opened.gate };
  printNotice(name);
  const read = () => reportByTruth(ports, targets);
  const progress = startProgress(terminal().stderr, read, undefined, "harvest");
  return {
    ports,
    close: async () => {
      await progress.stop();
      await run.close();
      await opened.close();
    },
  };
}

/** Returns the figures of a crawl with the pages that are relevant in truth, as the table counts them. */
async function reportByTruth(ports: CrawlPorts, targets: ReadonlySet<Url>): Promise<CrawlReport> {
  const report = await reportCrawl(ports);
  let found = 0;
  for await (const { url, page } of ports.records.list())
    if (page !== undefined && targets.has(url)) found += 1;
  return { ...report, targets: found, harvestRate: harvestRate(found, report.fetched) };
}

/** Draws how many relevant pages each order had found by how many pages, in letters. */
function curvesInText({ strategies, budget }: Comparison): string {
  const most = Math.max(1, ...Object.values(strategies).map(({ targets }) => targets));
  const lines = Object.entries(strategies).map(([name, { curve, targets }]) => {
    const at = (column: number) =>
      curve.findLast(([fetched]) => fetched <= (column * budget) / COLUMNS)?.[1] ?? 0;
    const bars = Array.from({ length: COLUMNS }, (_, column) => {
      const height = Math.ceil((at(column + 1) / most) * HEIGHTS.length);
      return height === 0 ? " " : HEIGHTS[height - 1];
    });
    return `${name.padEnd(14)}${bars.join("")} ${targets}`;
  });
  return [`relevant pages found, by pages fetched (0 to ${budget})`, ...lines].join("\n");
}

/** Returns the choice of a strategy that the run keeps: the project's own has its options. */
function strategyNamed(name: string, { strategy }: Project): Project["strategy"] {
  return strategy.name === name ? strategy : { name };
}

function targetsOf({ truth }: ServedDemoWeb): ReadonlySet<Url> {
  const urls = truth.filter(({ target }) => target).map(({ url }) => canonicalUrl(url));
  return new Set(urls.flatMap((parsed) => (parsed.ok ? [parsed.url] : [])));
}

function introduce({ origins, truth }: ServedDemoWeb, { need, budget }: Project): void {
  printResult(
    `A generated web of ${truth.length} pages on ${origins.size} sites of this machine. ` +
      `Relevant: pages about ${need.topic ?? "anything"}; each strategy may fetch ${budget.pages} pages.\n`,
  );
}

function whatNext(out: string | undefined, { requests, truth }: ServedDemoWeb): string {
  const forbidden = new Set(truth.filter((line) => line.forbidden).map(({ url }) => url));
  const trespasses = requests.filter(({ url }) => forbidden.has(url)).length;
  const kept =
    out === undefined
      ? "The runs were thrown away: dowser demo --out demo/runs keeps them, and dowser ui demo shows them in the browser."
      : `The runs are in ${out}: dowser report ${join(out, "auto")}${inBrowser(out)}`;
  return [
    `${requests.length} requests were made, ${trespasses} of them for pages that robots.txt forbids.`,
    kept,
    "Next: dowser init writes a project file of your own, dowser crawl PROJECT.yaml runs it.",
  ].join("\n");
}

/** Says how the runs are seen in the browser, which shows the folder of a folder `runs`. */
function inBrowser(out: string): string {
  return basename(out) === "runs"
    ? `, or all of them in the browser: dowser ui ${dirname(out)}`
    : "";
}

/** Files of a recorded demo web, relative to its folder. */
export const DEMO_FILES = {
  web: "web.warc.gz",
  truth: "truth.jsonl",
  project: "project.yaml",
  task: "task.yaml",
} as const;

/** The date of all pages, so that a recording of one seed is the same wherever it is made. */
const RECORDED_AT = Date.UTC(2026, 0, 1);

/** The need of the task that everybody has, and where it begins. */
const PROJECT = {
  name: "bees",
  need: { topic: "beekeeping honey hive" },
  seeds: {
    urls: (["forum", "garden-blog", "news"] as const).map((site) => `${demoOrigin(site)}/`),
  },
  politeness: { contact: "you@example.org" },
};

/** A fifth of the web. */
const BUDGET = 300;

/**
 * Writes the demo web into a folder, as a WARC file, as its truth, and as a task for methods. The truth has one
 * line a page with `url`, `target` and what else the generator knows. Pages in a content coding are left out. Returns the number of pages.
 */
export async function recordDemo(web: DemoWeb, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const lines = truthOf(web).map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, DEMO_FILES.truth), lines.join(""));
  const { web: file, truth, project } = DEMO_FILES;
  const task = { name: "generated bees", project, web: file, truth, target: "target=true" };
  writeFileSync(join(folder, project), stringify(PROJECT));
  writeFileSync(join(folder, DEMO_FILES.task), stringify({ ...task, budget: BUDGET }));
  return writeWarcFile(join(folder, DEMO_FILES.web), pagesOf(web), { software: "dowser demo" });
}

function* pagesOf(web: DemoWeb): Generator<WarcPage> {
  for (const { url: href, status, headers, body } of recordDemoWeb(web)) {
    const parsed = canonicalUrl(href);
    if (!parsed.ok || headerValue(headers, "content-encoding") !== undefined) continue;
    const answer = { kind: "page", url: parsed.url, status, headers, body } as const;
    const page = { ...answer, ...mediaTypeOf(headers), truncated: false };
    yield { page, fetchedAt: RECORDED_AT };
  }
}
