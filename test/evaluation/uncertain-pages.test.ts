import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { uncertainPages } from "../../lib/evaluation/label-queue.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

/** Stores pages with these utilities; those from 0.7 on are targets. */
async function stored(utilities: Readonly<Record<string, number>>) {
  const records = createMemoryRecordStore();
  for (const [address, utility] of Object.entries(utilities)) {
    const page = { utility, isTarget: utility >= 0.7 };
    await records.put(aRecord(`http://${address}`, { page }));
  }
  return records;
}

const namesOf = (pages: readonly { readonly url: Url }[]) =>
  pages.map(({ url }) => url.slice("http://".length));
const NONE: ReadonlySet<Url> = new Set();

describe("pages whose verdict is uncertain", () => {
  it("Pages are the more uncertain the nearer their utility is to the least one of a target", async () => {
    const records = await stored({ "a.x/1": 0.1, "a.x/2": 0.9, "a.x/3": 0.7, "a.x/4": 0.65 });
    const pages = await uncertainPages(records, { judged: NONE, most: 3 });
    assert.deepEqual(namesOf(pages), ["a.x/3", "a.x/4", "a.x/2"]);
    assert.deepEqual([pages[1]?.utility, pages[1]?.isTarget], [0.65, false]);
  });

  it("Uncertain pages are spread over hosts, each host's most uncertain page first", async () => {
    const records = await stored({
      ...{ "a.x/1": 0.7, "a.x/2": 0.71, "a.x/3": 0.72 },
      ...{ "b.x/1": 0.4, "b.x/2": 0.3, "c.x/1": 0.1 },
    });
    const pages = await uncertainPages(records, { judged: NONE, most: 4 });
    assert.deepEqual(namesOf(pages), ["a.x/1", "b.x/1", "c.x/1", "a.x/2"]);
  });

  it("Uncertain pages are the best ones when no page is a target, and never one with a label", async () => {
    const records = await stored({ "a.x/1": 0.1, "a.x/2": 0.5, "a.x/3": 0.6 });
    const judged = new Set([aUrl("http://a.x/3")]);
    assert.deepEqual(namesOf(await uncertainPages(records, { judged, most: 9 })), [
      "a.x/2",
      "a.x/1",
    ]);
  });
});
