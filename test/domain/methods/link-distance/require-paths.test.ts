import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { requirePaths } from "../../../../lib/domain/methods/link-distance/towards-targets.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aNeed } from "../../../support/a-need.ts";

describe("the paths that a strategy requires", () => {
  it("A strategy that requires click paths takes those of the need", () => {
    const paths = { paths: [[nodeUrl("s"), nodeUrl("t")]], pages: [] };
    assert.equal(requirePaths("context-graph", aNeed({ paths })), paths);
  });

  it("A strategy that requires click paths reports an error with their key when there are none", () => {
    for (const paths of [undefined, { paths: [], pages: [] }])
      assert.throws(() => requirePaths("context-graph", aNeed({ topic: "bees", paths })), {
        code: "no-click-path",
        reaction: "fix-config",
        message: /^context-graph /,
        hint: /need\.paths/,
      });
  });
});
