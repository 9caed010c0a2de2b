import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { type FigureSources, gatherFigures } from "../../lib/evaluation/run-figures.ts";
import { createMemoryModelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aMiss, aRecord } from "../support/a-record.ts";
import { aLoadedStrategy, aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";

const sources = (parts: Partial<FigureSources> = {}): FigureSources => ({
  strategy: aStrategy("breadth-first"),
  models: createMemoryModelStore(),
  labels: new Map(),
  truth: undefined,
  examples: new Set(),
  purpose: undefined,
  discoveredBy: new Map(),
  ...parts,
});

const figuresOf = (records: Iterable<PageRecord>, parts?: Partial<FigureSources>) =>
  gatherFigures(
    {
      list: async function* () {
        yield* records;
      },
    },
    sources(parts),
  );

const page = (number: number, utility: number, type?: string) =>
  aRecord(`http://a.example/${number}`, {
    ...{ fetchedAt: 1_000 * number, fetchMs: 100 },
    page: { utility, isTarget: utility > 0.5, type, title: `page ${number}` },
  });

describe("the figures of a run", () => {
  it("A run's figures count targets by the crawl's prediction and by truth", async () => {
    const truth = new Map([[aUrl("http://a.example/1"), true]]);
    const { harvest } = await figuresOf([page(1, 0), page(2, 1)], { truth });
    assert.deepEqual(harvest, [
      { pages: 1, targets: 0, trueTargets: 1 },
      { pages: 2, targets: 1, trueTargets: 1 },
    ]);
  });

  it("A run's figures give precision by each judge there was, and by no other", async () => {
    const { precision } = await figuresOf([page(1, 0), page(2, 1)]);
    assert.deepEqual(
      precision.own.map(({ cumulative }) => cumulative.share),
      [0, 0.5],
    );
    assert.deepEqual(precision.truth, []);
  });

  it("A run's figures contain page types only when a page has one", async () => {
    assert.equal((await figuresOf([page(1, 0)])).types, undefined);
    const { types } = await figuresOf([page(1, 0), page(2, 1, "thread")]);
    assert.deepEqual(
      types?.largest.map(({ name }) => name),
      ["thread", "without a type"],
    );
  });

  it("A run's figures time only requests that reached a server", async () => {
    const records = [
      page(1, 0),
      aMiss("http://a.example/no", { state: "refused", reason: "robots", fetchedAt: 1_100 }),
      aMiss("http://a.example/twin", { state: "refused", reason: "alias", fetchedAt: 1_200 }),
      page(2, 0),
    ];
    const { requests, span } = await figuresOf(records);
    const { closest, requests: made } = requests.ledger({
      connectionsPerHost: 1,
      allowedMsOf: () => 0,
      most: 1,
    });
    assert.deepEqual([made, closest[0]?.gapMs], [2, 900]);
    assert.deepEqual(span, [1_000, 2_100]);
  });

  it("A run's figures count truncated pages, and links without a usable target", async () => {
    const cut = aRecord("http://a.example/", {
      page: { truncated: "bytes", unusableLinks: { scheme: 2 } },
    });
    const { truncated, unusableLinks } = await figuresOf([cut, cut]);
    assert.deepEqual(
      [...truncated, ...unusableLinks],
      [
        ["bytes", 2],
        ["scheme", 4],
      ],
    );
  });

  it("A run's figures show the target pages of highest score", async () => {
    const { shown } = await figuresOf(
      Array.from({ length: 30 }, (_, index) => page(index, index / 30)),
    );
    assert.deepEqual(
      shown.map(({ title }) => title),
      Array.from({ length: 10 }, (_, index) => `page ${29 - index}`),
    );
  });

  it("A run's figures contain calibration when links are predictions", async () => {
    assert.equal((await figuresOf([page(1, 0)])).calibration, undefined);
    const strategy = await aLoadedStrategy("adaptive");
    assert.equal((await figuresOf([page(1, 0)], { strategy })).calibration?.pages, 0);
  });

  it("A run's figures keep some hundred points of a curve, however long the run", async () => {
    const many = function* () {
      for (let number = 0; number < 20_000; number += 1) yield page(number, number % 2);
    };
    const { harvest, growth } = await figuresOf(many());
    for (const curve of [harvest, growth]) assert.ok(curve.length <= 501 && curve.length >= 250);
    assert.deepEqual(harvest.at(-1), { pages: 20_000, targets: 10_000, trueTargets: 0 });
  });
});
