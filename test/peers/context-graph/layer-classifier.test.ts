import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileLayers, trainLayers } from "../../../peers/context-graph/layer-classifier.ts";
import { layeredPages } from "../../../peers/context-graph/layered-pages.ts";
import { assertNear } from "../../contract/learner.ts";
import { aNode, LAYER_TEXTS, SOME_PATHS } from "./some-marked-paths.ts";

const layerOf = compileLayers(trainLayers(layeredPages(SOME_PATHS, 4), SOME_PATHS.pages));

describe("the classifier of layers", () => {
  it("The layer classifier recognises the layer of an unseen page by that layer's words", () => {
    for (const [layer, text] of LAYER_TEXTS.entries()) {
      const found = layerOf(aNode("x", `geology ${text}`));
      assert.equal(found.layer, layer);
      assert.ok(found.probability > 0.9, String(found.probability));
    }
  });

  it("The layer classifier gives probabilities by counts: 3 to 1 for a word of layer 0 only", () => {
    // Each layer has two pages of 4 words and a subject: 10 occurrences of 14 known words.
    const { layer, probability, ofTargets } = layerOf(aNode("x", "syllabus"));
    assert.equal(layer, 0);
    assertNear(probability, 3 / (3 + 1 + 1), 1e-12);
    assert.equal(ofTargets, probability);
    const far = layerOf(aNode("x", "department"));
    assertNear(far.ofTargets, 1 / 5, 1e-12);
  });

  it("The layer classifier treats all layers as equally likely for a page without known words", () => {
    const pages = layeredPages(SOME_PATHS, 4).filter(({ view }) => !view.url.endsWith("u"));
    const { probability, ofTargets } = compileLayers(trainLayers(pages, SOME_PATHS.pages))(
      aNode("x", "nothing known"),
    );
    assertNear(probability, 1 / 3, 1e-12);
    assertNear(ofTargets, 1 / 3, 1e-12);
  });

  it("The layer classifier contains only layers that have pages", () => {
    const without = (left: number) => {
      const pages = layeredPages(SOME_PATHS, 4).filter(({ layer }) => layer !== left);
      return compileLayers(trainLayers(pages, SOME_PATHS.pages))(aNode("x", LAYER_TEXTS[2]));
    };
    assert.equal(without(1).layer, 2);
    assert.ok(without(2).probability < 0.9);
    assert.equal(without(0).ofTargets, 0);
    const nothing = compileLayers(trainLayers([], []))(aNode("x", LAYER_TEXTS[2]));
    assert.deepEqual(nothing, { layer: 0, probability: 0, ofTargets: 0 });
  });
});
