import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { demoOrigin } from "../../../demo/demo-web.ts";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../../../demo/record-demo-web.ts";
import { openWarcPageStore } from "../../../lib/adapters/files/warc-page-store.ts";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { createSqlitePageIndex } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { systemClock } from "../../../lib/adapters/system-clock.ts";
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { fitModel } from "../../../lib/crawl/train-model.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { openPlan } from "../../../lib/project/plan-crawl.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import {
  openReadingThreads,
  type ReadingThreads,
} from "../../../lib/run/threads/reading-threads.ts";
import { aProject } from "../../support/a-bundle.ts";
import { memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aLease } from "../../support/a-lease.ts";
import { aNeed } from "../../support/a-need.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { aFetchedPage, linking, type Script, scriptedWeb } from "../../support/scripted-web.ts";
import { cases, IS_SLOW } from "../../support/slow.ts";

const YEAR = 2026;

const SITE = "https://bees.example";

/** Pages of a crawl that is repeated with other numbers of threads. */
const PAGES = cases(30, 60);

/** The plan of a live crawl that fetches one page at a time: its decisions depend on nothing else. */
async function planOf(project: Project, topic = "garden"): Promise<CrawlPlan> {
  const { seed, budget } = project;
  const strategy = await createStrategy(project.strategy, {
    seed,
    pages: budget.pages,
    asksQueries: false,
  });
  const need = aNeed({ topic });
  const inputs = { need, foundSeeds: undefined, year: YEAR };
  return { ...(await openPlan(project, { isLive: true }, inputs)), strategy, concurrency: 1 };
}

/** Opens threads for a plan, which read from the first page on. */
function threadsFor(
  test: TestContext,
  project: Project,
  { seeds }: CrawlPlan,
  most: number,
): ReadingThreads {
  const threads = openReadingThreads({ project, seeds, year: YEAR }, { most, atOnce: true });
  test.after(() => threads.close());
  return threads;
}

let script: Record<string, Script> | undefined;

/** The demo web, answered from memory. */
function demoScript(): Record<string, Script> {
  const html = (url: string, body: string | Uint8Array) =>
    aFetchedPage(aUrl(url), "", { body: Buffer.from(body) });
  script ??= Object.fromEntries(
    Array.from(recordDemoWeb(generateDemoWeb(1)))
      .filter(({ status }) => status === 200)
      .map(({ url, body }) => [url, html(url, body)]),
  );
  return script;
}

/** Crawls the demo web; returns all that is stored of the crawl. */
async function crawlDemo(test: TestContext, project: Project, most: number) {
  const folder = aFolder(test);
  const database = openDatabase(":memory:");
  const pages = openWarcPageStore(folder, { index: createSqlitePageIndex(database) });
  const plan = await planOf(project);
  const ports = { ...memoryPorts(scriptedWeb(demoScript()), plan), pages };
  const reader = most === 0 ? undefined : threadsFor(test, project, plan, most);
  await runCrawl({ ...ports, reader }, plan);
  await pages.close();
  const counts = await ports.frontier.count();
  return {
    records: await recordsOf(ports),
    urls: await collect(ports.records.list()).then((records) => records.map(({ url }) => url)),
    log: await ports.log.list(),
    states: counts.states,
    reasons: counts.reasons,
    warc: readFileSync(join(folder, "pages-00001.warc.gz")).toString("base64"),
  };
}

describe("threads that read pages", () => {
  for (const [strategy, counts] of [
    ["breadth-first", IS_SLOW ? [1, 3] : [2]],
    ["adaptive", IS_SLOW ? [1, 3] : [2]],
  ] as const) {
    it(`Threads that read pages change nothing of a crawl by ${strategy}: records, log, frontier and files are the same with none and ${counts.join(" and ")}`, async (test) => {
      const urls = [`${demoOrigin("garden-blog")}/`, `${demoOrigin("news")}/`];
      const project = aProject({ strategy, seeds: { urls }, budget: { pages: PAGES } });
      const without = await crawlDemo(test, project, 0);
      assert.equal(without.records.filter(({ state }) => state === "fetched").length, PAGES);
      for (const most of counts) assert.deepEqual(await crawlDemo(test, project, most), without);
    });
  }

  it("Threads that read pages take a wanted file as the crawl itself does", async (test) => {
    for (const fetch of [true, false]) {
      const without = await crawlFiles(test, fetch, 0);
      const targets = without.filter(({ verdict }) => verdict?.isTarget === true);
      assert.deepEqual(
        targets.map(({ url, verdict }) => [url, verdict?.file?.isRead]),
        [
          [`${SITE}/a.pdf`, fetch],
          [`${SITE}/b?get=pdf`, fetch],
        ],
      );
      assert.deepEqual(await crawlFiles(test, fetch, 2), without);
    }
  });
});

/** Crawls a site of pages and files; returns all that is stored of the crawl. */
async function crawlFiles(test: TestContext, fetch: boolean, most: number) {
  const pdf = (url: string) =>
    aFetchedPage(aUrl(url), "%PDF-1.7 <a href='/c'>c</a>", {
      mediaType: "application/pdf",
      headers: [["content-type", "application/pdf"]],
      charset: undefined,
    });
  const folder = aFolder(test);
  const database = openDatabase(":memory:");
  const pages = openWarcPageStore(folder, { index: createSqlitePageIndex(database) });
  const files = { types: ["pdf"], fetch };
  const project = aProject({ seeds: { urls: [`${SITE}/`] }, need: { files } });
  const plan = await planOf(project);
  const script = {
    [`${SITE}/`]: linking("/a.pdf", "/b?get=pdf", "/c"),
    [`${SITE}/a.pdf`]: pdf(`${SITE}/a.pdf`),
    [`${SITE}/b?get=pdf`]: pdf(`${SITE}/b?get=pdf`),
    [`${SITE}/c`]: "<p>No link leads to it but that in a file.</p>",
  };
  const ports = { ...memoryPorts(scriptedWeb(script), plan), pages };
  const reader = most === 0 ? undefined : threadsFor(test, project, plan, most);
  await runCrawl({ ...ports, reader }, plan);
  await pages.close();
  // The clock of this test goes on while a thread works, and the places depend on it.
  return (await recordsOf(ports)).map(({ url, page }) => {
    if (page === undefined) return { url };
    const { ref, ...verdict } = page;
    return { url, digest: ref?.digest, verdict };
  });
}

/** A strategy of its own module, which does something else at pages whose URL names it. */
const MODULE = `import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
import { isMainThread } from "node:worker_threads";
import { DowserError } from ${JSON.stringify(import.meta.resolve("../../../lib/errors.ts"))};
export default {
  name: "mine",
  description: "Mine.",
  options: z.strictObject({}),
  create: () => ({
    name: "mine",
    selection: { kind: "best" },
    merge: "first",
    train: () => null,
    compile: () => ({
      assessPage: ({ url }) => {
        if (url.includes("dies") && !isMainThread) process.exit(1);
        if (url.includes("hoards") && !isMainThread)
          for (const hoard = []; ; ) hoard.push(new Array(100_000).fill(url));
        if (url.includes("spins") && !isMainThread) for (;;);
        if (url.includes("throws")) throw new RangeError("a bug");
        if (url.includes("stops"))
          throw new DowserError("enough", { code: "enough", reaction: "stop-crawl", hint: "rest" });
        return { utility: isMainThread ? 0.25 : 0.75, isTarget: true, type: undefined, why: "all" };
      },
      scoreLinks: ({ anchors }) =>
        anchors.map(({ url }) => ({ url, priority: 1, group: "", snippet: undefined, why: "" })),
    }),
    isStale: () => false,
  }),
};
`;

/** A crawl of `/` and these pages by the module, read by one thread. */
async function aModuleCrawl(test: TestContext, paths: readonly string[], concurrency = 1) {
  const folder = aFolder(test);
  writeFileSync(join(folder, "mine.mjs"), MODULE);
  const file = join(folder, "project.json");
  const { politeness, seeds } = aProject();
  const strategy = { module: "./mine.mjs" };
  const { contact } = politeness;
  writeFileSync(
    file,
    JSON.stringify({
      name: "bees",
      seeds: { urls: seeds.urls },
      strategy,
      politeness: { contact },
    }),
  );
  const project = await loadProject(file);
  const plan = { ...(await planOf(project)), concurrency };
  const pages = paths.map((path) => [SITE + path, linking()]);
  const web = scriptedWeb({ [`${SITE}/`]: linking(...paths), ...Object.fromEntries(pages) });
  const ports = {
    ...memoryPorts(web, plan, { connectionsPerHost: concurrency }),
    clock: systemClock,
  };
  const source = { project, seeds: plan.seeds, year: YEAR };
  return { plan, ports: { ...ports, source, reader: threadsFor(test, project, plan, 1) } };
}

/** Path → reason, for the links that failed. */
async function failuresOf(ports: Parameters<typeof recordsOf>[0]) {
  const failed = (await recordsOf(ports)).filter(({ state }) => state === "failed");
  return Object.fromEntries(failed.map(({ url, reason }) => [url.slice(SITE.length), reason]));
}

describe("a page that a thread cannot read", () => {
  it("A page whose reading throws an error in a thread fails alone, with the error in its record", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a", "/throws", "/b"]);
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual(await failuresOf(ports), { "/throws": "page-error" });
    const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
    assert.match(failed?.detail ?? "", /^RangeError: a bug\n +at /);
  });

  it("A page with which its thread dies fails alone, and pages that waited behind it are read", async (test) => {
    const deadly = IS_SLOW ? ["/dies", "/dies-too"] : ["/dies"];
    const paths = ["/a", "/b", "/c", "/d", "/e"].toSpliced(1, 0, ...deadly);
    const { plan, ports } = await aModuleCrawl(test, paths, 3);
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    const dead = Object.fromEntries(deadly.map((path) => [path, "page-error"]));
    assert.deepEqual(await failuresOf(ports), dead);
    const read = (await recordsOf(ports)).filter(({ state }) => state === "fetched");
    assert.equal(read.length, 6);
    const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
    assert.match(failed?.detail ?? "", /^the thread that had the page ended: /);
  });

  it("A page that takes more memory than a thread may have fails alone", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a", "/hoards", "/b"]);
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual(await failuresOf(ports), { "/hoards": "page-error" });
    const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
    assert.match(failed?.detail ?? "", /memory limit/);
  });

  it("A page that takes too much processor time fails alone, and pages that waited behind it are read", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a", "/spins", "/b", "/c"], 3);
    const reader = openReadingThreads(ports.source, { most: 1, atOnce: true, pageMs: 300 });
    test.after(() => reader.close());
    assert.equal(await runCrawl({ ...ports, reader }, plan), "frontier-empty");
    assert.deepEqual(await failuresOf(ports), { "/spins": "page-error" });
    const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
    assert.match(failed?.detail ?? "", /takes more than 0.3 s of processor time/);
  });

  it("A page that no thread survives is not judged again by the thread that fetches", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a"]);
    const model = await fitModel(ports, plan, undefined);
    const page = aFetchedPage(aUrl(`${SITE}/dies`), "");
    const { link: context } = aLease("bees.example/dies");
    assert.equal(await ports.reader.judge({ plan, model, page, context }), undefined);
  });

  it("An error that tells the crawl what to do reaches it from a thread with its code and hint", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a", "/stops"]);
    const stop = { code: "enough", reaction: "stop-crawl", hint: "rest", message: "enough" };
    await assert.rejects(runCrawl(ports, plan), stop);
  });

  it("A label of the user goes before what a thread says of a page", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a"]);
    const url = aUrl(`${SITE}/a`);
    await runCrawl(ports, { ...plan, labels: new Map([[url, 0]]) });
    assert.equal((await ports.records.get(url))?.page?.isTarget, false);
    assert.equal((await ports.records.get(aUrl(`${SITE}/`)))?.page?.utility, 0.75);
  });

  it("Threads that cannot begin end the crawl with their error: no page is at fault", async (test) => {
    const { plan, ports } = await aModuleCrawl(test, ["/a"]);
    const strategy = { name: "mine", module: "/nowhere.mjs" };
    const reader = threadsFor(test, { ...aProject(), strategy }, plan, 1);
    await assert.rejects(runCrawl({ ...ports, reader }, plan), /nowhere/);
    assert.deepEqual(await failuresOf(ports), {});
  });
});

describe("threads that are not needed", () => {
  it("A crawl that is busy but short begins no thread: it would end before a thread is worth its start", async (test) => {
    const paths = Array.from({ length: 99 }, (_, page) => `/page-${page}`);
    const { plan, ports } = await aModuleCrawl(test, paths);
    const project = aProject();
    const idle = openReadingThreads({ project, seeds: plan.seeds, year: YEAR }, { most: 1 });
    test.after(() => idle.close());
    await runCrawl({ ...ports, reader: idle }, plan);
    const utilities = (await recordsOf(ports)).map(({ page }) => page?.utility);
    assert.deepEqual(utilities, Array(100).fill(0.25), "read by the thread that fetches");
  });

  for (const [name, settings, utility] of [
    ["a thread, whatever is worth its start", { most: 1 }, 0.75],
    ["a thread, where there is one core", { most: 0 }, 0.75],
    ["the thread that fetches, where the user wants no other", { most: 0, atOnce: true }, 0.25],
  ] as const) {
    it(`A large page is read by ${name}; small ones are not sent to threads that are not worth their start`, async (test) => {
      const { plan, ports } = await aModuleCrawl(test, ["/small", "/large"]);
      const reader = openReadingThreads(ports.source, settings);
      test.after(() => reader.close());
      const large = aFetchedPage(aUrl(`${SITE}/large`), `<p>${"bees ".repeat(250_000)}`);
      const web = scriptedWeb({
        [`${SITE}/`]: linking("/small", "/large"),
        [`${SITE}/small`]: linking(),
        [`${SITE}/large`]: large,
      });
      await runCrawl({ ...ports, web, reader }, plan);
      const utilityOf = async (path: string) =>
        (await ports.records.get(aUrl(SITE + path)))?.page?.utility;
      assert.deepEqual([await utilityOf("/small"), await utilityOf("/large")], [0.25, utility]);
    });
  }
});
