import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { TwinPages } from "../../lib/crawl/crawl-rules.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { PageRef } from "../../lib/domain/page/page-record.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aMiss, aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const TWIN = "https://www.site.example";
const PATHS = ["1", "2", "3", "4", "5", "6"];

/** A hub and six pages, each with a body of its own. */
const pages: Readonly<Record<string, string>> = {
  "": linking(...PATHS.map((path) => `/${path}`)),
  ...Object.fromEntries(PATHS.map((path) => [path, linking(`/${path}`)])),
};

/** A site under two names; `other` has the pages that its twin serves otherwise. */
function twinWeb(other: Readonly<Record<string, string>> = {}, same = pages) {
  const under = (name: string, served: Readonly<Record<string, string>>) =>
    Object.entries(served).map(([path, html]) => [`${name}/${path}`, html]);
  return scriptedWeb(
    Object.fromEntries([...under(SITE, same), ...under(TWIN, { ...same, ...other })]),
  );
}

/** Crawls both names, the first one ahead, in sessions of so many pages; the last one to the end. */
async function crawled(web: ReturnType<typeof twinWeb>, ...sessions: readonly number[]) {
  const plan = aPlan({ seeds: [aUrl(`${SITE}/`), aUrl(`${TWIN}/`)] });
  const ports = memoryPorts(web, plan);
  for (const pagesOfSession of [...sessions, Number.POSITIVE_INFINITY]) {
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: pagesOfSession } });
  }
  const asked = web.asked
    .filter((url) => url.startsWith(TWIN))
    .map((url) => url.slice(TWIN.length));
  return { asked, ports, records: await recordsOf(ports) };
}

describe("a crawl of a site under two names", () => {
  it("A crawl that fetched three equal pages under two names fetches every other page once", async () => {
    const { asked, ports, records } = await crawled(twinWeb());
    assert.deepEqual(asked, ["/", "/1", "/2"]);
    const refused = records.filter(({ reason }) => reason === "alias");
    assert.deepEqual(
      refused.map(({ url, state, detail }) => [url, state, detail]),
      ["3", "4", "5", "6"].map((path) => [`${TWIN}/${path}`, "refused", `${SITE}/${path}`]),
    );
    assert.equal((await ports.frontier.count()).reasons.get("refused:alias"), 4);
  });

  it("A crawl that fetched one page with two bodies under two names fetches all pages of both", async () => {
    const { asked } = await crawled(twinWeb({ 1: linking("/changed") }));
    assert.deepEqual(asked.slice(0, 7), ["/", ...PATHS.map((path) => `/${path}`)]);
  });

  it("A crawl that fetched only two bodies under two names, at whatever paths, fetches all pages of both", async () => {
    const alike = Object.fromEntries(PATHS.map((path) => [path, linking("/1")]));
    const { asked } = await crawled(twinWeb({}, { ...pages, ...alike }));
    assert.equal(asked.length, 7);
  });

  it("A crawl fetches a page of a twin name that the other name was not fetched for", async () => {
    const last = linking("/6", `${TWIN}/own`);
    const { asked } = await crawled(twinWeb({ own: linking("/own") }, { ...pages, 6: last }));
    assert.deepEqual(asked, ["/", "/1", "/2", "/own"]);
  });

  it("A crawl that is resumed after any number of pages refuses what it would have refused in one go", async () => {
    const whole = (await crawled(twinWeb())).records;
    for (let page = 1; page <= 10; page += 1) {
      assert.deepEqual((await crawled(twinWeb(), page)).records, whole, `resumed after ${page}`);
    }
  });
});

describe("TwinPages", () => {
  const urls = ["a", "b", "c", "d"].flatMap((path) => [
    aUrl(`${SITE}/${path}`),
    aUrl(`${TWIN}/${path}`),
  ]);
  const aRef = (digest: string): PageRef => ({ segment: "s", offset: 0, length: 1, digest });
  const record = fc.tuple(
    fc.constantFrom(...urls),
    fc.oneof(
      // The path itself, so that most twins agree.
      { arbitrary: fc.constant("path"), weight: 6 },
      { arbitrary: fc.constantFrom("x", undefined), weight: 1 },
    ),
  );

  /** Puts a record into a store, and counts it. */
  async function put(
    records: RecordStore,
    counts: readonly TwinPages[],
    url: Url,
    digest: string | undefined,
  ): Promise<void> {
    const replaced = await records.get(url);
    const ref = aRef(`sha256:${digest}`);
    const record =
      digest === undefined ? aMiss(url, { reason: "gone" }) : aRecord(url, { page: { ref } });
    const stored = await records.put(record);
    for (const counted of counts) await counted.count(stored, replaced);
  }

  async function counting(records: RecordStore): Promise<TwinPages> {
    const counted = new TwinPages(records);
    for await (const record of records.list()) await counted.count(record, undefined);
    return counted;
  }

  it("Records show the same twins whether they were counted when they were put, some in the place of others, or read from the store before some of them or after all", async () => {
    const digestAt = (url: Url, digest: string | undefined) =>
      digest === "path" ? url.slice(-1) : digest;
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 16 }),
        fc.array(record, { maxLength: 8 }),
        async (before, after) => {
          const records = createMemoryRecordStore();
          const counted = new TwinPages(records);
          for (const [url, digest] of before)
            await put(records, [counted], url, digestAt(url, digest));
          const resumed = await counting(records);
          for (const [url, digest] of after)
            await put(records, [counted, resumed], url, digestAt(url, digest));
          const read = await counting(records);
          for (const url of [...urls, aUrl(`${SITE}/new`)]) {
            const twin = await read.fetchedTwin(url);
            assert.equal(await counted.fetchedTwin(url), twin);
            assert.equal(await resumed.fetchedTwin(url), twin);
          }
        },
      ),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("A page under a twin name counts only if it was fetched, and before the sequence asked for", async () => {
    const records = createMemoryRecordStore();
    const counted = new TwinPages(records);
    for (const url of urls.slice(0, 6)) await put(records, [counted], url, url.slice(-1));
    const [late, lateTwin] = [aUrl(`${SITE}/late`), aUrl(`${TWIN}/late`)];
    assert.equal(await counted.fetchedTwin(lateTwin), undefined);
    await put(records, [counted], late, "late");
    assert.equal(await counted.fetchedTwin(lateTwin), late);
    assert.equal(await counted.fetchedTwin(lateTwin, 8), late);
    assert.equal(await counted.fetchedTwin(lateTwin, 7), undefined);
    assert.equal(await counted.fetchedTwin(late), undefined);
    await put(records, [counted], late, undefined);
    assert.equal(await counted.fetchedTwin(lateTwin), undefined);
  });
});
