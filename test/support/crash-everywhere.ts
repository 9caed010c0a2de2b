import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openWarcPageStore } from "../../lib/adapters/files/warc-page-store.ts";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import {
  createSqlitePageIndex,
  createSqliteRecordStore,
} from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import { createSqliteModelStore } from "../../lib/adapters/sqlite/sqlite-stores.ts";
import { deferCommits } from "../../lib/adapters/sqlite/transact.ts";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import {
  createMemoryLabelStore,
  createMemoryRunLog,
} from "../../peers/commands/compare/memory-stores.ts";
import { aPlan, aPolicy, recordsOf } from "./a-crawl.ts";
import { aFolder } from "./a-folder.ts";
import { aUrl } from "./a-url.ts";
import { anEngine } from "./an-engine.ts";
import { collect } from "./collect.ts";
import { fixedClock } from "./fixed-clock.ts";
import { linking, scriptedWeb } from "./scripted-web.ts";
import { IS_SLOW, movingSeed } from "./slow.ts";

/**
 * Crawls a small site again and again, each time with another crash: before or after one of its
 * effects. The suites of `test/crawl/crash` each do so with another strategy.
 */

export const SITE = "http://site.example";

/** Pages of the site, if a suite asks for no others. */
export const PAGES = 12;

/** Crash points of each story in the gate; `npm run test:slow` plays all of them. */
const SAMPLE = 12;

/** A kill takes away the effects since the last commit; just after a commit, none. */
export type Commits = "deferred" | "at once";

type Script = Readonly<Record<string, string>>;

/** Pages that all link to several others, so that what is offered twice would show in the sums. */
export function siteOf(pages: number): Script {
  return Object.fromEntries(
    Array.from({ length: pages }, (_, page) => [
      `${SITE}/${page === 0 ? "" : page}`,
      linking(...[1, 2, 3, 5].map((step) => `/${(page * 2 + step) % pages}`), "/absent"),
    ]),
  );
}

/** The plan of a crawl of the site; a strategy that composes queries asks four. */
export function planFor(strategy: Strategy): CrawlPlan {
  const queries = { most: 4, every: 2, results: 5, asked: [] };
  return aPlan({ strategy, seeds: [aUrl(`${SITE}/`)], queries });
}

/** What an engine finds for a query that has a number. */
function found(query: string): string[] {
  const number = Number(/\d+/.exec(query)?.[0]);
  return [5, 8, 11].map((step) => `${SITE}/${(step + 7 * number) % PAGES}`);
}

class Crash extends Error {}

/** When an effect fails: before it happened or after, as a killed process's would. */
type When = "before" | "after";

interface CrashPoint {
  readonly when: When;
  /** The number of the effect, from 1. */
  readonly at: number;
}

/** Ports one effect of which fails, and the number of effects so far. */
function crashing(ports: CrawlPorts, point?: CrashPoint) {
  let effects = 0;
  const guard = <Arguments extends unknown[], Result>(
    effect: (...args: Arguments) => Promise<Result>,
  ) => {
    return async (...args: Arguments): Promise<Result> => {
      effects += 1;
      const crashes = effects === point?.at;
      if (crashes && point?.when === "before") throw new Crash();
      const result = await effect(...args);
      if (crashes) throw new Crash();
      return result;
    };
  };
  const { frontier, pages, records, models, log } = ports;
  const doomed: CrawlPorts = {
    ...ports,
    frontier: {
      ...frontier,
      offer: guard(frontier.offer),
      draw: guard(frontier.draw),
      settle: guard(frontier.settle),
      rescore: guard(frontier.rescore),
      beginLayer: guard(frontier.beginLayer),
      weighGroups: guard(frontier.weighGroups),
      count: frontier.count,
    },
    pages: { ...pages, put: guard(pages.put) },
    records: { ...records, put: guard(records.put) },
    models: { ...models, put: guard(models.put) },
    log: { ...log, append: guard(log.append) },
    search: ports.search && { search: guard(ports.search.search) },
  };
  return { doomed, effects: () => effects };
}

/** What stays when the process dies: the database, the pages' files, the log. */
export type Machine = ReturnType<typeof aMachine>;

function aMachine(folder: string, plan: CrawlPlan, commits: Commits, script: Script) {
  const database = openDatabase(`${folder}.sqlite`);
  const deferred = commits === "deferred" ? deferCommits(database) : undefined;
  const [log, labels] = [createMemoryRunLog(), createMemoryLabelStore()];
  const web = scriptedWeb(script);
  const boot = (): CrawlPorts => ({
    frontier: createSqliteFrontier(database, aPolicy(plan)),
    records: createSqliteRecordStore(database),
    models: createSqliteModelStore(database),
    pages: openWarcPageStore(folder, { index: createSqlitePageIndex(database) }),
    ...{ log, labels, web, gate: openGate, clock: fixedClock(), search: anEngine(found) },
  });
  /** A kill takes away what was not committed. */
  const die = () => {
    if (database.isTransaction) database.exec("ROLLBACK");
  };
  const close = () => {
    deferred?.end();
    database.close();
  };
  return { boot, die, close, labels };
}

async function storyOf(ports: CrawlPorts) {
  const records = await recordsOf(ports);
  return {
    // Dates differ, and with them the compressed lengths.
    records: records.map((record) => ({
      ...record,
      ...{ fetchedAt: 0, fetchMs: 0 },
      page: record.page && { ...record.page, ref: record.page.ref?.digest },
    })),
    states: (await ports.frontier.count()).states,
    stored: (await collect(ports.pages.urls())).toSorted(),
  };
}

/** How a suite's crawls differ from those of a site of twelve pages, from the beginning. */
export interface Story {
  readonly commits?: Commits;
  /** What each crawl has behind it when the crashes begin. */
  readonly begin?: (machine: Machine) => Promise<void>;
  readonly pages?: number;
  readonly script?: Script;
}

/**
 * Asserts that a crawl which crashes and is resumed leaves the story behind of one that does not:
 * for all of its crash points in `npm run test:slow`, for a sample that moves in the gate.
 */
export async function crashEverywhere(
  test: TestContext,
  plan: CrawlPlan,
  { commits = "deferred", begin, pages = PAGES, script = siteOf(pages) }: Story = {},
): Promise<void> {
  const folder = aFolder(test);
  const machineOf = (name: string) => aMachine(join(folder, name), plan, commits, script);
  const calm = machineOf("calm");
  await begin?.(calm);
  const { doomed: undisturbed, effects } = crashing(calm.boot());
  await runCrawl(undisturbed, plan);
  const expected = await storyOf(undisturbed);
  await undisturbed.pages.close();
  calm.close();
  assert.equal(expected.stored.length, pages);
  assert.ok(effects() > 3.5 * PAGES, `${effects()} effects`);

  for (const point of chosenOf(test, effects())) {
    const told = `${point.when} effect ${point.at} (SEED=${movingSeed()})`;
    const machine = machineOf(`${point.when}-${point.at}`);
    await begin?.(machine);
    const { doomed } = crashing(machine.boot(), point);
    await assert.rejects(runCrawl(doomed, plan), Crash, told);
    await doomed.pages.close();
    machine.die();
    const resumed = machine.boot();
    await runCrawl(resumed, plan);
    assert.deepEqual(await storyOf(resumed), expected, told);
    await resumed.pages.close();
    machine.close();
  }
}

/** Returns the crash points to play; those of a sample are spread over the crawl. */
function chosenOf(test: TestContext, effects: number): CrashPoint[] {
  const points = Array.from({ length: effects }, (_, index) => index + 1).flatMap((at) =>
    (["before", "after"] as const).map((when) => ({ when, at })),
  );
  if (IS_SLOW) return points;
  test.diagnostic(`SEED=${movingSeed()}: ${SAMPLE} of ${points.length} crash points`);
  // Each part has points of its own: a point that is played twice would find its first crawl done.
  const firstOf = (part: number) => Math.floor((part * points.length) / SAMPLE);
  const chosen = Array.from({ length: SAMPLE }, (_, part) => {
    const share = hashToUnit(movingSeed(), `${test.fullName} ${part}`);
    const size = firstOf(part + 1) - firstOf(part);
    return points.at(firstOf(part) + Math.floor(share * size));
  });
  return chosen.filter((point) => point !== undefined);
}
