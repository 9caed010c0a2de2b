import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  pathModelOf,
  requirePathModel,
} from "../../../../lib/domain/methods/link-distance/path-model.ts";

describe("a path model", () => {
  it("A stored link-distance model is returned to the variant that trained it", () => {
    assert.deepEqual(requirePathModel(pathModelOf("paper", { words: ["a"] }), "paper"), {
      words: ["a"],
    });
    assert.equal(requirePathModel(pathModelOf("dowser", null), "dowser"), null);
  });

  it("A stored link-distance model is rejected for another variant, with both variants named", () => {
    assert.throws(() => requirePathModel(pathModelOf("dowser", {}), "paper"), {
      code: "other-path-model",
      reaction: "fix-config",
      message: /variant paper .* variant dowser/,
      hint: /strategy that it was trained for/,
    });
    assert.throws(() => requirePathModel({ strategy: "adaptive" }, "paper"), /something else/);
  });
});
