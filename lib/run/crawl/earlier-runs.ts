/**
 * A run that comes back to others on this machine: where it lies and what it is asked for, what those know, and what
 * its crawl does for their sake. The rest of a run asks this.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { packUnchanged, payloadDigest } from "../../adapters/warc/write-warc.ts";
import type { CrawlPlan, CrawlPorts } from "../../crawl/crawl-plan.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import type { StrategyChoice } from "../../domain/methods/strategy-module.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { asRecrawl, beginRecrawl, unvisitedSeeds } from "../../features/recrawl/begin-recrawl.ts";
import type { EarlierVisits, KnownVisits } from "../../features/recrawl/earlier-visits.ts";
import { knownVisits, lastVisit } from "../../features/recrawl/revisit-link.ts";
import { REVISITS_PER_NEW_PAGE } from "../../features/recrawl/revisit-schedule.ts";
import { type FoundBefore, recrawling } from "../../features/recrawl/rule.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { loadProject, type ProjectOverrides } from "../../project/load-project.ts";
import { type ReadableRun, readRun } from "../folder/read-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import {
  earlierDirectory,
  loadRunProject,
  type OverriddenProject,
  type RunProject,
  refuseCircle,
} from "../folder/run-project.ts";
import { seedListName } from "../folder/run-seeds.ts";

/** The run that a crawl comes back to, with those that this one came back to itself. */
export interface EarlierRuns extends Pick<KnownVisits, "histories">, AsyncDisposable {
  /** The pages of the run before. */
  readonly pages: Pick<PageStore, "get">;
  /** Returns a project as a run in this directory has it that comes back to them. */
  projectIn(directory: string, project: OverriddenProject): Promise<OverriddenProject>;
  /** Returns the logs of all of them, in one list. */
  events(): Promise<readonly RunEvent[]>;
  /**
   * Copies what the run before was asked for and has learned from people into the directory of one that comes back
   * to it, unless that has begun. Its pages stay where they are.
   * @throws DowserError `run-damaged` for a run without its need: the files that its project names are not read again
   */
  copyBeginning(to: string): void;
  /** Lets a crawl that has not begun go on with what the run before had learned. */
  begin(ports: Pick<CrawlPorts, "models" | "log" | "clock">): Promise<void>;
  /** Returns the seeds that none of them has fetched, and the pages of sitemaps that none has discovered. */
  unvisited(seeds: readonly Url[], listed: readonly Url[]): Promise<readonly Url[]>;
  /** Returns a plan as it comes back to them. */
  plan(plan: CrawlPlan, found: FoundBefore): CrawlPlan;
}

/** What a recrawl visits is decided by what the crawl before decided by, and by no later look. */
function asDecided(run: ReadableRun): ReadableRun {
  return { ...run, records: run.decided };
}

/**
 * Opens a run and those before it for reading.
 * @throws DowserError `no-run`
 */
export function openEarlierRuns(directory: string): EarlierRuns {
  const run = asDecided(readRun(directory));
  const runs = [run];
  const seen = new Set([realpathSync(directory)]);
  for (let at = earlierDirectory(directory); at !== undefined; at = earlierDirectory(at)) {
    runs.push(asDecided(readRun(at)));
    refuseCircle(at, seen);
    seen.add(realpathSync(at));
  }
  const earlier = visitsOf(runs);
  return {
    pages: run.pages,
    histories: () => earlier.histories(),
    async projectIn(into, project) {
      // Without their pages, of which only the dates of changes are read.
      const recorded = knownVisits(runs.map(({ records, frontier }) => ({ records, frontier })));
      const known = (await recorded.histories()).length;
      return asRecrawl(project, { of: relative(into, directory), known });
    },
    async events() {
      const events: RunEvent[] = [];
      for (const { log } of runs) events.push(...(await log.list()));
      return events;
    },
    copyBeginning: (to) => copyBeginning(directory, to),
    begin: (ports) => beginRecrawl(ports, run),
    unvisited: (seeds, listed) => unvisitedSeeds(earlier, seeds, listed),
    plan: (plan, found) => recrawling(plan, { earlier, ...found }),
    [Symbol.asyncDispose]: async () => {
      for (const each of runs) await each.close();
    },
  };
}

function visitsOf(runs: readonly ReadableRun[]): KnownVisits & EarlierVisits {
  return {
    ...knownVisits(runs),
    async last(url) {
      const last = await lastVisit(runs, url);
      if (last === undefined) return undefined;
      const { visit, crawl } = last;
      const page = visit.record.page === undefined ? undefined : await crawl.pages.get(url);
      return { ...visit, page };
    },
    digestOf: payloadDigest,
    async pack({ record, page, storedAt }, answer) {
      if (page === undefined) throw new RangeError(`${record.url} has no stored page.`);
      return packUnchanged({ page, digest: record.page?.ref?.digest, storedAt }, answer);
    },
  };
}

/** Files that a recrawl begins with; the need is last: when it is there, the others are. */
const BEGINNING = [RUN_FILES.training, RUN_FILES.seeds, RUN_FILES.labels, RUN_FILES.need];

function copyBeginning(from: string, to: string): void {
  if (existsSync(join(to, RUN_FILES.need))) return;
  const need = join(from, RUN_FILES.need);
  if (!existsSync(need)) throw fail("run-damaged", { file: need, fault: "is missing" });
  mkdirSync(to, { recursive: true });
  const list = loadRunProject(from)?.seeds?.file;
  const kept = list === undefined ? [] : [seedListName(list)];
  for (const name of [...kept, ...BEGINNING]) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(source)) continue;
    if (name === RUN_FILES.training) cpSync(source, target, { recursive: true, force: true });
    else {
      copyFileSync(source, `${target}.new`);
      renameSync(`${target}.new`, target);
    }
  }
}

// Where such a run lies, and what it takes over.

/** Values of the command line in the place of the run's. */
export type RecrawlValues = Omit<ProjectOverrides, "strategy">;

/** A run to visit again, and where to. */
export interface RecrawlPlace {
  readonly from: string;
  readonly into: string;
}

/**
 * Returns which run is visited again, and in which directory. Without a directory, the recrawls of a run
 * are beside it, with `-2`, `-3` and so on: one that has not ended goes on, else the next one
 * begins, and comes from the last.
 */
export async function recrawlPlace(run: string, into: string | undefined): Promise<RecrawlPlace> {
  if (!existsSync(join(run, RUN_FILES.database))) throw fail("no-run", { directory: run });
  const from = run.replace(/[/\\]+$/, "");
  if (into !== undefined) return { from, into };
  let last = from;
  for (let number = 2; ; number += 1) {
    const next = `${from}-${number}`;
    const place = { from: last, into: next };
    const earlier = earlierDirectory(next);
    // What is there and comes from no run, or from another, is refused when it is opened.
    if (earlier === undefined || resolve(earlier) !== resolve(last)) return place;
    if (!(await isFinished(next))) return place;
    last = next;
  }
}

async function isFinished(directory: string): Promise<boolean> {
  const events = await readFileRunLog(join(directory, RUN_FILES.log));
  return lastMark(events)?.kind === "finished";
}

/**
 * Returns the project of a recrawl: that of its run, for as many pages as the run has and their share of
 * new ones, without a rule to stop by and without queries. A recrawl that was begun keeps its values.
 */
export function recrawlProject(
  { from, into }: RecrawlPlace,
  values: RecrawlValues,
  known: number,
): RunProject {
  const whole = loadRunProject(from);
  if (whole?.budget === undefined || whole.politeness === undefined || whole.web === undefined)
    throw fail("run-damaged", { file: from, fault: "does not say what it was asked for" });
  // A file that `saveRunProject` wrote is complete.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { overrides: _overrides, ...project } = whole as RunProject;
  const begun = loadRunProject(into);
  const pages = known + Math.ceil(known / REVISITS_PER_NEW_PAGE);
  const hours = values.hours ?? begun?.budget?.hours ?? project.budget.hours;
  const contact = values.contact ?? begun?.politeness?.contact ?? project.politeness.contact;
  const budget = {
    ...project.budget,
    pages: values.pages ?? begun?.budget?.pages ?? Math.max(1, pages),
    ...(hours !== undefined && { hours }),
  };
  return {
    ...asRecrawl(project, begun?.recrawl ?? { of: relative(into, from), known }),
    budget,
    politeness: { ...project.politeness, ...(contact !== undefined && { contact }) },
  };
}

/**
 * Returns the project of a recrawl with what leads out of the run as the user's own project file has it: the code of a
 * strategy, the file of secrets, the program of a browser, the assessor. A run may be somebody else's, and is not taken
 * at its word; an assessor that the user does not name is left out.
 * @throws DowserError `recrawl-needs-project`, `run-of-another-project`, and those of {@link loadProject}
 */
export async function withPartsOfUser<Asked extends OverriddenProject>(
  project: Asked,
  directory: string,
  file: string | undefined,
): Promise<Asked> {
  const { assessor: _assessor, ...plain } = project;
  const { access, render, strategy, ...rest } = plain;
  const { browser, ...bounds } = render ?? {};
  const parts = [
    ...(strategy["module"] === undefined ? [] : ["a strategy module"]),
    ...(access === undefined ? [] : ["an access file"]),
    ...(browser === undefined ? [] : ["a browser"]),
  ].join(", ");
  if (parts === "" && file === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it lacks a key that need not be there
    return plain as Asked;
  }
  if (file === undefined) throw fail("recrawl-needs-project", { directory, parts });
  const own = await loadProject(file);
  if (!isDeepStrictEqual(withoutPlace(own.strategy), withoutPlace(strategy)))
    throw fail("run-of-another-project", { directory, parts: "strategy" });
  const program = own.render?.browser;
  // The rest is the run's, part by part.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return {
    ...rest,
    strategy: own.strategy,
    ...(own.assessor !== undefined && { assessor: own.assessor }),
    ...(access !== undefined && own.access !== undefined && { access: own.access }),
    ...(render && { render: { ...bounds, ...(program !== undefined && { browser: program }) } }),
  } as Asked;
}

function withoutPlace({ module: _module, ...choice }: StrategyChoice): object {
  return choice;
}
