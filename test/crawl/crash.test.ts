import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openWarcPageStore } from "../../lib/adapters/files/warc-page-store.ts";
import { createMemoryLabelStore } from "../../lib/adapters/memory/memory-label-store.ts";
import { createMemoryRunLog } from "../../lib/adapters/memory/memory-run-log.ts";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import { createSqliteModelStore } from "../../lib/adapters/sqlite/sqlite-model-store.ts";
import { createSqlitePageIndex } from "../../lib/adapters/sqlite/sqlite-page-index.ts";
import { createSqliteRecordStore } from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import { deferCommits } from "../../lib/adapters/sqlite/transact.ts";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Strategy } from "../../lib/domain/strategy/strategy.ts";
import { aPlan, aPolicy, recordsOf } from "../support/a-crawl.ts";
import { aLoadedStrategy, aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { anEngine } from "../support/an-engine.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { collect } from "../support/collect.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { samplingStrategy } from "../support/sampling-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { IS_SLOW } from "../support/slow.ts";
import { weighingStrategy } from "../support/weighing-strategy.ts";

const SITE = "http://site.example";
const PAGES = 12;

/** Pages that all link to several others, so that what is offered twice would show in the sums. */
const scriptOf = (pages: number) =>
  Object.fromEntries(
    Array.from({ length: pages }, (_, page) => [
      `${SITE}/${page === 0 ? "" : page}`,
      linking(...[1, 2, 3, 5].map((step) => `/${(page * 2 + step) % pages}`), "/absent"),
    ]),
  );

/** A site that answers under two names alike. */
const TWIN = "http://www.site.example";
const twinScript = Object.fromEntries(
  Object.entries(scriptOf(PAGES)).flatMap(([url, html]) => [
    [url, html],
    [url.replace(SITE, TWIN), html],
  ]),
);

/** Queries of the strategy that composes them, and what an engine finds. */
const QUERIES = { most: 4, every: 2, results: 5, asked: [] };
const found = (query: string) => {
  const number = Number(/\d+/.exec(query)?.[0]);
  return [5, 8, 11].map((step) => `${SITE}/${(step + 7 * number) % PAGES}`);
};

/** What a crash could spoil, each by a strategy that would show it. */
const STRATEGIES: Readonly<Record<string, Strategy>> = {
  /** Priorities are sums over the links that lead to a page: a doubled step would count twice. */
  summing: { ...aStrategy({ name: "best-first" }), merge: "sum" },
  /** Between two layers it trains, scores all that waits again and begins the next: three effects. */
  layered: aStrategy("opic:topN=5,depth=9"),
  /** It weighs groups by all that was fetched, and trains in between: order and sums show any difference. */
  weighing: weighingStrategy(),
  /** It asks a search engine by what came of the queries before, and scores again what was found. */
  asking: askingStrategy(),
  /** It keeps the structure of its pages, learns a site from them and weighs by what it learned. */
  source: aStrategy("source"),
  /** It weighs groups by all links drawn, and each model learns from the one before. */
  "sleeping bandit": aStrategy("sleeping-bandit"),
  /** Its models, its guard and its draws by chance depend on those before, and on every draw. */
  auto: await aLoadedStrategy("auto"),
  "source as published": await aLoadedStrategy("source:variant=paper,sampleSize=4"),
};

/** Their promises are those of other strategies in the list; `npm run test:slow` crashes them, too. */
const SLOW_STRATEGIES: ReadonlySet<string> = new Set(["sleeping bandit", "source as published"]);

/** A kill takes away the effects since the last commit; just after a commit, none. */
const COMMITS = ["deferred", "at once"] as const;
type Commits = (typeof COMMITS)[number];

class Crash extends Error {}

/** Ports whose `crashAt`-th effect fails, before it happened or after, as a killed process's would. */
function crashing(ports: CrawlPorts, crashAt: number, when: "before" | "after"): CrawlPorts {
  let effects = 0;
  const guard = <Arguments extends unknown[], Result>(
    effect: (...args: Arguments) => Promise<Result>,
  ) => {
    return async (...args: Arguments): Promise<Result> => {
      effects += 1;
      const crashes = effects === crashAt;
      if (crashes && when === "before") throw new Crash();
      const result = await effect(...args);
      if (crashes) throw new Crash();
      return result;
    };
  };
  const { frontier, pages, records, models, log } = ports;
  return {
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
}

describe("a crash between any two effects", () => {
  let directory = "";
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "dowser-crash-"));
  });
  after(() => rmSync(directory, { recursive: true }));

  /** What stays when the process dies: the database, the pages' files, the log. */
  function machine(name: string, plan: CrawlPlan, commits: Commits, script: typeof twinScript) {
    const database = openDatabase(join(directory, `${name}.sqlite`));
    const deferred = commits === "deferred" ? deferCommits(database) : undefined;
    const [log, labels] = [createMemoryRunLog(), createMemoryLabelStore()];
    const web = scriptedWeb(script);
    const boot = (): CrawlPorts => ({
      frontier: createSqliteFrontier(database, aPolicy(plan)),
      records: createSqliteRecordStore(database),
      models: createSqliteModelStore(database),
      pages: openWarcPageStore(join(directory, name), { index: createSqlitePageIndex(database) }),
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
    return { boot, die, close, log, labels };
  }

  async function story(ports: CrawlPorts) {
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

  for (const [strategyName, strategy] of Object.entries(STRATEGIES)) {
    if (SLOW_STRATEGIES.has(strategyName) && !IS_SLOW) continue;
    // The others leave the same story behind in either way.
    const ways = strategyName === "weighing" ? COMMITS : COMMITS.slice(0, 1);
    for (const commits of ways) {
      const name = `${strategyName}, commits ${commits}`;
      it(`A crash between any two effects loses nothing, doubles nothing, and changes no decision: ${name}`, () =>
        crashEverywhere(
          name,
          aPlan({ strategy, seeds: [aUrl(`${SITE}/`)], queries: QUERIES }),
          commits,
        ));
    }
  }

  it("A crash between any two effects lets labels apply completely and once, with unchanged verdicts", async () => {
    const plan = aPlan({ strategy: labelledStrategy, seeds: [aUrl(`${SITE}/`)] });
    await crashEverywhere("labels", plan, "deferred", async ({ boot, labels }) => {
      const ports = boot();
      await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: PAGES / 2 } });
      const given = [
        [`${SITE}/1`, 1],
        [`${SITE}/`, 0],
      ] as const;
      await labels.append(given.map(([url, label]) => ({ at: 0, url: aUrl(url), label })));
      await ports.pages.close();
    });
  });

  it("A crash between any two effects lets a sample of the pages seen be taken once, with unchanged verdicts", async () => {
    // It begins a page before the first sample and ends a page after it.
    const plan = aPlan({ strategy: samplingStrategy, seeds: [aUrl(`${SITE}/`)] });
    const begin = async ({ boot }: Machine) => {
      const ports = boot();
      await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 31 } });
      await ports.pages.close();
    };
    await crashEverywhere("sample", plan, "deferred", begin, 33);
  });

  for (const commits of IS_SLOW ? COMMITS : COMMITS.slice(0, 1)) {
    it(`A crash between any two effects changes no refusal of a page that was fetched under a twin name: commits ${commits}`, async () => {
      const plan = aPlan({ seeds: [aUrl(`${SITE}/`), aUrl(`${TWIN}/`)] });
      // Three pages show that the names are twins: the other nine are fetched once.
      const pages = PAGES + 3;
      await crashEverywhere(`twins ${commits}`, plan, commits, undefined, pages, twinScript);
    });
  }

  type Machine = ReturnType<typeof machine>;

  async function crashEverywhere(
    name: string,
    plan: CrawlPlan,
    commits: Commits,
    begin: (machine: Machine) => Promise<void> = async () => {},
    pages = PAGES,
    script = scriptOf(pages),
  ): Promise<void> {
    const calm = machine(`${name}-calm`, plan, commits, script);
    await begin(calm);
    const undisturbed = calm.boot();
    await runCrawl(undisturbed, plan);
    const expected = await story(undisturbed);
    await undisturbed.pages.close();
    calm.close();
    assert.equal(expected.stored.length, pages);

    let crashes = 0;
    for (const when of ["before", "after"] as const) {
      for (let crashAt = 1; ; crashAt += 1) {
        const each = machine(`${name}-${when}-${crashAt}`, plan, commits, script);
        const { boot, die, close } = each;
        await begin(each);
        const doomed = boot();
        const crashed = await runCrawl(crashing(doomed, crashAt, when), plan).then(
          () => false,
          (error: unknown) => {
            assert.ok(error instanceof Crash, String(error));
            return true;
          },
        );
        await doomed.pages.close();
        die();
        const resumed = boot();
        await runCrawl(resumed, plan);
        assert.deepEqual(await story(resumed), expected, `${when} effect ${crashAt}`);
        await resumed.pages.close();
        close();
        if (!crashed) break;
        crashes += 1;
      }
    }
    assert.ok(crashes > 7 * PAGES, `${crashes} crash points`);
  }
});
