import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { updatedPlan } from "../../lib/crawl/need-updates.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { seenPages, seenStep } from "../../lib/crawl/train-model.ts";
import { NO_FIELDS } from "../../lib/domain/page/extract-fields.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aNeed } from "../support/a-need.ts";
import { aUrl } from "../support/a-url.ts";
import { samplingStrategy } from "../support/sampling-strategy.ts";
import { aFetchedPage, type Script, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** A page in four, `/b…`, is about bees; the others, `/a…`, are about apples. */
const PATHS = Array.from({ length: 139 }, (_, page) => `/${page % 4 === 3 ? "b" : "a"}${page}`);
const script = {
  [`${SITE}/`]: `<title>index</title>${PATHS.map((path) => `<a href="${path}">${path}</a>`).join(" ")}`,
  ...Object.fromEntries(
    PATHS.map((path) => [
      `${SITE}${path}`,
      `<title>${path.startsWith("/a") ? "apples" : "bees"}</title><h1>${path}</h1>`,
    ]),
  ),
};

function aSampledCrawl(parts: Partial<CrawlPlan> = {}) {
  const plan = aPlan({ strategy: samplingStrategy, ...parts });
  const web = scriptedWeb(script);
  return { plan, web, ports: memoryPorts(web, plan) };
}

const upTo = (plan: CrawlPlan, pages: number): CrawlPlan => ({
  ...plan,
  budget: { ...plan.budget, pages },
});

const eventsOf = async ({ log }: Pick<CrawlPorts, "log">) =>
  (await log.list()).map(({ kind, detail }) => [kind, detail["seen"] ?? detail["pages"]]);

const modelOf = async ({ models, log }: Pick<CrawlPorts, "models" | "log">) => {
  const trained = (await log.list()).findLast(({ kind }) => kind === "trained");
  const hash = trained?.detail["model"];
  return JSON.parse((typeof hash === "string" && (await models.get(hash))) || "null");
};

describe("the pages that a need has seen", () => {
  it("A crawl samples its own pages at 32 and at 128 pages, and judges every stored page again", async () => {
    const { plan, ports, web } = aSampledCrawl();
    await runCrawl(ports, plan);
    assert.deepEqual(await eventsOf(ports), [
      ["started", undefined],
      ["trained", 0],
      ["sampled", 32],
      ["trained", 32],
      ["sampled", 128],
      ["trained", 128],
      ["finished", undefined],
    ]);
    const before = (await recordsOf(ports)).slice(0, 128);
    assert.deepEqual(
      [...new Set(before.map(({ page }) => page?.why))],
      ["128 seen"],
      "the last sample judges all pages before it",
    );
    const sampled = (await ports.log.list()).findLast(({ kind }) => kind === "sampled");
    assert.deepEqual(
      [...new Set(before.map(({ page }) => page?.model))],
      [sampled?.detail["model"]],
    );
    assert.equal(web.asked.length, 140, "nothing is fetched twice");
  });

  it("A sample and the judgement after it read no stored page where nobody asks for fields", async () => {
    const { plan, ports } = aSampledCrawl({ extract: NO_FIELDS });
    const get: typeof ports.pages.get = async (url) => assert.fail(url);
    await runCrawl({ ...ports, pages: { ...ports.pages, get } }, plan);
    const sampled = (await recordsOf(ports)).slice(0, 128);
    assert.deepEqual([...new Set(sampled.map(({ page }) => page?.why))], ["128 seen"]);
  });

  it("A strategy that judges by more than texts reads each page again, with the same result", async () => {
    const { plan, ports } = aSampledCrawl({ extract: NO_FIELDS });
    const { compile } = samplingStrategy;
    const byPages = {
      ...samplingStrategy,
      compile: (model: Parameters<typeof compile>[0]) => {
        const { assessTexts: _texts, ...compiled } = compile(model);
        return compiled;
      },
    };
    const other = aSampledCrawl({ extract: NO_FIELDS, strategy: byPages });
    await Promise.all([runCrawl(ports, plan), runCrawl(other.ports, other.plan)]);
    assert.deepEqual(await recordsOf(other.ports), await recordsOf(ports));
  });

  it("A sample and the judgement after it read no stored page, as their texts were kept; only targets are read, for their fields", async () => {
    const { plan, ports } = aSampledCrawl({ extract: (html) => ({ heading: html.slice(-9) }) });
    const read: string[] = [];
    const get: typeof ports.pages.get = async (url) => {
      read.push(url);
      return ports.pages.get(url);
    };
    await runCrawl({ ...ports, pages: { ...ports.pages, get } }, plan);
    const sampled = (await recordsOf(ports)).slice(0, 128);
    const times = Map.groupBy(read, (url) => url);
    const timesOf = (isTarget: boolean) =>
      sampled
        .filter(({ page }) => page?.isTarget === isTarget)
        .map(({ url }) => times.get(url)?.length);
    assert.deepEqual([...new Set(timesOf(false))], [undefined]);
    assert.ok(timesOf(true).every((number) => number !== undefined && number > 0));
    const fields = sampled.map(({ page }) => page?.isTarget === "heading" in (page?.fields ?? {}));
    assert.deepEqual([...new Set(fields)], [true], "targets have fields, and no others");
  });

  it("Files are in no sample and no label of one is an example, but both are judged again as files", async () => {
    const files = { mediaTypes: ["application/pdf"], fetch: true };
    const plan = upTo(aPlan({ strategy: samplingStrategy, files, need: aNeed({ files }) }), 40);
    const asPdf = (url: string) =>
      aFetchedPage(aUrl(url), "%PDF", { mediaType: "application/pdf" });
    const isFile = (url: string) => /\/a\d*[05]$/.test(url);
    const entries = Object.entries(script).map(([url, html]): [string, Script] => [
      url,
      isFile(url) ? asPdf(url) : html,
    ]);
    const ports = memoryPorts(scriptedWeb(Object.fromEntries(entries)), plan);
    await runCrawl(ports, plan);
    const found = (await recordsOf(ports)).filter(({ url }) => isFile(url));
    assert.ok(found.length > 2);
    const [url = aUrl(SITE)] = found.map((record) => record.url);
    await ports.labels.append([{ at: 1, url, label: 1 }]);
    const { need } = await updatedPlan(ports, plan, { labels: 1, seen: 32 });
    assert.deepEqual([need.seen.filter((view) => isFile(view.url)), need.good], [[], []]);
    assert.ok(need.seen.length > 20);
    for (const { page } of found) assert.deepEqual([page?.utility, page?.isTarget], [1, true]);
  });

  it("A sample decides what a crawl fetches next", async () => {
    const { plan, ports, web } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 40));
    const next = web.asked.slice(32).map((url) => url.slice(SITE.length, SITE.length + 2));
    assert.deepEqual(
      next,
      Array.from({ length: 8 }, () => "/b"),
    );
  });

  it("A sample is taken before the first page that is fetched after it, even where the budget ends there", async () => {
    const { plan, ports } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 31));
    assert.deepEqual(
      (await eventsOf(ports)).filter(([kind]) => kind === "sampled"),
      [],
    );
    await runCrawl(ports, upTo(plan, 32));
    assert.deepEqual(
      (await eventsOf(ports)).filter(([kind]) => kind === "sampled"),
      [["sampled", 32]],
    );
    await runCrawl(ports, upTo(plan, 33));
    const samples = (await eventsOf(ports)).filter(([kind]) => kind === "sampled");
    assert.equal(samples.length, 1, "a resumed crawl knows its sample");
  });

  it("A strategy that does not learn from the pages seen gets none, and judges no page again", async () => {
    const { learnsFromSeen: _learns, ...strategy } = samplingStrategy;
    const { plan, ports } = aSampledCrawl({ strategy });
    await runCrawl(ports, plan);
    const kinds = (await eventsOf(ports)).map(([kind]) => kind);
    assert.deepEqual(kinds, ["started", "trained", "finished"]);
    assert.deepEqual((await modelOf(ports)).seen, []);
  });

  it("A sample waits until nothing is in flight, so that no page keeps an old verdict", async () => {
    const { plan, ports } = aSampledCrawl({ concurrency: 4 });
    const { frontier } = memoryPorts(ports.web, plan, { connectionsPerHost: 4 });
    let inFlight = 0;
    let mostAtSamples = 0;
    const fetch: typeof ports.web.fetch = async (url, limits) => {
      inFlight += 1;
      await new Promise(setImmediate);
      inFlight -= 1;
      return ports.web.fetch(url, limits);
    };
    const append: typeof ports.log.append = async (event) => {
      if (event.kind === "sampled") mostAtSamples = Math.max(mostAtSamples, inFlight);
      return ports.log.append(event);
    };
    const watched = { ...ports, frontier, web: { ...ports.web, fetch } };
    await runCrawl({ ...watched, log: { ...ports.log, append } }, plan);
    assert.equal(mostAtSamples, 0);
    assert.ok((await recordsOf(ports)).every(({ page }) => page?.why !== "0 seen"));
  });

  it("Labels that are given after a sample leave the sample as it is", async () => {
    const { plan, ports } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 40));
    const { seen } = await modelOf(ports);
    await ports.labels.append([{ at: 0, url: aUrl(`${SITE}/a1`), label: 1 }]);
    await runCrawl(ports, upTo(plan, 41));
    const labelled = (await ports.log.list()).find(({ kind }) => kind === "labelled");
    assert.deepEqual([labelled?.detail["labels"], labelled?.detail["seen"]], [1, 32]);
    assert.deepEqual((await modelOf(ports)).seen, seen);
    assert.equal(seen.length, 32);
  });

  it("A sample holds texts of the first pages alone, in order of fetching, and none that the store lost", async () => {
    const { plan, ports } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 40));
    const first = (await recordsOf(ports)).slice(0, 10).map(({ url }) => url);
    const views = await seenPages(ports, plan, 10);
    assert.deepEqual(
      views.map(({ url }) => url),
      first,
    );
    assert.equal(views[0]?.anchors.length, PATHS.length);
    const { get } = ports.pages;
    assert.deepEqual(await seenPages({ ...ports, pages: { get } }, plan, 10), views, "as viewed");
    const lost = { get: async (url: Url) => (url === first[3] ? undefined : get(url)) };
    assert.equal((await seenPages({ ...ports, pages: lost }, plan, 10)).length, 9);
  });

  it("The pages of a sample are read a few at a time, whichever comes first, and keep their order", async () => {
    const { plan, ports } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 40));
    const first = (await recordsOf(ports)).slice(0, 30).map(({ url }) => url);
    const coming = new Map<string, () => void>();
    let most = 0;
    const get: typeof ports.pages.get = async (url) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      coming.set(url, resolve);
      most = Math.max(most, coming.size);
      // Answered when no other one is asked for, the last one first.
      setImmediate(() => setImmediate(() => [...coming.values()].at(-1)?.()));
      await promise;
      coming.delete(url);
      return ports.pages.get(url);
    };
    const pages = { ...ports.pages, get, texts: async () => undefined };
    const views = await seenPages({ ...ports, pages }, plan, 30);
    assert.deepEqual(
      views.map(({ url }) => url),
      first,
    );
    assert.ok(most > 1 && most <= 16, `${most} at a time`);
  });

  it("An updated plan knows the sample and the labels of its state, and no more", async () => {
    const { plan, ports } = aSampledCrawl();
    await runCrawl(ports, upTo(plan, 40));
    await ports.labels.append([{ at: 0, url: aUrl(`${SITE}/a1`), label: 1 }]);
    assert.equal(await updatedPlan(ports, plan, { labels: 0, seen: 0 }), plan);
    const { need } = await updatedPlan(ports, plan, { labels: 1, seen: 32 });
    assert.deepEqual([need.good.length, need.seen.length], [1, 32]);
  });

  it("The steps of a sample are 32, 128, 512 and 2,048 pages, and no other", () => {
    const reached = [0, 31, 32, 127, 128, 600, 2_048, 1_000_000].map(seenStep);
    assert.deepEqual(reached, [0, 0, 32, 32, 128, 512, 2_048, 2_048]);
  });
});
