import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { keepEnded } from "../../lib/stack/earlier-crawls.ts";
import { pagesOfTraining } from "../../lib/stack/ended-pages.ts";
import type { PlannerState } from "../../lib/stack/stack-state.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { aUrl } from "../support/a-url.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";
import { aFetchedPage } from "../support/scripted-web.ts";

const [both, first] = [aUrl("http://a.example/both"), aUrl("http://a.example/first")];

/** Pages of a crawl that came back to two others, which have these pages, by the epoch of their journals. */
async function aRecrawl() {
  const blobs = memoryBlobStore();
  const htmlOf = new Map([
    [
      1,
      new Map([
        [both, "old"],
        [first, "old"],
      ]),
    ],
    [2, new Map([[both, "new"]])],
  ]);
  let state: PlannerState = { ...aPlannerState("c1", aStatus()), journal: [[1, 1]] };
  for (const epoch of [2, 3]) {
    const recrawl = { earlier: await keepEnded(blobs, state) };
    state = { ...aPlannerState(`c${epoch}`, aStatus()), journal: [[epoch, 1]], recrawl };
  }
  let [opened, closed] = [0, 0];
  const openRecords = async ([begin]: PlannerState["journal"]) => {
    opened += 1;
    const pages = htmlOf.get(begin?.[0] ?? 0);
    return {
      records: { list: () => assert.fail("a training reads no records of other crawls") },
      pages: {
        get: async (url: typeof both) => {
          const html = pages?.get(url);
          return html === undefined ? undefined : aFetchedPage(url, html);
        },
      },
      close: () => {
        closed += 1;
      },
    };
  };
  const own: { get(url: Url): Promise<FetchedPage | undefined> } = { get: async () => undefined };
  const { pages, close } = pagesOfTraining({ blobs, openRecords }, state, own);
  const read = async (url: typeof both) =>
    Buffer.from((await pages.get(url))?.body ?? []).toString();
  return { close, read, counts: () => [opened, closed] };
}

describe("the pages of the crawls that a recrawl comes back to", () => {
  it("They are restored when the first one is asked for, and closed together", async () => {
    const { close, read, counts } = await aRecrawl();
    assert.deepEqual(counts(), [0, 0]);
    await read(both);
    await read(first);
    assert.deepEqual(counts(), [2, 0]);
    await close();
    assert.deepEqual(counts(), [2, 2]);
  });

  it("A page is as the last crawl that has it stored it", async () => {
    const { read } = await aRecrawl();
    assert.deepEqual([await read(both), await read(first)], ["new", "old"]);
    assert.equal(await read(aUrl("http://a.example/none")), "");
  });

  it("Nothing is restored for a crawl that needs none", async () => {
    const { close, counts } = await aRecrawl();
    await close();
    assert.deepEqual(counts(), [0, 0]);
  });
});
