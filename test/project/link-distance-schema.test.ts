import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";

describe("context-graph", () => {
  it("`context-graph` has four layers and a threshold of one half by default", async () => {
    assert.deepEqual(await parseStrategyOption("context-graph"), {
      ...{ name: "context-graph", layers: 4, threshold: 0.5 },
    });
    assert.deepEqual(await parseStrategyOption("context-graph:layers=2,threshold=0.9"), {
      ...{ name: "context-graph", layers: 2, threshold: 0.9 },
    });
  });

  it("`context-graph` refuses layers without pages before the targets, and a threshold that nothing passes", async () => {
    for (const option of ["layers=0", "layers=1.5", "layers=11", "threshold=1", "threshold=-1"])
      await assert.rejects(async () => parseStrategyOption(`context-graph:${option}`), {
        code: "bad-strategy-option",
      });
  });
});

describe("link-distance", () => {
  it("`link-distance` and its published form have defaults of their own", async () => {
    const corrections = { branchDiscount: 0, siblingShortfall: 0, selfTraining: true };
    assert.deepEqual(await parseStrategyOption("link-distance"), {
      ...{ name: "link-distance", depthPenalty: 0.03 },
      ...{ ...corrections, online: true },
    });
    assert.deepEqual(await parseStrategyOption("published-link-distance:confidence=1"), {
      ...{ name: "published-link-distance", depthPenalty: 0 },
      ...{ ...corrections, confidence: 1 },
    });
  });

  it("`link-distance` accepts a file of what other paths taught", async () => {
    const choice = await parseStrategyOption("link-distance:model=courses.model");
    assert.equal(choice.name === "link-distance" && choice.model, "courses.model");
  });

  it("`link-distance` refuses shares beyond 1, and models without a name", async () => {
    for (const option of ["depthPenalty=-1", "confidence=11", "model=", "online=1"])
      await assert.rejects(async () => parseStrategyOption(`link-distance:${option}`), {
        code: "bad-strategy-option",
      });
  });
});
