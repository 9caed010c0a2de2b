import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { openWarcPageStore } from "../../../lib/adapters/files/warc-page-store.ts";
import { createSqlitePageIndex } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { openFileSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { inspectMember } from "../../../lib/adapters/warc/inspect-member.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRef } from "../../../lib/domain/page/page-record.ts";
import type { FetchedPage } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { aFetchedPage, FETCHED_AT } from "../../contract/page-store.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

const FIRST = aUrl("http://site.example/first");
const SECOND = aUrl("http://site.example/second");

function aStore(test: TestContext, storesOnce: boolean) {
  const directory = aFolder(test);
  const database = new DatabaseSync(":memory:");
  test.after(() => database.close());
  const index = createSqlitePageIndex(database);
  return { directory, store: openWarcPageStore(directory, { index, storesOnce }) };
}

const aPage = (url: typeof FIRST, name = "bees") => ({
  ...aFetchedPage(),
  url,
  headers: [
    ["content-type", "text/html; charset=utf-8"],
    ["x-name", url],
  ] as const,
  body: new TextEncoder().encode(`<title>${name}</title>${"<p>Bees fly.".repeat(500)}`),
});

describe("a store of WARC segments that stores each body once", () => {
  it("The second page with a body is a revisit of the first, by WARC 1.1, and is read whole with its own head", async (test) => {
    const { directory, store } = aStore(test, true);
    const [first, second] = [
      await store.put(aPage(FIRST), FETCHED_AT),
      await store.put(aPage(SECOND), FETCHED_AT + 5),
    ];
    assert.equal(second.digest, first.digest);
    const source = openFileSource(join(directory, second.segment));
    test.after(() => source.close());
    const found = inspectMember(source.read(second.offset, second.length));
    assert.ok(found.kind === "record");
    assert.deepEqual(
      [found.type, found.refersTo, found.bodyDigest],
      ["revisit", FIRST, first.digest],
    );
    const page = await store.get(SECOND);
    assert.deepEqual(Buffer.from(page?.body ?? []), Buffer.from(aPage(SECOND).body));
    assert.ok(page?.headers.some(([name, value]) => name === "x-name" && value === SECOND));
    assert.equal(page?.mediaType, "text/html");
    await store.close();
  });

  it("A page with the body of another is a revisit where it was sent as the same bytes, else it is stored whole", async (test) => {
    const { directory, store } = aStore(test, true);
    const sent = (path: string, level: number) => {
      const page = aPage(aUrl(`http://site.example/${path}`));
      return { ...page, gzipped: gzipSync(page.body, { level }) };
    };
    const plain = aPage(aUrl("http://site.example/plain"));
    const pages: FetchedPage[] = [sent("one", 6), sent("same", 6), sent("other", 0), plain];
    const refs: PageRef[] = [];
    for (const page of pages) refs.push(await store.put(page, FETCHED_AT));
    assert.equal(new Set(refs.map(({ digest }) => digest)).size, 1);
    const types = refs.map(({ segment, offset, length }) => {
      const source = openFileSource(join(directory, segment));
      const found = inspectMember(source.read(offset, length));
      source.close();
      return found.kind === "record" && `${found.type} ${found.bodyDigest === refs[0]?.digest}`;
    });
    const [whole, revisit] = ["response true", "revisit true"];
    assert.deepEqual(types, [whole, revisit, whole, whole]);
    const web = await openRecordedWeb([directory]);
    test.after(() => web.close());
    for (const { url, body } of pages) {
      const replayed = await web.fetch(url, { bodyBytes: 1e6, timeoutMs: 1 });
      assert.ok(replayed.kind === "page");
      for (const page of [replayed, await store.get(url)])
        assert.deepEqual(Buffer.from(page?.body ?? []), Buffer.from(body));
    }
    await store.close();
  });

  it("Other readers of WARC files find the body of a revisit", async (test) => {
    const { directory, store } = aStore(test, true);
    await store.put(aPage(FIRST), FETCHED_AT);
    await store.put(aPage(SECOND), FETCHED_AT + 5);
    await store.close();
    const web = await openRecordedWeb([directory]);
    test.after(() => web.close());
    const page = await web.fetch(SECOND, { bodyBytes: 1e6, timeoutMs: 1 });
    assert.ok(page.kind === "page");
    assert.deepEqual(Buffer.from(page.body), Buffer.from(aPage(SECOND).body));
    assert.equal(web.report.unresolvedRevisits, 0);
  });

  it("Pages with other bodies, cut bodies and a store that was not asked to are stored whole", async (test) => {
    const { store } = aStore(test, true);
    const first = await store.put(aPage(FIRST), FETCHED_AT);
    const other = await store.put(aPage(SECOND, "wasps"), FETCHED_AT);
    const cut = await store.put(
      { ...aPage(aUrl("http://site.example/cut")), truncated: true },
      FETCHED_AT,
    );
    assert.ok(Math.min(other.length, cut.length) > 0.9 * first.length);
    await store.close();
    const plain = aStore(test, false).store;
    const [one, two] = [
      await plain.put(aPage(FIRST), FETCHED_AT),
      await plain.put(aPage(SECOND), FETCHED_AT),
    ];
    assert.ok(two.length > 0.9 * one.length);
    await plain.close();
  });
});
