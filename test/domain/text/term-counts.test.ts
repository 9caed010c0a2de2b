import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countPairs, countTerms } from "../../../lib/domain/text/term-counts.ts";

const LINES = [
  ["black", "tea", "", "black", "tea", "pot"],
  ["tea", ""],
];

describe("terms of lines", () => {
  it("are counted, but for what is none", () => {
    assert.deepEqual(
      [...countTerms(LINES)],
      [
        ["black", 2],
        ["tea", 3],
        ["pot", 1],
      ],
    );
  });

  it("pair with their neighbours, not across what is none and not across lines", () => {
    assert.deepEqual(
      [...countPairs(LINES, () => true)],
      [
        ["black tea", 2],
        ["tea pot", 1],
      ],
    );
  });

  it("pair only where both are of interest", () => {
    assert.deepEqual([...countPairs(LINES, (term) => term !== "pot")], [["black tea", 2]]);
  });
});
