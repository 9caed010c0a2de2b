import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { beginPageSegment, blobPageReader } from "../../../lib/adapters/blobs/blob-pages.ts";
import { bufferSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../../lib/adapters/warc/scan-warc.ts";
import type { PageRef } from "../../../lib/domain/page/page-record.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

const KEY = "pages/c/1-1-0.warc.gz";
const pages = ["one", "two", "three"].map((name) =>
  aFetchedPage(aUrl(`http://a.example/${name}`), `<title>${name}</title>`),
);

/** A segment with the pages in it, put at one time. */
async function aSegment() {
  const blobs = memoryBlobStore();
  const segment = beginPageSegment(blobs, KEY);
  const refs = await Promise.all(pages.map((page) => segment.put(page, 1_000)));
  await segment.close();
  return { blobs, refs };
}

/** Records that know where pages lie, and nothing else. */
function recordsOf(refs: readonly PageRef[]) {
  const known = new Map(pages.map(({ url }, index) => [url, refs[index]]));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader looks at the place only
    get: async (url: string) => ({ page: { ref: known.get(aUrl(url)) } }) as never,
  };
}

describe("a segment of pages as an object", () => {
  it("A page segment object gives each page back by the place it returned", async () => {
    const { blobs, refs } = await aSegment();
    const reader = blobPageReader(blobs, recordsOf(refs));
    for (const { url, body } of pages) {
      const read = await reader.get(url);
      assert.equal(Buffer.from(read?.body ?? []).toString(), Buffer.from(body).toString());
    }
    assert.equal(await reader.get(aUrl("http://a.example/never")), undefined);
  });

  it("A page segment object is a WARC file with a warcinfo record, then the pages", async () => {
    const { blobs } = await aSegment();
    const bytes = Buffer.from(blobs.objects.get(KEY) ?? []);
    const tally = { damaged: 0, heldBytes: 0 };
    const records = await collect(scanWarc(bufferSource(KEY, bytes), tally));
    assert.deepEqual(
      records.map(({ head }) => head.type),
      ["warcinfo", "response", "response", "response"],
    );
    assert.equal(tally.damaged, 0);
  });

  it("A page segment object holds a page once when it is put twice", async () => {
    const blobs = memoryBlobStore();
    const segment = beginPageSegment(blobs, KEY);
    const [page] = pages;
    assert.ok(page);
    const [first, second] = await Promise.all([segment.put(page, 1), segment.put(page, 2)]);
    assert.deepEqual(first, second);
  });

  it("A page segment without pages writes no object", async () => {
    const blobs = memoryBlobStore();
    await beginPageSegment(blobs, KEY).close();
    assert.equal(blobs.objects.size, 0);
  });

  it("A page segment object does not replace another", async () => {
    const { blobs } = await aSegment();
    const again = beginPageSegment(blobs, KEY);
    await Promise.all(pages.map((page) => again.put(page, 1)));
    await assert.rejects(again.close(), { code: "segment-taken" });
  });
});
