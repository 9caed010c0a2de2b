import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { LinkPredictions } from "../../lib/evaluation/link-calibration.ts";
import { createMemoryModelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aMiss, aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

/** Predicts of each link what its model says. */
const telling: Strategy<number> = {
  name: "telling",
  selection: { kind: "best" },
  merge: "greater",
  linksPredict: "page",
  train: () => 0,
  compile: (model) => ({
    assessPage: () => ({ utility: 0, isTarget: false, type: undefined, why: "" }),
    scoreLinks: () => [],
    predictLink: () => model,
  }),
  isStale: () => false,
};

const models = createMemoryModelStore();
const [low, high] = [await models.put("0.15"), await models.put("0.85")];
const at = (path: string, linkModel: string, utility: number, parent?: string) =>
  aRecord(`http://a.example/${path}`, {
    linkModel,
    parent: parent === undefined ? undefined : aUrl(`http://a.example/${parent}`),
    page: { utility },
  });

describe("the calibration of links", () => {
  it("Link calibration compares the prediction of the model that drew a link with the actual utility", async () => {
    const predictions = new LinkPredictions(models, telling, "page");
    for (const record of [at("a", low, 0), at("b", low, 0.5), at("c", high, 0.85)]) {
      await predictions.add(record);
    }
    const { bins, error, pages } = predictions.result();
    assert.deepEqual(
      bins.map(({ observed, count }) => [observed, count]),
      [
        [0.25, 2],
        [0.85, 1],
      ],
    );
    assert.equal(pages, 3);
    assert.ok(Math.abs(error - (2 * 0.1) / 3) < 1e-9);
  });

  it("Link calibration counts the best page behind a link when the strategy predicts that", async () => {
    for (const [predicts, came] of [
      ["page", 0.5],
      ["page-or-behind", 0.75],
    ] as const) {
      const predictions = new LinkPredictions(models, telling, predicts);
      await predictions.add(at("hub", high, 0.5));
      await predictions.add(at("good", "unknown", 0.75, "hub"));
      assert.equal(predictions.result().bins[0]?.observed, came);
    }
  });

  it("Link calibration skips links without a page, and links that no model predicted", async () => {
    const predictions = new LinkPredictions(models, telling, "page");
    await predictions.add(aMiss("http://a.example/", { linkModel: low, reason: "gone" }));
    await predictions.add(at("seed", "", 1));
    assert.deepEqual(predictions.result(), { predicts: "page", bins: [], error: 0, pages: 0 });
  });
});
