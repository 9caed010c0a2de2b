import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { overlapOfCrawls, type ReadCrawl } from "../../lib/evaluation/overlap.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const inOrder = aStrategy("breadth-first");
/** Fetches its seeds in order; what has a title is a target. */
const titled: Strategy = {
  ...inOrder,
  compile: (model) => ({
    ...inOrder.compile(model),
    assessPage: ({ title }) => {
      return { utility: 0.5, isTarget: title !== "", type: undefined, why: "title" };
    },
  }),
};

/** A crawl of pages given as host and title, in order of fetching. */
async function aCrawl(
  pages: readonly (readonly [host: string, title: string])[],
): Promise<ReadCrawl> {
  const seeds = pages.map(([host], index) => aUrl(`http://${host}.example/${index}`));
  const texts = pages.map(([, title]) => `<title>${title}</title>`);
  const plan = aPlan({ strategy: titled, seeds });
  const script = Object.fromEntries(seeds.map((url, index) => [url, texts[index] ?? ""]));
  const ports = memoryPorts(scriptedWeb(script), plan);
  await runCrawl(ports, plan);
  return {
    records: ports.records,
    view: async (url) => {
      const page = await ports.pages.get(url);
      return page && viewPage(page, {}, plan.limits, ports.clock).view;
    },
  };
}

const OPTIONS = { top: 300, onProgress: () => {} };
const none = (number: number) => Array.from({ length: number }, () => ["home", ""] as const);

describe("the overlap of two crawls", () => {
  it("The overlap of two crawls covers key phrases, documents and sites of their target pages", async () => {
    const first = await aCrawl([
      ["home", ""],
      ["meadow", "Red clover, white clover"],
      ["kitchen", "Dark honey"],
    ]);
    const second = await aCrawl([
      ["meadow", "White clover; red clover"],
      ["forest", "Pine wood"],
    ]);
    const { figures, ...crawls } = await overlapOfCrawls({ first, second }, OPTIONS);
    assert.deepEqual(crawls, {
      first: { fetched: 3, targets: 2, read: 2, hosts: 2 },
      second: { fetched: 2, targets: 2, read: 2, hosts: 2 },
    });
    assert.deepEqual(figures?.keywords, [{ most: 3, share: 2 / 3 }]);
    assert.deepEqual([figures?.documents, figures?.sites], [2 / 4, 1 / 3]);
    assert.deepEqual(figures?.lists, {
      common: ["red clover", "white clover"],
      onlyFirst: ["dark honey"],
      onlySecond: ["pine wood"],
    });
  });

  it("The overlap of two crawls is given after each tenth of the pages of both", async () => {
    const first = await aCrawl([
      ...none(1),
      ["a", "Red clover"],
      ...none(3),
      ["a", "Dark honey"],
      ...none(4),
    ]);
    const second = await aCrawl([...none(4), ["a", "Red clover"], ...none(14), ["a", "Pine wood"]]);
    const { figures } = await overlapOfCrawls({ first, second }, OPTIONS);
    const shares = figures?.overTime.map(({ share }) => share);
    // Both have clover after three tenths, the first has honey after six, the second wood at the end.
    const [no, half] = [undefined, 1 / 2];
    assert.deepEqual(shares, [no, no, 1, 1, 1, half, half, half, half, half]);
    assert.deepEqual(figures?.overTime[2], { first: 3, second: 6, share: 1 });
  });

  it("The overlap of two crawls is given for as many key phrases as both have", async () => {
    const titles = (number: number) =>
      Array.from({ length: number }, (_, index) => ["a", `clover${index}`] as const);
    const first = await aCrawl(titles(130));
    const second = await aCrawl(titles(110));
    const { figures } = await overlapOfCrawls({ first, second }, { ...OPTIONS, top: 110 });
    assert.deepEqual(
      figures?.keywords.map(({ most }) => most),
      [50, 100],
    );
    // All are worth the same: the best 110 of 130 are those before clover81 in code unit order.
    const { common, onlyFirst, onlySecond } = figures?.lists ?? {};
    assert.deepEqual([common?.length, onlyFirst?.length, onlySecond?.length], [90, 20, 0]);
  });

  it("The overlap of a crawl with itself is complete", async () => {
    const crawl = await aCrawl([["a", "Red clover"], ["b", "Dark honey"], ...none(1)]);
    const { figures } = await overlapOfCrawls({ first: crawl, second: crawl }, OPTIONS);
    assert.deepEqual([figures?.documents, figures?.sites], [1, 1]);
    assert.deepEqual(figures?.keywords, [{ most: 2, share: 1 }]);
    assert.deepEqual(figures?.lists, {
      common: ["dark honey", "red clover"],
      onlyFirst: [],
      onlySecond: [],
    });
  });

  it("The overlap of two crawls has no figures when one has no target page, or none stored", async () => {
    const first = await aCrawl([["a", "Red clover"]]);
    const second = await aCrawl(none(2));
    const without = await overlapOfCrawls({ first, second }, OPTIONS);
    assert.deepEqual(without.second, { fetched: 2, targets: 0, read: 0, hosts: 0 });
    assert.equal(without.figures, undefined);
    const lost = { ...first, view: async () => undefined };
    const { figures, ...crawls } = await overlapOfCrawls({ first: lost, second: first }, OPTIONS);
    assert.deepEqual([crawls.first.targets, crawls.first.read, figures], [1, 0, undefined]);
  });

  it("The overlap of two crawls reports each target page that was read", async () => {
    const first = await aCrawl([["a", "Red clover"], ...none(2)]);
    const second = await aCrawl([
      ["a", "Red clover"],
      ["a", "Dark honey"],
    ]);
    const told: string[] = [];
    const onProgress = (read: number, all: number) => void told.push(`${read}/${all}`);
    await overlapOfCrawls({ first, second }, { ...OPTIONS, onProgress });
    assert.deepEqual(told, ["1/3", "2/3", "3/3"]);
  });
});
