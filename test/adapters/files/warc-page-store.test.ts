import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { findSegmentFaults } from "../../../lib/adapters/files/repair-segments.ts";
import {
  openWarcPageStore,
  openWarcPagesForReading,
} from "../../../lib/adapters/files/warc-page-store.ts";
import {
  createSqlitePageIndex,
  dropPlace,
  readPlaces,
  readSegmentEnds,
  readSqlitePageIndex,
} from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { openFileSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { type ScannedRecord, scanWarc } from "../../../lib/adapters/warc/scan-warc.ts";
import { readRecord } from "../../../lib/adapters/warc/stored-page.ts";
import type { FetchedPage } from "../../../lib/domain/web/http/fetch-outcome.ts";
import type { PageStore } from "../../../lib/ports/page-store.ts";
import { aFetchedPage, describePageStore, FETCHED_AT } from "../../contract/page-store.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";

let folder = "";
let opened: DatabaseSync | undefined;

describePageStore({
  name: "The store of WARC segments",
  async open() {
    folder = mkdtempSync(join(tmpdir(), "dowser-"));
    opened = new DatabaseSync(":memory:");
    return openWarcPageStore(folder, { index: createSqlitePageIndex(opened) });
  },
  async remove() {
    opened?.close();
    rmSync(folder, { recursive: true });
  },
});

/** A run's folder whose store can be opened again and again, as after a crash. */
function aRun(test: TestContext) {
  const directory = aFolder(test);
  const database = new DatabaseSync(":memory:");
  test.after(() => database.close());
  return {
    directory,
    database,
    index: () => ({
      ends: () => readSegmentEnds(database),
      placesIn: (segment: number) => readPlaces(database, segment),
    }),
    segment: (number: number) => join(directory, `pages-0000${number}.warc.gz`),
    open(maxSegmentBytes?: number): PageStore {
      const limit = maxSegmentBytes === undefined ? {} : { maxSegmentBytes };
      const store = openWarcPageStore(directory, {
        index: createSqlitePageIndex(database),
        ...limit,
      });
      test.after(() => store.close());
      return store;
    },
  };
}

const aPageAt = (path: string, body = `<p>${path}</p>`): FetchedPage =>
  aFetchedPage({ url: aUrl(`http://h.example${path}`), body: Buffer.from(body) });

async function putAll(store: PageStore, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) await store.put(aPageAt(path), FETCHED_AT);
}

async function pathsOf(store: Pick<PageStore, "urls">): Promise<string[]> {
  return (await collect(store.urls())).map((url) => new URL(url).pathname);
}

async function recordsOf(file: string): Promise<ScannedRecord[]> {
  const source = openFileSource(file);
  const tally = { damaged: 0, heldBytes: 0 };
  const records = await collect(scanWarc(source, tally));
  source.close();
  assert.equal(tally.damaged, 0);
  return records;
}

describe("openWarcPageStore", () => {
  it("The WARC page store writes WARC 1.1: a warcinfo, then one gzip member a page, at its place", async (test) => {
    const run = aRun(test);
    const ref = await run.open().put(aPageAt("/a"), FETCHED_AT);
    assert.equal(ref.segment, "pages-00001.warc.gz");
    const source = openFileSource(run.segment(1));
    const { head, block } = await readRecord({ source, ...ref }, 1_000);
    source.close();
    assert.equal(head.targetUri, "http://h.example/a");
    assert.equal(head.payloadDigest, ref.digest);
    assert.match(block.toString(), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n<p>\/a<\/p>$/s);
    assert.deepEqual(
      (await recordsOf(run.segment(1))).map(({ head: { type } }) => type),
      ["warcinfo", "response"],
    );
  });

  it("The WARC page store writes the same bytes for the same pages", async (test) => {
    const [one, two] = [aRun(test), aRun(test)];
    for (const run of [one, two]) await putAll(run.open(), "/a", "/b");
    assert.deepEqual(readFileSync(one.segment(1)), readFileSync(two.segment(1)));
  });

  it("The WARC page store begins a new segment when one is full, and reads from all", async (test) => {
    const run = aRun(test);
    const store = run.open(600);
    await putAll(store, "/a", "/b", "/c", "/d");
    assert.deepEqual(readdirSync(run.directory).length, 4);
    assert.deepEqual(await pathsOf(store), ["/a", "/b", "/c", "/d"]);
    for (const path of ["/a", "/b", "/c", "/d"]) {
      const page = await store.get(aPageAt(path).url);
      assert.equal(Buffer.from(page?.body ?? []).toString(), `<p>${path}</p>`);
    }
  });

  it("The WARC page store keeps the head of an answer apart from the pages, once per URL", async (test) => {
    const run = aRun(test);
    const store = run.open();
    const { url } = aPageAt("/a");
    const head = { status: 302, headers: [["location", "/b"]] as const };
    const [first, second] = await Promise.all([
      store.putHead(url, head, FETCHED_AT),
      store.putHead(url, head, FETCHED_AT + 1),
    ]);
    assert.deepEqual(second, first);
    await putAll(store, "/b");
    assert.equal(await store.get(url), undefined);
    assert.deepEqual(await pathsOf(store), ["/b"]);
    const records = await recordsOf(run.segment(1));
    assert.deepEqual(
      records.map(({ head: { type, truncated } }) => [type, truncated]),
      [
        ["warcinfo", undefined],
        ["response", "unspecified"],
        ["response", undefined],
      ],
    );
    await store.close();
    assert.deepEqual(await run.open().putHead(url, head, FETCHED_AT), first);
  });

  it("The WARC page store continues where it was closed", async (test) => {
    const run = aRun(test);
    const first = run.open();
    await putAll(first, "/a");
    await first.close();
    const second = run.open();
    await putAll(second, "/a", "/b");
    assert.deepEqual(await pathsOf(second), ["/a", "/b"]);
    assert.equal((await recordsOf(run.segment(1))).length, 3);
  });

  it("The WARC page store finishes every pending put when it is closed", async (test) => {
    const run = aRun(test);
    const store = run.open();
    const put = store.put(aPageAt("/a", "x".repeat(500_000)), FETCHED_AT);
    await store.close();
    assert.equal((await put).segment, "pages-00001.warc.gz");
  });

  it("The WARC page store lets others read while it writes", async (test) => {
    const run = aRun(test);
    const store = run.open();
    await putAll(store, "/a");
    const reader = openWarcPagesForReading(run.directory, readSqlitePageIndex(run.database));
    test.after(() => reader.close());
    assert.equal((await reader.get(aPageAt("/a").url))?.status, 200);
    await putAll(store, "/b");
    assert.equal((await reader.get(aPageAt("/b").url))?.status, 200);
    assert.deepEqual(await pathsOf(reader), ["/a", "/b"]);
  });
});

describe("openWarcPageStore after a crash", () => {
  const crashes: readonly (readonly [
    name: string,
    crash: (run: ReturnType<typeof aRun>) => void,
  ])[] = [
    [
      "in the middle of a member",
      (run) => appendFileSync(run.segment(1), "\x1f\x8b\x08half a member"),
    ],
    [
      "between a page and its index entry",
      (run) => run.database.exec("DELETE FROM page WHERE url LIKE '%/c'"),
    ],
    ["at the start of a new segment", (run) => writeFileSync(run.segment(2), "half a warcinfo")],
  ];
  for (const [name, crash] of crashes) {
    it(`The WARC page store has each page once after a crash ${name}`, async (test) => {
      const run = aRun(test);
      const before = run.open();
      await putAll(before, "/a", "/b", "/c");
      await before.close();
      crash(run);
      const after = run.open();
      await putAll(after, "/a", "/b", "/c", "/d");
      const urls = (await recordsOf(run.segment(1)))
        .slice(1)
        .map(({ head }) => new URL(head.targetUri).pathname);
      assert.deepEqual(urls, ["/a", "/b", "/c", "/d"]);
      assert.deepEqual(await pathsOf(after), urls);
      assert.deepEqual(readdirSync(run.directory), ["pages-00001.warc.gz"]);
    });
  }

  it("The WARC page store has no place without a page when the disk lost a segment's end", async (test) => {
    const run = aRun(test);
    const before = run.open();
    await putAll(before, "/a", "/b", "/c");
    await before.close();
    truncateSync(run.segment(1), statSync(run.segment(1)).size - 10);
    assert.throws(() => run.open(), { code: "run-damaged" });
    const { lost } = await findSegmentFaults(run.directory, run.index());
    for (const place of lost) dropPlace(run.database, place);
    const after = run.open();
    assert.equal(await after.get(aPageAt("/c").url), undefined);
    assert.deepEqual(await pathsOf(after), ["/a", "/b"]);
    await putAll(after, "/c");
    assert.equal((await after.get(aPageAt("/c").url))?.status, 200);
    assert.equal((await recordsOf(run.segment(1))).length, 4);
  });

  it("The pages of an earlier segment that is missing or too short are found lost by its length", async (test) => {
    const run = aRun(test);
    const before = run.open(600);
    await putAll(before, "/a", "/b", "/c", "/d");
    await before.close();
    rmSync(run.segment(2));
    truncateSync(run.segment(3), statSync(run.segment(3)).size - 1);
    const { lost, moved } = await findSegmentFaults(run.directory, run.index());
    assert.deepEqual(
      lost.map(({ segment, url }) => [segment, url]),
      [
        [2, aPageAt("/b").url],
        [3, aPageAt("/c").url],
      ],
    );
    assert.deepEqual(moved, []);
  });

  it("The WARC page store leaves no page in the segment that could not be indexed", async (test) => {
    const run = aRun(test);
    const store = run.open();
    await putAll(store, "/a");
    run.database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON page BEGIN SELECT RAISE(FAIL, 'full'); END",
    );
    await assert.rejects(store.put(aPageAt("/b"), FETCHED_AT), {
      code: "page-not-written",
      reaction: "stop-crawl",
    });
    run.database.exec("DROP TRIGGER full");
    await assert.rejects(store.put(aPageAt("/c"), FETCHED_AT), { code: "page-not-written" });
    assert.deepEqual(await collect(store.urls()), [aPageAt("/a").url]);
    assert.equal((await recordsOf(run.segment(1))).length, 2);
  });
});
