/**
 * The runs that a crawl on this machine comes back to: what they know, and what it does for their sake. The rest of a
 * run asks this.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { packUnchanged } from "../../adapters/warc/pack-unchanged.ts";
import { payloadDigest } from "../../adapters/warc/write-warc.ts";
import type { CrawlPlan, CrawlPorts } from "../../crawl/crawl-plan.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { beginRecrawl, unvisitedSeeds } from "../../features/recrawl/begin-recrawl.ts";
import type { EarlierVisits, KnownVisits } from "../../features/recrawl/earlier-visits.ts";
import { knownVisits, lastVisit } from "../../features/recrawl/revisit-link.ts";
import { type FoundBefore, recrawling } from "../../features/recrawl/rule.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { type ReadableRun, readRun } from "../folder/read-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import {
  earlierDirectory,
  loadRunProject,
  type OverriddenProject,
  refuseCircle,
} from "../folder/run-project.ts";
import { seedListName } from "../folder/run-seeds.ts";

/** The run that a crawl comes back to, with those that this one came back to itself. */
export interface EarlierRuns extends Pick<KnownVisits, "histories"> {
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
  close(): Promise<void>;
}

/**
 * Opens a run and those before it for reading.
 * @throws DowserError `no-run`
 */
export function openEarlierRuns(directory: string): EarlierRuns {
  const run = readRun(directory);
  const runs = [run];
  const seen = new Set([realpathSync(directory)]);
  for (let at = earlierDirectory(directory); at !== undefined; at = earlierDirectory(at)) {
    runs.push(readRun(at));
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
    close: async () => {
      for (const each of runs) await each.close();
    },
  };
}

/** Returns a project as its recrawl has it: without a rule to stop by and without queries. */
export function asRecrawl<Asked extends OverriddenProject>(
  { stop: _stop, search, ...project }: Asked,
  recrawl: NonNullable<OverriddenProject["recrawl"]>,
) {
  return { ...project, ...(search && { search: { ...search, compose: undefined } }), recrawl };
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
