import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { findSegmentFaults } from "../../../lib/adapters/files/repair-segments.ts";
import { openWarcPageStore } from "../../../lib/adapters/files/warc-page-store.ts";
import {
  createSqlitePageIndex,
  readPlaces,
  readSegmentEnds,
} from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { inspectMember } from "../../../lib/adapters/warc/inspect-member.ts";
import type { PageStore } from "../../../lib/ports/page-store.ts";
import { aFetchedPage, FETCHED_AT } from "../../contract/page-store.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

const URL = aUrl("http://app.example/");
const SEGMENT = "pages-00001.warc.gz";
const RAW = Buffer.from('<div id="root"></div>');
const HTML = Buffer.from("<!DOCTYPE html><p>Bees – as scripts show them");

function aStore(test: TestContext, storesOnce = false) {
  const directory = aFolder(test);
  const database = new DatabaseSync(":memory:");
  const store = openWarcPageStore(directory, {
    index: createSqlitePageIndex(database),
    storesOnce,
  });
  test.after(() => database.close());
  return { directory, database, store };
}

async function putBoth(store: PageStore, url = URL, html = HTML) {
  const page = aFetchedPage({ url, body: RAW, rendered: html });
  const ref = await store.put(page, FETCHED_AT);
  const rendered = await store.putRendered?.(url, html, FETCHED_AT);
  assert.ok(rendered);
  return { ref, rendered };
}

describe("a rendered page is stored beside the page as it was fetched", () => {
  it("The store gives back both, and a page that was not rendered has no other form", async (test) => {
    const { store } = aStore(test);
    await putBoth(store);
    const page = await store.get(URL);
    assert.deepEqual([page?.body, page?.rendered], [RAW, HTML]);
    const plain = aFetchedPage({ url: aUrl("http://app.example/plain") });
    await store.put(plain, FETCHED_AT);
    assert.equal((await store.get(plain.url))?.rendered, undefined);
    await store.close();
  });

  it("It is a WARC record of its own, a conversion that refers to the response", async (test) => {
    const { store, directory } = aStore(test);
    const { ref, rendered } = await putBoth(store);
    await store.close();
    const bytes = readFileSync(join(directory, SEGMENT));
    const recordAt = ({ offset, length }: typeof ref) =>
      inspectMember(bytes.subarray(offset, offset + length));
    const [response, conversion] = [recordAt(ref), recordAt(rendered)];
    assert.deepEqual([response.kind, conversion.kind], ["record", "record"]);
    if (response.kind !== "record" || conversion.kind !== "record") return;
    assert.deepEqual([response.type, conversion.type], ["response", "conversion"]);
    assert.deepEqual([conversion.targetUri, conversion.date], [URL, FETCHED_AT]);
    assert.equal(conversion.bodyDigest, rendered.digest);
    assert.equal(rendered.offset, ref.offset + ref.length);
  });

  it("The first of two rendered pages of a URL stays", async (test) => {
    const { store } = aStore(test);
    const first = await putBoth(store);
    const second = await putBoth(store, URL, Buffer.from("<p>other"));
    assert.deepEqual(second, first);
    assert.deepEqual((await store.get(URL))?.rendered, HTML);
    await store.close();
  });

  it("A rendered page is stored whole also where equal bodies are stored once", async (test) => {
    const { store, directory } = aStore(test, true);
    await putBoth(store);
    const { ref } = await putBoth(store, aUrl("http://app.example/two"), Buffer.from("<p>two"));
    await store.close();
    const bytes = readFileSync(join(directory, SEGMENT));
    const found = inspectMember(bytes.subarray(ref.offset, ref.offset + ref.length));
    assert.equal(found.kind === "record" && found.type, "response");
  });

  it("With a damaged page its rendered form is lost, and answers behind it are kept", async (test) => {
    const { store, directory, database } = aStore(test);
    const { ref } = await putBoth(store);
    await putBoth(store, aUrl("http://app.example/two"), Buffer.from("<p>two"));
    await store.close();
    const bytes = readFileSync(join(directory, SEGMENT));
    const middle = ref.offset + Math.floor(ref.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x10, middle);
    writeFileSync(join(directory, SEGMENT), bytes);
    const { lost, moved } = await findSegmentFaults(directory, {
      ends: () => readSegmentEnds(database),
      placesIn: (segment) => readPlaces(database, segment),
    });
    assert.deepEqual(
      [lost, moved].map((places) => places.map(({ kind }) => kind)),
      [
        ["page", "rendered"],
        ["page", "rendered"],
      ],
    );
  });
});
