import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { Host } from "../../../lib/domain/web/url/url.ts";
import { knownPages, learnRepeats } from "../../../lib/evaluation/export/run-repeats.ts";
import { viewOf } from "../../domain/page/a-page.ts";
import { aRecord } from "../../support/a-record.ts";
import { aUrl } from "../../support/a-url.ts";

const HOST = new URL(aUrl("http://a.example/")).host as Host;

function aPage(at: number, title = `Page ${at} | Site`): PageRecord {
  return aRecord(`http://a.example/${at}`, { page: { title } });
}

/** Learns from records; each page has a line of its own and one of its host. */
async function learnt(records: readonly PageRecord[], mostRead?: number) {
  const read: string[] = [];
  const list = async function* () {
    yield* records;
  };
  const view = async (url: string) => {
    read.push(url);
    return viewOf(`<p>All rights of the bees are reserved.</p><p>${url}</p>`);
  };
  const repeatsOf = await learnRepeats(knownPages({ list }), view, mostRead);
  return { repeats: repeatsOf(HOST), read };
}

const pages = (count: number) => Array.from({ length: count }, (_, at) => aPage(at));

describe("what the hosts of a run repeat", () => {
  it("A quarter of a host's pages are read, at least eight and at most twenty-four, and once", async () => {
    for (const [count, expected] of [
      [4, 0],
      [5, 5],
      [20, 8],
      [60, 15],
      [400, 24],
    ] as const) {
      const { repeats, read } = await learnt(pages(count));
      assert.equal(read.length, 0);
      const blocks = await repeats.blocks();
      assert.equal(await repeats.blocks(), blocks);
      assert.equal(read.length, expected);
      assert.equal(blocks.size, count < 5 ? 0 : 1);
    }
  });

  it("The same pages are read in whatever order they were fetched", async () => {
    const [one, other] = [await learnt(pages(300)), await learnt(pages(300).toReversed())];
    await Promise.all([one.repeats.blocks(), other.repeats.blocks()]);
    assert.deepEqual(one.read, other.read);
    assert.deepEqual([...one.repeats.titleParts], ["Site"]);
    assert.deepEqual(one.repeats.titleParts, other.repeats.titleParts);
  });

  it("Pages with one title count as one: copies of a page repeat its content, too", async () => {
    const copies = Array.from({ length: 50 }, (_, at) => aPage(at, "Bees | Site"));
    const { repeats } = await learnt([...copies, ...pages(54).slice(50)]);
    assert.deepEqual([...repeats.titleParts], ["Site"]);
    const { repeats: few } = await learnt([...copies, ...pages(53).slice(50)]);
    assert.deepEqual([[...few.titleParts], (await few.blocks()).size], [[], 0]);
  });

  it("No more pages are read than that are allowed for all hosts together", async () => {
    const { repeats, read } = await learnt(pages(100), 3);
    assert.deepEqual([(await repeats.blocks()).size, read.length], [0, 3]);
  });

  it("A host without a page repeats nothing", async () => {
    const { repeats } = await learnt([]);
    assert.deepEqual([repeats.titleParts.size, (await repeats.blocks()).size], [0, 0]);
  });
});
