import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { storesOpener } from "../../functions/wiring/open-stores.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { pullRun } from "../../lib/cli/stack/pull-run.ts";
import { readRun } from "../../lib/run/folder/read-run.ts";
import { readSnapshot } from "../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../lib/stack/bundle.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { aBundle, aProject } from "../support/a-bundle.ts";
import { aFolder } from "../support/a-folder.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const HOSTS = 40;
const PAGES = 800;
const LINKS = 6;
const url = (page: number) => `http://h${page % HOSTS}.example/a-page-of-some-length/${page}`;

/** Each page leads to pages that no other one leads to. */
const WEB = scriptedWeb(
  Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) => {
      const found = Array.from({ length: LINKS }, (_, link) => HOSTS + LINKS * page + link);
      return [url(page), linking(...found.filter((each) => each < PAGES).map(url))];
    }),
  ),
);
const BUNDLE = aBundle({
  project: aProject({
    seeds: { urls: Array.from({ length: HOSTS }, (_, page) => url(page)) },
    strategy: { name: "breadth-first" },
  }),
});

/** A disk that the pages of {@link WEB} do not fit, in bytes. */
const SMALL_DISK = 620_000;

/** A stack with the databases of a real one, in a folder of their own. */
async function aStack(test: TestContext, diskBytes?: number) {
  process.env["TMPDIR"] = aFolder(test);
  test.after(() => delete process.env["TMPDIR"]);
  const { plan } = await planOf(BUNDLE);
  const stack = new SimulatedStack(plan, WEB, 1, CALM, 20_000, true);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(BUNDLE)));
  stack.planners = "alone";
  stack.opener = storesOpener(stack.blobs, systemClock, undefined, diskBytes);
  return { stack };
}

describe("a planner on a disk that is too small for its crawl", () => {
  it("It ends with all pages that it has, and a pull brings every one of them", async (test) => {
    const { stack } = await aStack(test, SMALL_DISK);
    await stack.crawl();
    await assertSound(stack, "a small disk");
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-full"]);
    const fetched = Number(status && parseReport(status.report).fetched);
    assert.ok(fetched > 4 * HOSTS && fetched < PAGES, `${fetched} pages`);
    assert.equal(fetched, stack.requests.length);
    assert.equal(status?.listedRecords, fetched);

    const directory = join(aFolder(test), "run");
    const target = { directory, answers: "all", now: () => 0, show: () => {} } as const;
    const { copied } = await pullRun(stack, await readSnapshot(stack), target);
    assert.equal(copied.answers, fetched);
    const run = readRun(directory);
    const records = await collect(run.records.list());
    await run.close();
    assert.deepEqual(
      records.map((record) => String(record.url)).toSorted(),
      stack.requests.map((request) => request.url).toSorted(),
    );
  });
});

describe("a disk that is full in the middle of a commit", () => {
  it("SQLite's own error ends the crawl at once, and a pull brings what was kept before", async (test) => {
    const { stack } = await aStack(test);
    stack.mayFail = true;
    await stack.crawl(undefined, 120_000);
    const { status: before } = await stack.state();
    assert.equal(before?.state, "running");
    stack.disk = { commit: async () => fillDatabase() };
    await stack.run(3_600_000);
    const { status, lastError } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["finished", "planner-full"]);
    assert.equal(stack.failures.length, 1);
    assert.match(String(lastError?.message), /database or disk is full/);

    const directory = join(aFolder(test), "run");
    const target = { directory, answers: "none", now: () => 0, show: () => {} } as const;
    await pullRun(stack, await readSnapshot(stack), target);
    const run = readRun(directory);
    const records = await collect(run.records.list());
    await run.close();
    assert.equal(records.length, before && parseReport(before.report).fetched);
  });
});

/** Writes to a database more than it may hold. */
function fillDatabase(): never {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA max_page_count = 2; CREATE TABLE page (text TEXT)");
  for (;;) database.exec("INSERT INTO page VALUES (randomblob(1000))");
}
