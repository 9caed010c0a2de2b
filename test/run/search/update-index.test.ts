import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { openTemporaryIndex, type SearchIndex } from "../../../lib/adapters/sqlite/search-index.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { parseSearchQuery } from "../../../lib/domain/text/search-query.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { fail } from "../../../lib/errors.ts";
import {
  type IndexProgress,
  type IndexSources,
  pageTexts,
  updateIndex,
} from "../../../lib/run/search/update-index.ts";
import { aMiss, aRecord } from "../../support/a-record.ts";

const SITE = "http://site.example";

/** A run whose records can be changed: a URL and its text each; without a text it is no page. */
function aRun(pages: readonly (readonly [path: string, text?: string])[]) {
  let records: readonly PageRecord[] = [];
  const texts = new Map<Url, string>();
  const read: string[] = [];
  const set = (all: typeof pages, fetchedAt = 0) => {
    records = all.map(([path, text], index) => {
      const parts = { sequence: index + 1, fetchedAt };
      const url = SITE + path;
      if (text === undefined) return aMiss(url, parts);
      const record = aRecord(url, { ...parts, page: { title: path } });
      texts.set(record.url, text);
      return record;
    });
  };
  set(pages);
  const limits = { maxLength: 1_000, overTime: () => false };
  const sources: IndexSources<PageView> = {
    textsOf: pageTexts,
    page: async (url) => {
      read.push(url.slice(SITE.length));
      const html = `<p>${texts.get(url)}</p>`;
      return parsePage({ url, html }, limits);
    },
    records: {
      async *list(after = 0) {
        yield* records.slice(after);
      },
      get: async (url) => records.find((record) => record.url === url),
      put: () => assert.fail("nothing is written"),
      totals: async () => {
        const all = { records: records.length, pages: records.length, targets: 0, bodyBytes: 0 };
        return { ...all, reasons: new Map() };
      },
    },
  };
  return { sources, set, read };
}

function anIndex(test: TestContext): SearchIndex {
  const index = openTemporaryIndex();
  test.after(() => index.close());
  return index;
}

function found(index: SearchIndex, word: string): string[] {
  const urls = Array.from(index.find(parseSearchQuery(word)), ({ url }) => url.slice(SITE.length));
  return urls.toSorted();
}

const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, number) => [`/${number}`, text] as const);

describe("`updateIndex`", () => {
  it("Each page is read once, in the order of the records, and what is no page is not", async (test) => {
    const run = aRun([["/a", "bees"], ["/none"], ["/b", "bees and wasps"]]);
    const index = anIndex(test);
    await updateIndex(index, run.sources);
    run.set([["/a", "bees"], ["/none"], ["/b", "bees and wasps"], ["/c", "bees"]]);
    await updateIndex(index, run.sources);
    await updateIndex(index, run.sources);
    assert.deepEqual(run.read, ["/a", "/b", "/c"]);
    assert.deepEqual(found(index, "bees"), ["/a", "/b", "/c"]);
  });

  it("It says how far it is, at the beginning and after every fiftieth page", async (test) => {
    const told: IndexProgress[] = [];
    const { sources } = aRun(numbered(120, "bees"));
    await updateIndex(anIndex(test), sources, { onProgress: (progress) => told.push(progress) });
    assert.deepEqual(told, [
      { done: 0, of: 120 },
      { done: 50, of: 120 },
      { done: 100, of: 120 },
      { done: 120, of: 120 },
    ]);
  });

  it("A signal ends it after the page in hand, and the next update goes on there", async (test) => {
    const { sources, read } = aRun(numbered(20, "bees"));
    const end = new AbortController();
    const page: IndexSources<PageView>["page"] = async (url) => {
      if (read.length === 9) end.abort();
      return sources.page(url);
    };
    const index = anIndex(test);
    await updateIndex(index, { ...sources, page }, { signal: end.signal });
    assert.equal(found(index, "bees").length, 10);
    await updateIndex(index, sources);
    assert.equal(found(index, "bees").length, 20);
    assert.deepEqual(read.length, 20);
  });

  it("A failure keeps what was committed before, and nothing twice", async (test) => {
    const { sources, read } = aRun(numbered(80, "bees"));
    const index = anIndex(test);
    const page: IndexSources<PageView>["page"] = async (url) => {
      if (read.length === 70) throw new Error("the disk is gone");
      return sources.page(url);
    };
    await assert.rejects(updateIndex(index, { ...sources, page }), /the disk is gone/);
    assert.equal(found(index, "bees").length, 50);
    await updateIndex(index, sources);
    assert.equal(found(index, "bees").length, 80);
  });

  it("A page that cannot be read is found by its title, and counted", async (test) => {
    const { sources } = aRun([
      ["/whole", "bees"],
      ["/damaged", "bees"],
    ]);
    const page: IndexSources<PageView>["page"] = async (url) => {
      if (url.endsWith("/damaged")) throw fail("run-damaged", { file: "f", fault: "is cut" });
      return sources.page(url);
    };
    const index = anIndex(test);
    const { unread } = await updateIndex(index, { ...sources, page });
    assert.equal(unread, 1);
    assert.deepEqual([found(index, "bees"), found(index, "damaged")], [["/whole"], ["/damaged"]]);
  });

  it("After a repair that numbered the records anew, lost pages are gone and new ones are read", async (test) => {
    const run = aRun([
      ["/a", "bees"],
      ["/lost", "bees"],
      ["/c", "bees"],
    ]);
    const index = anIndex(test);
    await updateIndex(index, run.sources);
    run.set([
      ["/a", "bees"],
      ["/c", "bees"],
      ["/d", "bees"],
    ]);
    await updateIndex(index, run.sources);
    assert.deepEqual(found(index, "bees"), ["/a", "/c", "/d"]);
    assert.deepEqual(run.read, ["/a", "/lost", "/c", "/d"]);
  });

  it("A page that was fetched again after a repair has its new text", async (test) => {
    const run = aRun([
      ["/a", "bees"],
      ["/b", "bees"],
    ]);
    const index = anIndex(test);
    await updateIndex(index, run.sources);
    run.set(
      [
        ["/b", "wasps"],
        ["/a", "ants"],
      ],
      7,
    );
    await updateIndex(index, run.sources);
    assert.deepEqual([found(index, "bees"), found(index, "wasps")], [[], ["/b"]]);
  });
});
