/** The crawls of the page of `dowser ui`: begun, watched and ended, and their states in words. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { isOpenedByCrawl, refuseUnreadable } from "../../adapters/sqlite/open-database.ts";
import { labelNotesOf } from "../../crawl/labels.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import { nextHits } from "../../domain/measures/harvest-rate.ts";
import { wilsonInterval } from "../../domain/stats/intervals/paired-bootstrap.ts";
import { fail } from "../../errors.ts";
import { endInWords } from "../../features/lists.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { inspectProject, inspectText } from "../../project/load-project.ts";
import { missingTargets } from "../../run/crawl/next-steps.ts";
import { isPauseRequested, requestPause } from "../../run/crawl/pause-request.ts";
import { continueCommand, continueWords } from "../../run/folder/project-files.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { isFile, RUN_FILES, refuseStrangeFiles } from "../../run/folder/run-database.ts";
import { loadRunProject, namedCrawl } from "../../run/folder/run-project.ts";
import type { Interval, Order, RunCrawl, Watch } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import type { CrawlProcesses } from "./crawl-process.ts";
import { isTraining, learntOf, modelOf } from "./learnt.ts";
import { rejectedOf } from "./look-answers.ts";
import { type Labels, type PageRow, rowAnswer } from "./page-rows.ts";
import { damageOf, type RunFolder } from "./run-folder.ts";
import { KeptReads, type WatchedRun, type WatchedRuns } from "./watched-run.ts";

/** Pages of the feed, hosts named, and pages that the present precision is of. */
const LATEST = 12;
const MOST_HOSTS = 12;
const RECENT = 100;

/** Time that the pace is measured over, in ms. */
const PACE_MS = 60_000;

/** What the crawls of a folder need. */
export interface CrawlParts {
  readonly folder: RunFolder;
  readonly runs: WatchedRuns;
  readonly processes: CrawlProcesses;
  /** Recordings to crawl instead of the live web; absolute paths. */
  readonly web: readonly string[];
  readonly clock: Pick<Clock, "now">;
}

interface LoggedParts extends CrawlParts {
  readonly logs: KeptReads<Promise<readonly RunEvent[]>>;
}

/** Begins, pauses and watches the crawls of a folder. */
export function createCrawls(shared: CrawlParts): WorkbenchPorts["crawls"] {
  const parts = { ...shared, logs: new KeptReads(readFileRunLog) };
  return {
    list: () => listRuns(parts),
    begin: (run, text) => begin(parts, run, text),
    crawl: async (run) => (await readCrawl(parts, run)).crawl,
    watch: (run) => watch(parts, run),
    pause: async (run) => pause(parts, run),
    resume: (run, pages) => resume(parts, run, pages),
    stop: async (run) => {
      throw fail("cannot-stop", { value: run });
    },
  };
}

async function listRuns(parts: LoggedParts) {
  const { folder } = parts;
  const listed = folder.runs().map(async ({ run, changedAt }) => {
    try {
      const known = await knownState(parts, run);
      const database = join(folder.directory(run), RUN_FILES.database);
      if (known.hasBegun) refuseUnreadable(database);
      else if (!known.isRunning) throw fail("run-damaged", { file: database, fault: "is missing" });
      const topic = loadRunProject(folder.directory(run))?.need?.topic ?? null;
      return { run, state: stateOf(known), topic, changedAt, problem: null };
    } catch (error) {
      const { code, message, hint } = damageOf(error, folder, run);
      const problem = { code, message, hint };
      return { run, state: "paused" as const, topic: null, changedAt, problem };
    }
  });
  return Promise.all(listed);
}

async function begin(parts: CrawlParts, run: string, text: string): Promise<Order> {
  const { folder, processes } = parts;
  const { name } = await inspectText(text, "project", parts.folder.folder);
  if (name !== run) throw fail("other-project-name", { name, run });
  const directory = folder.directory(run);
  const file = join(folder.folder, `${run}.yaml`);
  refuseStrangeFiles(directory);
  const isNew = !existsSync(file);
  const hasRun = existsSync(join(directory, RUN_FILES.database));
  if (processes.isRunning(directory) || hasRun) throw fail("run-exists", { run });
  if (!isNew && !(isFile(file) && readFileSync(file, "utf8") === text))
    throw fail("file-exists/project", { file: `${run}.yaml` });
  if (isNew) writeFileSync(file, text, { flag: "wx" });
  // Faults that only the files beside it show. A module is loaded by the crawl, in a process of its own.
  await inspectProject(file);
  start(parts, run, []);
  return { crawl: run, requested: "run" };
}

async function resume(parts: LoggedParts, run: string, pages: number | undefined): Promise<Order> {
  const known = await knownState(parts, run);
  const order: Order = { crawl: run, requested: "run" };
  if (known.isRunning && (pages === undefined || !known.isOwn)) return order;
  refuseWithoutFile(parts, run);
  const go = () => start(parts, run, pages === undefined ? [] : ["--pages", String(pages)]);
  // A crawl reads its budget at its start.
  if (known.isRunning) parts.processes.startAgain(parts.folder.directory(run), go);
  else go();
  return order;
}

function start(parts: CrawlParts, run: string, more: readonly string[]): void {
  const { folder, processes } = parts;
  const directory = folder.directory(run);
  const words = continueWords(folder.folder, crawlOf(parts, run));
  processes.start(directory, [...words, ...more], folder.folder);
}

/** A recrawl has its project from the run that it visits again. */
function refuseWithoutFile(parts: CrawlParts, run: string): void {
  const { name, of } = crawlOf(parts, run);
  if (of === undefined && parts.folder.projectFile(name) === undefined)
    throw fail("no-project-file", { name });
}

async function pause(parts: LoggedParts, run: string): Promise<Order> {
  const { folder, processes } = parts;
  const directory = folder.directory(run);
  if (processes.isRunning(directory)) processes.pause(directory);
  else if ((await knownState(parts, run)).isRunning) requestPause(directory);
  return { crawl: run, requested: "pause" };
}

/** Reads what is known of a crawl without its pages. */
async function knownState({ folder, processes, logs }: LoggedParts, run: string) {
  const directory = folder.directory(run);
  const database = join(directory, RUN_FILES.database);
  refuseStrangeFiles(directory);
  const events = await logs.get(join(directory, RUN_FILES.log));
  const isOwn = processes.isRunning(directory);
  const mayBeOpen = events.length === 0 || isOpen(events);
  return {
    events,
    hasBegun: existsSync(database),
    isOwn,
    isRunning: isOwn || (mayBeOpen && isOpenedByCrawl(database)),
    isPausing: processes.isPausing(directory) || isPauseRequested(directory),
  };
}

interface ReadCrawl {
  readonly crawl: RunCrawl;
  readonly events: readonly RunEvent[];
  readonly watched: WatchedRun | undefined;
}

/** @throws DowserError `no-run` where there neither is nor was a crawl */
async function readCrawl(parts: LoggedParts, run: string): Promise<ReadCrawl> {
  const { folder, processes, clock } = parts;
  const directory = folder.directory(run);
  const known = await knownState(parts, run);
  const fault = processes.fault(directory);
  if (!known.hasBegun && !known.isRunning && fault === undefined)
    throw fail("no-run", { directory: folder.named(run) });
  const watched = known.hasBegun ? openedRun(parts.runs, directory, known.events) : undefined;
  await watched?.refresh();
  const state = stateOf(known);
  const { end, because } = known.isRunning ? { end: null, because: null } : endOf(known.events);
  const report = watched === undefined ? null : await watched.report();
  const project = watched?.project ?? loadRunProject(directory);
  const crawl: RunCrawl = {
    crawl: run,
    requested: known.isPausing || state === "paused" ? "pause" : "run",
    state,
    end,
    because,
    seconds: secondsOf(known.events, clock.now(), known.isRunning),
    model: modelOf(known.events.findLast(isTraining)) ?? null,
    dollars: 0,
    listed: watched?.rows.rows.length ?? 0,
    report: report && { ...report, states: { ...report.states }, reasons: { ...report.reasons } },
    isOwn: known.isOwn,
    // A control list and draws by chance are told with the verdicts.
    recall: null,
    // They are counted by reading all links, which is too slow for each look.
    spentSites: null,
    // It is told with the verdicts, too.
    assessed: null,
    problem: fault ?? null,
    budgetPages: project?.budget?.pages ?? null,
    command: continueCommand(parts.folder.folder, crawlOf(parts, run)),
  };
  return { crawl, events: known.events, watched };
}

/** Opens a run; `undefined` while its crawl is creating it, which has logged nothing yet. */
function openedRun(
  runs: WatchedRuns,
  directory: string,
  events: readonly RunEvent[],
): WatchedRun | undefined {
  try {
    return runs.get(directory);
  } catch (error) {
    if (events.length === 0) return undefined;
    throw error;
  }
}

/** Returns a crawl as commands in the folder name it, with the recordings that it is or will be of. */
function crawlOf({ folder, web }: CrawlParts, run: string) {
  const out = folder.named(run);
  return namedCrawl(loadRunProject(folder.directory(run)), { name: run, out, web });
}

async function watch(parts: LoggedParts, run: string): Promise<Watch> {
  const { crawl, events, watched } = await readCrawl(parts, run);
  const rows = watched?.rows.rows ?? [];
  const labels: Labels = (await watched?.labels()) ?? new Map();
  const isRunning = crawl.state === "running" || crawl.state === "pausing";
  const { largest = [], others } = watched?.rows.hosts.shares(MOST_HOSTS) ?? {};
  return {
    crawl,
    harvest: [...(watched?.rows.harvest.points() ?? [])],
    recent: recentPrecision(rows),
    next: rows.length === 0 ? null : nextHits(recentTargets(rows), recentRows(rows).length, RECENT),
    pagesPerSecond: isRunning ? paceOf(rows, parts.clock.now()) : null,
    hosts: largest.map(({ name, pages, targets }) => ({ host: name, pages, targets })),
    hostCount: largest.length + (others?.names ?? 0),
    model: { ...modelFigures(events), learnt: await learntOf(watched, events) },
    latest: rows
      .slice(-LATEST)
      .toReversed()
      .map((row) => rowAnswer(row, labels)),
    rejected: rejectedOf(crawl.report?.reasons ?? {}),
    isDue: !isRunning && watched !== undefined && (await watched.isLookDue()),
    nothing: await nothingOf(parts, crawl, watched),
  };
}

/** Why runs have no relevant page, by what was counted then: many pages are read to say so. */
const explained = new WeakMap<
  WatchedRun,
  { readonly of: string; readonly says: Watch["nothing"] }
>();

/** Explains a crawl without a page, or without a relevant one, as its command does. */
async function nothingOf(
  parts: CrawlParts,
  { crawl, state, report }: RunCrawl,
  watched: WatchedRun | undefined,
): Promise<Watch["nothing"]> {
  const hasEnded = state === "finished" || state === "paused";
  if (!hasEnded || report === null || report.targets > 0) return null;
  const of = JSON.stringify(report);
  const known = watched && explained.get(watched);
  if (known?.of === of) return known.says;
  const directory = parts.folder.directory(crawl);
  await using run = readRun(directory);
  const missing = await missingTargets(directory, run, report, parts.folder.named(crawl));
  const says = missing && { reasons: [...missing.reasons], advice: [...missing.advice] };
  if (watched !== undefined) explained.set(watched, { of, says: says ?? null });
  return says ?? null;
}

function recentPrecision(rows: readonly PageRow[]): Interval {
  return intervalAnswer(wilsonInterval(recentTargets(rows), recentRows(rows).length));
}

function recentTargets(rows: readonly PageRow[]): number {
  return recentRows(rows).filter(({ isTarget }) => isTarget).length;
}

function recentRows(rows: readonly PageRow[]): readonly PageRow[] {
  return rows.slice(-RECENT);
}

/** Returns what the API answers of a share. */
export function intervalAnswer(of: ReturnType<typeof wilsonInterval>): Interval {
  return { ...of, share: of.share ?? null };
}

/** Returns the pages fetched a second in the last minute. */
function paceOf(rows: readonly PageRow[], now: number): number {
  const first = rows[0]?.fetchedAt ?? now;
  const from = Math.max(first, now - PACE_MS);
  let pages = 0;
  for (let at = rows.length - 1; at >= 0 && (rows[at]?.fetchedAt ?? 0) >= from; at -= 1) pages += 1;
  return now > from ? (pages * 1_000) / (now - from) : 0;
}

function modelFigures(events: readonly RunEvent[]): Omit<Watch["model"], "learnt"> {
  const trained = events.filter(isTraining);
  const last = trained.at(-1);
  const figure = (name: string) => {
    const value = last?.detail[name];
    return typeof value === "number" ? value : 0;
  };
  return {
    trainings: trained.length,
    at: last?.at ?? null,
    pages: figure("pages"),
    rescored: figure("rescored"),
    labels: updatesOf(events).state.labels,
    notes: last === undefined ? [] : [...labelNotesOf(last)],
  };
}

/** What is known of a crawl without its pages. */
interface KnownState {
  readonly events: readonly RunEvent[];
  /** Whether a process crawls in the run now. */
  readonly isRunning: boolean;
  readonly isPausing: boolean;
  /** Whether the run has a database, so that it has begun. */
  readonly hasBegun: boolean;
}

/** Returns the state of a crawl. One that was killed is paused: it can go on. */
export function stateOf({ events, isRunning, isPausing, hasBegun }: KnownState): RunCrawl["state"] {
  if (isRunning) {
    if (isPausing) return "pausing";
    return hasBegun && isOpen(events) ? "running" : "starting";
  }
  return events.at(-1)?.kind === "finished" ? "finished" : "paused";
}

/** Returns whether the log leaves open if the crawl goes on: its last start has no end. */
export function isOpen(events: readonly RunEvent[]): boolean {
  return lastMark(events)?.kind === "started";
}

/** Returns why a crawl ended, as its log says it, and in words; `null` while it goes on. */
export function endOf(events: readonly RunEvent[]): {
  readonly end: string | null;
  readonly because: string | null;
} {
  const last = lastMark(events);
  if (last === undefined || last.kind === "started") return { end: null, because: null };
  const why = last.detail["why"];
  const end = typeof why === "string" ? why : last.kind;
  return { end, because: endInWords(end) ?? end };
}

/** Returns the time spent crawling, in seconds, pauses not counted. */
export function secondsOf(events: readonly RunEvent[], now: number, isRunning: boolean): number {
  let [ms, since, before] = [0, undefined as number | undefined, 0];
  for (const { at, kind } of events) {
    if (kind === "started") {
      // A crawl that was killed went on to its last event at least.
      if (since !== undefined) ms += before - since;
      since = at;
    }
    if (since !== undefined && (kind === "paused" || kind === "finished")) {
      ms += at - since;
      since = undefined;
    }
    before = at;
  }
  if (since !== undefined) ms += (isRunning ? now : before) - since;
  return Math.max(0, ms / 1_000);
}
