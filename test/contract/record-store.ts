import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRecord, PageVerdict } from "../../lib/domain/page/page-record.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import { hostOf, urlOf } from "./frontier-links.ts";

type NewRecord = Omit<PageRecord, "sequence">;

/** Returns a record of a URL named `host/path` that failed. */
function aRecord(name: string, changes: Partial<NewRecord> = {}): NewRecord {
  return {
    url: urlOf(name),
    host: hostOf(name),
    state: "failed",
    reason: "timeout",
    detail: undefined,
    status: undefined,
    depth: 2,
    layer: 1,
    parent: undefined,
    priority: 0.125,
    group: "",
    linkModel: "sha256:link",
    linkWhy: "anchor",
    snippet: undefined,
    page: undefined,
    location: undefined,
    fetchedAt: 1_000,
    fetchMs: 20.5,
    ...changes,
  };
}

/** Returns a record of a URL whose page was fetched. */
function aPageRecord(name: string, verdict: Partial<PageVerdict> = {}): NewRecord {
  const page: PageVerdict = {
    ref: undefined,
    mediaType: "text/html",
    bodyBytes: 100,
    title: "日本 \u0000 \u{1f4a7}",
    language: undefined,
    utility: 0.75,
    isTarget: true,
    type: undefined,
    model: "sha256:page",
    why: "words",
    fields: { price: ["1", "2"], name: "x" },
    links: 3,
    unusableLinks: { mailto: 1 },
    outlinks: undefined,
    structure: undefined,
    truncated: undefined,
    ...verdict,
  };
  return aRecord(name, { state: "fetched", reason: "page", status: 200, page });
}

/** Tests the promises of every record store. */
export function describeRecordStore(name: string, create: () => RecordStore): void {
  describe(name, () => {
    it("A record store gives back what was put, to the last key", async () => {
      const store = create();
      const ref = { segment: "0001.warc.gz", offset: 5, length: 9, digest: "sha256:body" };
      const snippet = { anchor: "a", before: "b", after: "c", title: "d" };
      const full = {
        ...aPageRecord("a.test/2", { ref, language: "en", type: "t", truncated: "bytes" }),
        snippet,
      };
      const refused = { state: "refused", reason: "robots", detail: "Disallow: /" } as const;
      for (const record of [
        aRecord("a.test/1"),
        full,
        aPageRecord("a.test/3"),
        aRecord("a.test/5", refused),
      ]) {
        const stored = await store.put(record);
        assert.deepEqual(stored, { ...record, sequence: stored.sequence });
        assert.deepEqual(await store.get(record.url), stored);
      }
      assert.equal(await store.get(urlOf("a.test/4")), undefined);
    });

    it("A record store numbers records densely from 1, and keeps a rewritten record's number", async () => {
      const store = create();
      const sequences: number[] = [];
      for (const url of ["a.test/1", "a.test/2", "a.test/1", "a.test/3"]) {
        sequences.push((await store.put(aRecord(url))).sequence);
      }
      assert.deepEqual(sequences, [1, 2, 1, 3]);
    });

    it("A record store lists in order, after a sequence when asked", async () => {
      const store = create();
      const count = 1_234;
      for (let index = 1; index <= count; index += 1) await store.put(aRecord(`a.test/${index}`));
      await store.put(aRecord("a.test/7", { reason: "dns" }));
      const all = await listed(store);
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        Array.from({ length: count }, (_, i) => i + 1),
      );
      assert.equal(all[6]?.reason, "dns");
      assert.deepEqual(
        (await listed(store, count - 1)).map(({ url }) => url),
        [urlOf(`a.test/${count}`)],
      );
      assert.deepEqual(await listed(store, count), []);
    });

    it("A record store may be written to while it is listed", async () => {
      const store = create();
      for (const url of ["a.test/1", "a.test/2"]) await store.put(aRecord(url));
      for await (const { url } of store.list()) await store.put(aRecord(`b.test/${url.length}`));
      assert.ok((await store.totals()).records >= 3);
    });

    it("A record store adds up totals, and no longer counts replaced records", async () => {
      const store = create();
      assert.deepEqual(await store.totals(), {
        records: 0,
        pages: 0,
        targets: 0,
        bodyBytes: 0,
        reasons: new Map(),
      });
      await store.put(aRecord("a.test/1"));
      await store.put(aPageRecord("a.test/2"));
      await store.put(aPageRecord("a.test/3", { isTarget: false, bodyBytes: 7 }));
      await store.put(
        aRecord("a.test/4", { state: "fetched", reason: "redirect", location: urlOf("a.test/2") }),
      );
      await store.put(aPageRecord("a.test/1", { bodyBytes: 1_000 }));
      await store.put(aPageRecord("a.test/1", { bodyBytes: 1 }));
      const reasons = new Map([
        ["fetched:page", 3],
        ["fetched:redirect", 1],
      ]);
      assert.deepEqual(await store.totals(), {
        records: 4,
        pages: 3,
        targets: 2,
        bodyBytes: 108,
        reasons,
      });
    });
  });
}

async function listed(store: RecordStore, after?: number): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for await (const record of store.list(after)) records.push(record);
  return records;
}
