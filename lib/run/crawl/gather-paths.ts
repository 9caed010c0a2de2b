import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../adapters/system-clock.ts";
import type { CrawlPlan, CrawlPorts } from "../../crawl/crawl-plan.ts";
import { gatherMarkedPaths } from "../../crawl/gather-marked-paths.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { runCrawl } from "../../crawl/run-crawl.ts";
import { NO_NEED } from "../../domain/methods/label-need.ts";
import type { MarkedPath, MarkedPaths } from "../../domain/methods/strategy.ts";
import { type CanonicalOptions, hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import { pauseOf } from "../../features/lists.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import { frontierPolicy, openPlan } from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { beganInYear, openRun } from "../folder/open-run.ts";
import { readRun } from "../folder/read-run.ts";
import { RUN_FILES, writeRunFile } from "../folder/run-database.ts";
import { saveNeed } from "../folder/run-inputs.ts";
import type { RunProject } from "../folder/run-project.ts";
import { printNotice } from "../print/print-line.ts";
import { startProgress } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";
import type { OpenedWeb } from "../web/open-web.ts";
import { pathsText, readPathsFile } from "./paths-file.ts";
import { untilInterrupted } from "./pause-request.ts";

/** The click paths as they were read, next to the crawl that fetched them. */
const PATHS_FILE = "paths.txt";

/** The result of a training crawl; a paused one resumes when it is asked for again. */
export type Training =
  | { readonly kind: "gathered"; readonly paths: MarkedPaths }
  | { readonly kind: "paused"; readonly report: CrawlReport };

/** A project that names click paths. */
export type PathsProject<Kind extends Project> = Kind & {
  readonly need: { readonly paths: string };
};

/** Returns whether a project names click paths. */
export function hasPaths<Kind extends Project>(project: Kind): project is PathsProject<Kind> {
  return project.need.paths !== undefined;
}

/**
 * Gathers the click paths of a project with their pages and neighbours. They are fetched by a crawl
 * of its own that is kept in `directory`; a completed one fetches nothing again. Missing pages are
 * reported on standard error.
 * @throws DowserError `paths-unreadable`, `bad-paths`, `no-click-path`, `run-of-another-project`
 */
export async function gatherPaths(
  asked: PathsProject<RunProject>,
  opened: OpenedWeb,
  directory: string,
): Promise<Training> {
  const paths = await readPathsFile(asked.need.paths, canonicalOf(asked));
  const training = { ...trainingProject(asked, paths), web: asked.web };
  const plan = await planTraining(training, opened, await beganInYear(directory));
  const run = await openRun(directory, training, frontierPolicy(training, plan.strategy, opened));
  try {
    saveNeed(join(directory, RUN_FILES.need), NO_NEED);
    writeRunFile(join(directory, PATHS_FILE), pathsText(paths));
    const ports: CrawlPorts = { ...run.stores, web: opened.web, gate: opened.gate };
    printNotice(
      `training crawl of ${paths.length} click paths, at most ${plan.budget.pages} pages`,
    );
    const read = () => reportCrawl(ports);
    const { fetched } = await read();
    const progress = startProgress(terminal().stderr, read, () => opened.lastWait());
    const crawl = untilInterrupted((signal) => runCrawl(ports, plan, signal));
    const end = await crawl.finally(() => progress.stop());
    const report = await read();
    const pause = pauseOf(end);
    if (pause !== undefined) printNotice(`the training crawl is paused: ${pause.because}`);
    if (end === "paused" || pause !== undefined) return { kind: "paused", report };
    const gathered = await usePaths(ports, plan, paths, directory);
    if (opened.isLive && report.fetched > fetched) {
      const pages = gathered.pages.map(({ url }) => url);
      await waitForHosts(pages, opened.gate, asked.politeness, systemClock);
    }
    return { kind: "gathered", paths: gathered };
  } finally {
    await run.close();
  }
}

/**
 * Reads the click paths that a crawl began with, from the training crawl kept in `directory`.
 * Nothing is fetched, and the file that the project names is not read.
 * @throws DowserError `run-damaged`
 */
export async function loadPaths(
  asked: PathsProject<RunProject>,
  opened: OpenedWeb,
  directory: string,
): Promise<MarkedPaths> {
  for (const name of [RUN_FILES.database, PATHS_FILE]) {
    const file = join(directory, name);
    if (!existsSync(file)) throw fail("run-damaged", { file, fault: "is missing" });
  }
  const paths = await readPathsFile(join(directory, PATHS_FILE), canonicalOf(asked));
  const training = trainingProject(asked, paths);
  const plan = await planTraining(training, opened, await beganInYear(directory));
  await using run = readRun(directory);
  const outside = { web: opened.web, clock: systemClock };
  return (await gatherMarkedPaths(run, outside, plan, paths)).marked;
}

/** Returns how URLs of a project's paths are made canonical. */
export function canonicalOf({ scope }: Project): CanonicalOptions {
  return { dropParameters: scope.dropParameters };
}

/**
 * Plans a breadth-first crawl. Pages that the paths redirect to come before all neighbours, as
 * seeds do.
 */
export async function planTraining(
  training: Project,
  opened: OpenedWeb,
  year: number,
): Promise<CrawlPlan> {
  const { strategy, seed, budget } = training;
  const breadthFirst = await createStrategy(strategy, { seed, pages: budget.pages });
  return {
    ...(await openPlan(training, opened, { need: NO_NEED, foundSeeds: undefined, year })),
    strategy: { ...breadthFirst, selection: { kind: "best" } },
    // The control list is that of the crawl itself.
    stop: undefined,
  };
}

/** Returns the usable paths; reports which of their pages and neighbours are missing. */
export async function usePaths(
  ports: CrawlPorts,
  plan: CrawlPlan,
  paths: readonly MarkedPath[],
  directory: string | undefined,
): Promise<MarkedPaths> {
  const { marked, broken } = await gatherMarkedPaths(ports, ports, plan, paths);
  for (const { path, missing, reason } of broken) {
    printNotice(`the path to ${path.at(-1)} is left out: ${missing} (${reason})`);
  }
  if (marked.paths.length === 0) throw noPath(paths, directory);
  const { states, reasons } = await ports.frontier.count();
  const onPaths = new Set(marked.paths.flat()).size;
  const refused = ["robots", "content-type"].map((rule) => reasons.get(`refused:${rule}`) ?? 0);
  const failed = refused.reduce((sum, count) => sum + count, states.failed);
  printNotice(
    `${marked.paths.length} of ${paths.length} click paths are whole: ${onPaths} pages, and ` +
      `${marked.pages.length - onPaths} that those link to; ${failed} could not be fetched, ` +
      `${states.waiting} were beyond budget.trainingPages`,
  );
  return marked;
}

function noPath(paths: readonly MarkedPath[], directory: string | undefined): DowserError {
  const again = directory === undefined ? "" : `, or remove ${directory} to fetch them again`;
  return fail("no-click-path/fetched", { again, value: paths.map((path) => path.join(" ")) });
}

/**
 * Waits for the longest crawl delay of the pages' hosts and of the project. The next crawl does not
 * know when these hosts were last asked. The gate has read their rules.
 */
export async function waitForHosts(
  pages: Iterable<Url>,
  gate: Pick<HostGate, "admit">,
  { minDelayMs, maxCrawlDelayMs }: Pick<Project["politeness"], "minDelayMs" | "maxCrawlDelayMs">,
  clock: Pick<Clock, "now" | "waitUntil">,
): Promise<void> {
  const hosts = new Map(Array.from(pages, (url) => [hostOf(url), url]));
  let delayMs = minDelayMs;
  for (const url of hosts.values()) {
    const admission = await gate.admit(url);
    const asked = admission.kind === "refused" ? 0 : (admission.crawlDelayMs ?? 0);
    delayMs = Math.max(delayMs, Math.min(asked, maxCrawlDelayMs));
  }
  await clock.waitUntil(clock.now() + delayMs);
}

/**
 * Makes a project for the training crawl of click paths: breadth-first from all pages of the paths,
 * and one link further. It keeps the project's politeness, and its rules about URLs that are never
 * fetched. The hosts and pages of the crawl itself do not apply: training learns from other sites.
 * In scope are the hosts of the paths' pages, or their registrable domains when the project allows
 * any host.
 */
export function trainingProject(project: Project, paths: readonly MarkedPath[]): Project {
  const { name, need, scope, budget, politeness, frontier, stack, seed } = project;
  const { bytesPerPage, trainingPages } = budget;
  return {
    name,
    politeness,
    frontier,
    stack,
    seed,
    search: undefined,
    extract: {},
    need: { good: [], bad: [], paths: need.paths },
    seeds: { urls: pagesOf(paths), queries: [], sitemaps: false },
    strategy: { name: "breadth-first" },
    scope: {
      ...scope,
      hosts: scope.hosts === "any" ? "seed-domains" : scope.hosts,
      allowHosts: [],
      allowPatterns: [],
      maxDepth: 1,
    },
    budget: { pages: trainingPages, bytesPerPage, trainingPages },
  };
}

/**
 * Lists the pages of the paths, each once: all start pages, then the pages one click away, and so
 * on. So a budget that does not reach all neighbours leaves some for each site.
 */
function pagesOf(paths: readonly MarkedPath[]): Url[] {
  const longest = paths.reduce((most, { length }) => Math.max(most, length), 0);
  const steps = Array.from({ length: longest }, (_, step) =>
    paths.flatMap((path) => path.slice(step, step + 1)),
  );
  return [...new Set(steps.flat())];
}
