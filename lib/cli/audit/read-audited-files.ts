import { existsSync } from "node:fs";
import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { NO_NEED } from "../../domain/methods/label-need.ts";
import { DowserError } from "../../errors.ts";
import type { RunHistory } from "../../evaluation/audit/audited-run.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { isLoggedAs } from "../../project/earlier-choice.ts";
import type { InitialState } from "../../project/plan-crawl.ts";
import { hasPaths } from "../../run/crawl/gather-paths.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../../run/folder/run-inputs.ts";
import { comesBack, type RunProject } from "../../run/folder/run-project.ts";

/** The files of a run beside its database and its pages, as far as they can be read. */
export interface AuditedFiles {
  readonly events: readonly RunEvent[];
  readonly history: RunHistory;
  readonly inputs: InitialState;
  readonly violations: readonly Violation[];
  /** Why a file is not required, when one is missing. */
  readonly notes: readonly string[];
}

/** Reads the files of a run that every audit needs; a missing or unreadable one is a violation. */
export async function readAuditedFiles(
  directory: string,
  project: RunProject,
): Promise<AuditedFiles> {
  const violations: Violation[] = [];
  const add = (file: string, what: string) =>
    void violations.push({ check: "files", url: file, what });
  const read = async <Value>(file: string, load: (path: string) => Value | Promise<Value>) => {
    try {
      return await load(join(directory, file));
    } catch (error) {
      if (!(error instanceof DowserError)) throw error;
      add(file, error.message);
      return undefined;
    }
  };
  const events = (await read(RUN_FILES.log, readFileRunLog)) ?? [];
  const need = await read(RUN_FILES.need, loadNeed);
  const foundSeeds = await read(RUN_FILES.seeds, loadFoundSeeds);
  if (events.length === 0) add(RUN_FILES.log, "holds no event");
  for (const file of requiredFiles(project, events, isPulled(directory))) {
    if (!existsSync(join(directory, file))) add(file, "is missing");
  }
  for (const what of faultsOfLog(events, project)) add(RUN_FILES.log, what);
  if (!isPulled(directory)) {
    for (const what of faultsOfOrder(events, project)) add(RUN_FILES.log, what);
  }
  const year = new Date(events[0]?.at ?? Date.now()).getUTCFullYear();
  const notes =
    project.web === "live"
      ? []
      : [`no ${RUN_FILES.politeness} is required: a crawl of a recording sends no requests`];
  return {
    events,
    history: historyOf(events),
    inputs: { need: need ?? NO_NEED, foundSeeds, year },
    violations,
    notes,
  };
}

/** Returns whether a run is the copy of a crawl in a stack, which keeps no politeness log. */
export function isPulled(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.cost));
}

function requiredFiles(
  project: RunProject,
  events: readonly RunEvent[],
  pulled: boolean,
): readonly string[] {
  const files: string[] = [RUN_FILES.log, RUN_FILES.need];
  if (project.web === "live" && !pulled) files.push(RUN_FILES.politeness);
  if (project.search !== undefined) files.push(RUN_FILES.seeds);
  if (hasPaths(project)) files.push(RUN_FILES.training);
  if (events.some(({ kind }) => kind === "labelled")) files.push(RUN_FILES.labels);
  return files;
}

function* faultsOfLog(
  events: readonly RunEvent[],
  { strategy }: RunProject,
): Generator<string, void, undefined> {
  for (const [index, { kind, detail, at }] of events.entries()) {
    const { strategy: name, pages, rescored } = detail;
    if (!KINDS.has(kind) || !(at >= 0)) yield `has no event of a crawl in line ${index + 1}`;
    if (kind === "trained" && !(isCount(pages) && isCount(rescored)))
      yield `counts no pages of the training in line ${index + 1}`;
    // A strategy module has a name of its own.
    const isOther = typeof name === "string" && !isLoggedAs(name, strategy.name ?? name);
    if (isOther)
      yield `names the strategy ${name} in line ${index + 1}, and the project ${strategy.name}`;
  }
}

/**
 * Checks that a crawl was at work whenever it decided; in a stack it trains before it starts, and a
 * recrawl begins with a model of the run before.
 */
function* faultsOfOrder(
  events: readonly RunEvent[],
  project: RunProject,
): Generator<string, void, undefined> {
  let isAtWork = comesBack(project);
  if (events.length > 0 && !events.some(({ kind }) => kind === "started"))
    yield "has no start of the crawl";
  for (const [index, { kind }] of events.entries()) {
    if (kind === "started") isAtWork = true;
    else if (kind === "trained" && events[index - 1]?.kind === "forgotten") continue;
    else if (!isAtWork && !BETWEEN_CRAWLS.has(kind))
      yield `has an event in line ${index + 1} while no crawl was at work: ${kind}`;
    if (kind === "paused" || kind === "finished") isAtWork = false;
  }
}

/** Events of a run that no crawl is at work in. */
const BETWEEN_CRAWLS: ReadonlySet<string> = new Set<RunEvent["kind"]>([
  "changed",
  "migrated",
  "repaired",
  "unread",
  "forgotten",
]);

const KINDS: ReadonlySet<string> = new Set<RunEvent["kind"]>([
  "started",
  "changed",
  "trained",
  "labelled",
  "sampled",
  "answered",
  "queried",
  "migrated",
  "repaired",
  "unread",
  "forgotten",
  "paused",
  "finished",
]);

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function historyOf(events: readonly RunEvent[]): RunHistory {
  const marks = events.map(({ kind }) => kind).filter(isMark);
  return {
    wereKilled: marks.some((kind, index) => {
      const next = marks[index + 1];
      return kind === "started" && (next === undefined || next === "started");
    }),
    isIdle: marks.length > 0 && marks.at(-1) !== "started",
    wereRepaired: events.some(({ kind }) => kind === "repaired"),
    haveForgotten: events.some(({ kind }) => kind === "forgotten"),
    wereMigrated: events.some(({ kind }) => kind === "migrated"),
    lastEnd: events.findLast(({ kind }) => isMark(kind)),
  };
}

function isMark(kind: RunEvent["kind"]): boolean {
  return kind === "started" || kind === "paused" || kind === "finished";
}
