import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import { createLostLinks } from "../../lib/adapters/sqlite/sqlite-stores.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { aPlan, aPolicy, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const PATHS = Array.from({ length: 30 }, (_, page) => `/${page}`);
const FIRST = ["/killer", ...PATHS];

/** A process that can die: then nothing that it has begun goes on. */
interface Process {
  readonly death: Promise<"dead">;
  die(): void;
  isDead: boolean;
  /** Paths that it has asked for. */
  readonly asked: string[];
}

function aProcess(): Process {
  const { promise: death, resolve } = Promise.withResolvers<"dead">();
  const process: Process = {
    death,
    isDead: false,
    asked: [],
    die() {
      process.isDead = true;
      resolve("dead");
    },
  };
  return process;
}

/** A machine with a crawl of pages that all are on the first one, at so many at once. */
function aMachine(test: TestContext, concurrency: number) {
  const plan = aPlan({ concurrency });
  const database = openDatabase(":memory:");
  test.after(() => database.close());
  const web = scriptedWeb({
    [`${SITE}/`]: linking(...FIRST),
    ...Object.fromEntries(FIRST.map((path) => [SITE + path, linking()])),
  });
  const kept = memoryPorts(web, plan);
  const policy = aPolicy(plan, { connectionsPerHost: concurrency });
  const lostLinks = createLostLinks(database, "durable");
  /** Begins a process, which `live` may end; returns whether it died. */
  const run = async (
    live: (path: string, process: Process, step: "asked" | "read") => void,
    signal?: AbortSignal,
  ): Promise<boolean> => {
    const process = aProcess();
    const fetch: typeof web.fetch = async (url, ...asked) => {
      const path = url.slice(SITE.length);
      process.asked.push(path);
      live(path, process, "asked");
      // Others are asked for meanwhile.
      await setImmediate();
      return process.isDead ? new Promise<never>(() => undefined) : web.fetch(url, ...asked);
    };
    const frontier = createSqliteFrontier(database, policy);
    const pages: typeof kept.pages = {
      ...kept.pages,
      put: async (page, ...stored) => {
        live(page.url.slice(SITE.length), process, "read");
        return process.isDead ? new Promise(() => undefined) : kept.pages.put(page, ...stored);
      },
    };
    const ports = { ...kept, frontier, lostLinks, pages, web: { ...web, fetch } };
    const end = await Promise.race([process.death, runCrawl(ports, plan, signal)]);
    // What was answered before has time to be stored.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    return end === "dead";
  };
  const failed = async () =>
    (await recordsOf(kept))
      .filter(({ state }) => state === "failed")
      .map(({ url, reason, detail }) => [url.slice(SITE.length), reason, detail]);
  const fetched = async () =>
    (await recordsOf(kept)).filter(({ state }) => state === "fetched").length;
  return { run, failed, fetched, lostLinks };
}

const killing = (path: string, process: Process, step: "asked" | "read") => {
  if (path === "/killer" && step === "read") process.die();
};

const GIVEN_UP = [["/killer", "page-error", "the process ended 3 times while it had this link"]];

describe("a link in whose lease the process died", () => {
  for (const concurrency of [1, 8, 32]) {
    it(`A link by which the process dies three times is a page-error, with ${concurrency} at once, and all others are fetched`, async (test) => {
      const { run, failed, fetched, lostLinks } = aMachine(test, concurrency);
      let deaths = 0;
      while (deaths < 9 && (await run(killing))) deaths += 1;
      assert.equal(deaths, 3);
      assert.deepEqual(await failed(), GIVEN_UP);
      assert.equal(await fetched(), 1 + PATHS.length);
      assert.deepEqual(await lostLinks.list(), []);
    });
  }

  it("Who kills a crawl of many links at once loses no page, also where one of them is asked for alone", async (test) => {
    const { run, failed, fetched } = aMachine(test, 32);
    const killed = (_path: string, process: Process, step: "asked" | "read") => {
      if (process.asked.length === 6 && step === "asked") process.die();
    };
    let deaths = 0;
    while (deaths < 20 && (await run(killed))) deaths += 1;
    assert.ok(deaths > 3, `${deaths} deaths`);
    assert.deepEqual(await failed(), []);
    assert.equal(await fetched(), 2 + PATHS.length);
  });

  it("After two deaths nothing is in flight beside a link that may be at fault", async (test) => {
    const { run } = aMachine(test, 8);
    await run(killing);
    await run(killing);
    let [inFlight, most] = [0, 0];
    await run((path, process, step) => {
      if (path === "/killer" && step === "asked") most = process.asked.length - inFlight;
      if (step === "asked") inFlight = process.asked.length;
      killing(path, process, step);
    });
    assert.equal(most, 1);
  });

  it("A link that the process only waits for when it dies is given up after ten deaths, not after three", async (test) => {
    const { run, failed } = aMachine(test, 1);
    const waiting = (path: string, process: Process) => {
      if (path === "/killer") process.die();
    };
    let deaths = 0;
    while (deaths < 20 && (await run(waiting))) deaths += 1;
    assert.equal(deaths, 10);
    const detail = "the process ended 10 times while it had this link";
    assert.deepEqual(await failed(), [["/killer", "page-error", detail]]);
  });

  it("A process that the user asked to end tells nothing by its death", async (test) => {
    const { run, failed } = aMachine(test, 1);
    for (let times = 0; times < 5; times += 1) {
      const pause = new AbortController();
      const isDead = await run((path, process, step) => {
        if (path === "/killer") pause.abort();
        killing(path, process, step);
      }, pause.signal);
      assert.ok(isDead);
    }
    assert.deepEqual(await failed(), []);
    for (let deaths = 0; deaths < 3; deaths += 1) assert.ok(await run(killing));
    assert.equal(await run(killing), false);
    assert.deepEqual(await failed(), GIVEN_UP);
  });

  it("A run that ends by an error tells nothing of the links that it had", async (test) => {
    const { run, failed, lostLinks } = aMachine(test, 1);
    for (let times = 0; times < 5; times += 1) {
      const faulty = run((path) => {
        if (path === "/killer") throw new RangeError("a bug");
      });
      await assert.rejects(faulty, /a bug/);
    }
    await run(() => undefined);
    assert.deepEqual([await failed(), await lostLinks.list()], [[], []]);
  });

  it("A link that is fetched in the end is counted from zero again", async (test) => {
    const { run, failed, lostLinks } = aMachine(test, 1);
    await run(killing);
    await run(killing);
    assert.deepEqual(
      (await lostLinks.list()).map(({ losses }) => losses),
      [1],
    );
    assert.equal(await run(() => undefined), false);
    assert.deepEqual([await failed(), await lostLinks.list()], [[], []]);
  });
});
