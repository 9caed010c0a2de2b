import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { openWarcPageStore } from "../../../lib/adapters/files/warc-page-store.ts";
import { createSqlitePageIndex } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { openFileSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { inspectMember } from "../../../lib/adapters/warc/inspect-member.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
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
      [found.type, found.refersTo, found.payloadDigest],
      ["revisit", FIRST, first.digest],
    );
    const page = await store.get(SECOND);
    assert.deepEqual(Buffer.from(page?.body ?? []), Buffer.from(aPage(SECOND).body));
    assert.ok(page?.headers.some(([name, value]) => name === "x-name" && value === SECOND));
    assert.equal(page?.mediaType, "text/html");
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
