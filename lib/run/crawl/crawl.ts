/** Begins or resumes a crawl in a directory, for commands, the page and the package. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { forgottenUrls } from "../../crawl/crawl-rules.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { type RunEnd, runCrawl } from "../../crawl/run-crawl.ts";
import { joinedPages, readablePages } from "../../crawl/run-rules.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { fail } from "../../errors.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import { handlingReader, type PageHandler } from "../../features/handler/handle-pages.ts";
import { endInWords, pauseOf } from "../../features/lists.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { describesTargets } from "../../project/default-strategy.ts";
import { loadHandler } from "../../project/load-handler.ts";
import {
  loadProject,
  mergeOverrides,
  overridesInWords,
  type ProjectOverrides,
} from "../../project/load-project.ts";
import { readPathModel } from "../../project/model-file.ts";
import {
  exampleOutOfReach,
  frontierPolicy,
  type InitialState,
  openPlan,
} from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import { projectStrategy } from "../../project/strategy-choice.ts";
import { beganInYear, openRun } from "../folder/open-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../folder/run-inputs.ts";
import {
  loadRunProject,
  type OverriddenProject,
  type RunProject,
  refuseOtherRun,
  runProject,
  withHandler,
} from "../folder/run-project.ts";
import { saveSeedList } from "../folder/run-seeds.ts";
import { type KnownInputs, readInputs, saveInputs } from "../input/crawl-inputs.ts";
import { reportAfterLook } from "../judge/look-at-run.ts";
import { EXIT } from "../print/print-error.ts";
import { printNotice, printResult } from "../print/print-line.ts";
import { startProgress } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";
import { openReadingThreads, type ReadingThreads } from "../threads/reading-threads.ts";
import { openSearch } from "../web/open-search.ts";
import { type OpenedWeb, openWeb, printAliasCount } from "../web/open-web.ts";
import { allSeeds } from "./crawl-seeds.ts";
import type { EarlierRuns } from "./earlier-runs.ts";
import { gatherPaths, hasPaths, loadPaths, type Training } from "./gather-paths.ts";
import { saidOfEnd } from "./next-steps.ts";
import { untilInterrupted, untilPauseRequested } from "./pause-request.ts";
import { tellLabelNotes } from "./tell-label-notes.ts";
import { noteUnread } from "./unread-of-run.ts";

/** The options of the command line. */
export interface CrawlOptions {
  /** Recordings to crawl instead of the live web. */
  readonly web: readonly string[];
  /** The directory of the run; `runs/NAME` by default. */
  readonly out?: string | undefined;
  /** Threads that read pages beside this one; by default one for each other core. */
  readonly threads?: number | undefined;
  readonly json: boolean;
  /** A module whose function acts on each page. */
  readonly handler?: string | undefined;
  /** Values instead of the project file's. */
  readonly overrides: ProjectOverrides;
}

/** Runs `dowser crawl`: begins a crawl, or resumes the one found in the directory. */
export async function crawlCommand(file: string, options: CrawlOptions): Promise<number> {
  const { project, directory } = await askedFor(file, options);
  const { threads, web, handler } = options;
  const onPage = handler === undefined ? undefined : await loadHandler(handler);
  const crawling = { threads, onPage };
  const { report, end, aliases, notice } = await crawlInto(directory, project, web, crawling);
  printAliasCount(aliases);
  if (notice !== undefined) printNotice(notice);
  const said = await saidOfEnd(directory, report, { isPaused: isPaused(end) });
  const text = options.json
    ? JSON.stringify({ end, directory, ...report, aliases, advice: said.advice })
    : endingText(directory, report, end, said);
  printResult(text);
  return exitCodeOf(end, report, project);
}

/**
 * Returns the project with the values of the command line, and the directory of its run. A run keeps
 * these values: a later command that gives none goes on with them.
 */
async function askedFor(
  file: string,
  { out, overrides: given }: CrawlOptions,
): Promise<{ readonly project: OverriddenProject; readonly directory: string }> {
  const asked = await loadProject(file, given);
  const directory = out ?? join("runs", asked.name);
  const before = loadRunProject(directory)?.overrides;
  refuseKeptPath(directory, before, given);
  const overrides = mergeOverrides(before, given);
  const words = overridesInWords(overrides);
  if (words === "") return { project: asked, directory };
  if (before === undefined) return { project: { ...asked, overrides }, directory };
  printNotice(`goes on with the values of this run: ${words}`);
  return { project: { ...(await loadProject(file, overrides)), overrides }, directory };
}

/**
 * Refuses a strategy that a run keeps from an earlier command line where it names a file: only the user may name code.
 * @throws DowserError `kept-strategy-not-named`
 */
function refuseKeptPath(
  directory: string,
  before: ProjectOverrides | undefined,
  given: ProjectOverrides,
): void {
  const kept = before?.strategy;
  if (kept === undefined || given.strategy !== undefined || !/[/\\]/.test(kept)) return;
  throw fail("kept-strategy-not-named", { directory, strategy: kept });
}

/** Returns the exit code of a crawl: an empty one has its own, so that a script sees it. */
function exitCodeOf(end: RunEnd, { fetched, targets }: CrawlReport, asked: Project): number {
  if (isPaused(end)) return pausedExitCode(end);
  if (fetched === 0) return EXIT.noPage;
  // A crawl in order of discovery without a need looks for nothing.
  const seeksTargets = describesTargets(asked.need) || asked.strategy.name !== "breadth-first";
  return targets === 0 && seeksTargets ? EXIT.noTarget : EXIT.ok;
}

/** Formats the end of a crawl: how many pages are relevant first, then its figures and what to do next. */
function endingText(
  directory: string,
  report: CrawlReport,
  end: RunEnd,
  { headline, advice }: Awaited<ReturnType<typeof saidOfEnd>>,
): string {
  return [
    `${headline}\n`,
    formatTotals(report),
    `${endText(end)}; kept in ${directory}`,
    ...advice.map(safeText),
  ].join("\n");
}

/** Returns whether the same command resumes a crawl that ended so. */
export function isPaused(end: RunEnd): boolean {
  return end === "paused" || pauseOf(end) !== undefined;
}

/** Returns the exit code of a crawl that is paused. */
export function pausedExitCode(end: RunEnd): number {
  return pauseOf(end)?.exitCode ?? EXIT.paused;
}

/** Says how a crawl ended, in words. */
export function endText(end: RunEnd): string {
  return isPaused(end) ? "paused; the same command resumes" : (endInWords(end) ?? end);
}

/** Result of a crawl. */
export interface CrawledInto {
  readonly end: RunEnd;
  readonly report: CrawlReport;
  /** Links that named a recorded page by another URL than the recording; 0 for the live web. */
  readonly aliases: number;
  /** What the rule that paused the crawl says to the user. */
  readonly notice?: string | undefined;
}

/** A crawl at work, as its watcher sees it. */
export interface WatchedCrawl {
  readonly report: () => Promise<CrawlReport>;
  /** Returns the reason when nothing is fetched. */
  readonly lastWait: () => string | undefined;
}

/** Watches a crawl at work, and pauses it by a signal. */
export interface Watcher {
  /** Returns a log that also passes on what a training says of the labels. */
  readonly watchLog: (log: RunLog) => Promise<RunLog>;
  readonly watch: (
    crawl: WatchedCrawl,
    work: (signal: AbortSignal) => Promise<RunEnd>,
  ) => Promise<RunEnd>;
}

/** Shows progress on standard error, and pauses at Ctrl-C. */
const TERMINAL: Watcher = {
  watchLog: (log) => tellLabelNotes(log, terminal().stderr),
  watch: ({ report, lastWait }, work) => {
    const progress = startProgress(terminal().stderr, report, lastWait);
    return untilInterrupted(work).finally(() => progress.stop());
  },
};

/** How a crawl is run. */
export interface CrawlingOptions {
  /** Most threads that read pages of the live web beside this one. */
  readonly threads?: number | undefined;
  readonly watcher?: Watcher;
  /** The runs that it comes back to. */
  readonly earlier?: EarlierRuns | undefined;
  /** Acts on each page that was read. */
  readonly onPage?: PageHandler | undefined;
}

/**
 * Runs a project into a directory, by default with progress on standard error. A recording is read in
 * this thread: what is fetched next depends on the page before. Then all pages are judged once more.
 */
export async function crawlInto(
  directory: string,
  given: OverriddenProject,
  webPaths: readonly string[],
  options: CrawlingOptions = {},
): Promise<CrawledInto> {
  const project = options.onPage === undefined ? given : withHandler(given);
  const asked = runProject(project, webPaths);
  refuseOtherRun(directory, asked);
  const strategy = await projectStrategy(project);
  const crawled = await crawlBy(strategy, { directory, project, asked, webPaths, ...options });
  if (isPaused(crawled.end)) return crawled;
  return { ...crawled, report: await reportAfterLook(directory, strategy) };
}

interface Crawling extends CrawlingOptions {
  readonly directory: string;
  readonly project: OverriddenProject;
  /** The same, as the run keeps it. */
  readonly asked: RunProject;
  readonly webPaths: readonly string[];
}

async function crawlBy(
  strategy: Strategy,
  { directory, project, asked, webPaths, watcher = TERMINAL, earlier, ...reading }: Crawling,
): Promise<CrawledInto> {
  await using crawler = await openEngine(directory, asked);
  earlier?.copyBeginning(directory);
  await using opened = await openWeb(project, webPaths);
  // Faults of the project show here, before anything was created.
  await using search = isSearched(directory, project) ? openSearch(project, opened) : undefined;
  const engine = search?.provider;
  const training = await trainingOf(directory, asked, opened);
  if (training?.kind === "paused")
    return { end: "paused" as const, report: training.report, aliases: opened.aliases() };
  const knownInputs = { engine, paths: training?.paths };
  const inputs = await inputsOf(directory, project, opened, strategy, knownInputs);
  const planned = await openPlan(project, opened, inputs);
  tellExample(project, planned);
  const addBrowser = await opened.startBrowser?.();
  const run = await openRun(directory, asked, frontierPolicy(project, strategy, opened));
  const reader = openReader(project, opened, { ...planned, ...inputs }, reading.threads);
  try {
    await opened.writePolitenessLog(join(directory, RUN_FILES.politeness));
    keepInputs(directory, project, inputs, earlier);
    const { web, gate } = opened;
    const { onPage } = reading;
    const read = { web, clock: run.stores.clock };
    const handling = onPage ? handlingReader(reader, read, onPage) : reader;
    const outside = { web, gate, search: engine, reader: handling };
    const log = await watcher.watchLog(run.stores.log);
    await noteUnread(log, opened.recording);
    await earlier?.begin(run.stores);
    const pages = pagesToRead(run.stores.pages, earlier, planned);
    const ports = { ...run.stores, ...outside, pages, log };
    const seeding = { directory, opened, earlier, ...ports };
    const given = await allSeeds(project, seeding, planned.seeds);
    const events = [...(await log.list()), ...((await earlier?.events()) ?? [])];
    const forgotten = forgottenUrls(events);
    const plain = { ...planned, ...given, strategy, forgotten };
    const seeing = addBrowser?.(plain, pages) ?? plain;
    const plan = earlier?.plan(seeing, { pages, ...given }) ?? seeing;
    const watched = { report: () => reportCrawl(ports), lastWait: () => opened.lastWait() };
    const end = await watcher.watch(watched, (signal) =>
      untilPauseRequested(directory, signal, (either) => crawler.run(ports, plan, either)),
    );
    const paused = pauseOf(end) && (await saidOfPause(run.stores.log, end, project));
    return { end, report: await reportCrawl(ports), aliases: opened.aliases(), ...paused };
  } finally {
    await reader?.close();
    await run.close();
  }
}

function tellExample(project: Project, plan: Pick<CrawlPlan, "scope">): void {
  const outOfReach = exampleOutOfReach(project, plan);
  if (outOfReach !== undefined) printNotice(outOfReach);
}

/** Opens what crawls: the loop, or that with an assessor, for whose packages nobody else waits. */
async function openEngine(directory: string, project: RunProject) {
  if (project.assessor === undefined)
    return { run: runCrawl, [Symbol.asyncDispose]: async () => {} };
  const { openAssessedEngine } = await import("./crawl-with-assessor.ts");
  return openAssessedEngine(directory, project);
}

/** Keeps what the crawl began with. The list of seeds that a run names may be somebody else's: one that comes back to it copies its list. */
function keepInputs(
  directory: string,
  project: OverriddenProject,
  inputs: InitialState,
  earlier: EarlierRuns | undefined,
): void {
  if (earlier === undefined) saveSeedList(directory, project);
  saveInputs(directory, inputs);
}

/** Returns the pages of a run as its features read them; those that it has not visited yet are of the run before. */
function pagesToRead<Pages extends Pick<PageStore, "get">>(
  own: Pages,
  earlier: EarlierRuns | undefined,
  { rules }: Pick<CrawlPlan, "rules">,
): Pages {
  return readablePages(joinedPages(own, earlier ? [earlier.pages] : []), rules.fetch);
}

/** Opens the threads that read the pages of the live web; a recording is read in this one. */
function openReader(
  project: Project,
  { isLive }: Pick<OpenedWeb, "isLive">,
  { seeds, year }: Pick<CrawlPlan, "seeds"> & Pick<InitialState, "year">,
  threads: number | undefined,
): ReadingThreads | undefined {
  const most = threads ?? availableParallelism() - 1;
  const settings = { most, atOnce: threads !== undefined };
  return isLive ? openReadingThreads({ project, seeds, year }, settings) : undefined;
}

/** Returns what the rule says that paused a run which has just ended. */
async function saidOfPause(
  log: Pick<RunLog, "list">,
  end: RunEnd,
  project: Project,
): Promise<Pick<CrawledInto, "notice">> {
  const detail = (await log.list()).at(-1)?.detail ?? {};
  return { notice: pauseOf(end)?.notice(detail, project) };
}

/**
 * Returns whether seeds are searched for: only at the first start, so that a resumed crawl needs no
 * key.
 */
function isSearched(directory: string, { search }: Project): boolean {
  return search?.compose !== undefined || !existsSync(join(directory, RUN_FILES.need));
}

/** Returns the click paths of a project: fetched at the first start, kept from then on. */
async function trainingOf(
  directory: string,
  asked: RunProject,
  opened: OpenedWeb,
): Promise<Training | undefined> {
  if (!hasPaths(asked)) return undefined;
  const savedInputs = join(directory, RUN_FILES.training);
  const hasBegun = existsSync(join(directory, RUN_FILES.need));
  if (!hasBegun) return gatherPaths(asked, opened, savedInputs);
  return { kind: "gathered", paths: await loadPaths(asked, opened, savedInputs) };
}

/**
 * Returns the initial inputs of the run in a directory; prepares those of a new run when there is
 * no run yet.
 */
async function inputsOf(
  directory: string,
  project: Project,
  opened: OpenedWeb,
  strategy: Strategy,
  { engine, paths }: Pick<KnownInputs, "engine" | "paths">,
): Promise<InitialState> {
  const seedsFile = join(directory, RUN_FILES.seeds);
  const need = loadNeed(join(directory, RUN_FILES.need));
  const foundSeeds = loadFoundSeeds(seedsFile);
  if (need === undefined) {
    const pathModel = await readPathModel(project.strategy);
    return readInputs(project, opened, [strategy], { foundSeeds, engine, paths, pathModel });
  }
  if (project.search !== undefined && foundSeeds === undefined) {
    throw fail("run-damaged", { file: seedsFile, fault: "is missing" });
  }
  return { need: { ...need, paths }, foundSeeds, year: await beganInYear(directory) };
}
