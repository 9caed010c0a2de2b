/** What a page takes of a stack, by the strategy of its crawl, and how many pages its one planner so holds. */
import { costOf } from "../domain/cost/cost.ts";
import { forecast } from "../domain/cost/forecast.ts";
import { fail } from "../errors.ts";
import type { Project } from "./project-schema.ts";
import {
  ASSUMED_WEB,
  listingForm,
  MOST_FILL,
  type PageLoad,
  PLANNER_DISK_BYTES,
  stackLimits,
  stackShape,
} from "./stack-limits.ts";

/** A page with ten new links, of a strategy that scores links once (docs/results/stack.md). */
const PLAIN: PageLoad = { plannerMs: 1, harvesterMs: 2, databaseBytes: 3_000, journalBytes: 420 };

/** And of one that learns: links keep their texts, and those that wait are scored again. */
const LEARNT: PageLoad = {
  plannerMs: 1.9,
  harvesterMs: 3.7,
  databaseBytes: 7_000,
  journalBytes: 1_900,
};

/** Strategies that were counted, or that keep no more; any other is taken as one that learns. */
const SCORED_ONCE: ReadonlySet<string> = new Set([
  "breadth-first",
  "depth-first",
  "random",
  "best-first",
]);

/** Returns the load of a page by the strategy of its crawl. */
export function loadOf(strategy: string): PageLoad {
  return SCORED_ONCE.has(strategy) ? PLAIN : LEARNT;
}

/** Rooms are told in so many pages: no web is like the one that was counted. */
const ROUNDED_TO = 100_000;

/** Returns about how many pages fill the disk of a planner, on a web with ten new links a page. */
export function plannerRoom(strategy: string): number {
  const pages = (MOST_FILL * PLANNER_DISK_BYTES) / loadOf(strategy).databaseBytes;
  return Math.floor(pages / ROUNDED_TO) * ROUNDED_TO;
}

/**
 * Refuses a crawl of more pages than a planner holds.
 * @throws DowserError `crawl-too-large`
 */
export function refuseBeyondRoom(strategy: string, pages: number): void {
  const most = plannerRoom(strategy);
  if (pages > most) throw fail("crawl-too-large", { strategy, pages, most, value: pages });
}

/** Hosts of a crawl that is as fast as a stack allows. */
const MANY_HOSTS = 1_000;

/**
 * Refuses a project whose budget is more pages than a planner holds, unless its hours or dollars end the crawl before.
 * @throws DowserError `crawl-too-large`
 */
export function requireRoom(
  project: Pick<
    Project,
    "strategy" | "budget" | "stack" | "scope" | "seeds" | "search" | "politeness"
  >,
  pages = project.budget.pages,
): void {
  const { hours = Infinity, dollars = Infinity } = project.budget;
  const { name } = project.strategy;
  const most = plannerRoom(name);
  if (pages <= most) return;
  const shape = stackShape(stackLimits(project), listingForm(project, pages), loadOf(name));
  const { minDelayMs } = project.politeness;
  const full = forecast({ ...ASSUMED_WEB, pages: most, hosts: MANY_HOSTS, minDelayMs }, shape);
  if (full.hours >= hours || costOf(full.usage).total >= dollars) return;
  refuseBeyondRoom(name, pages);
}
