import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countPairs, countTerms } from "../../../lib/domain/text/term-counts.ts";

const LINES = [
  ["black", "tea", "", "black", "tea", "pot"],
  ["tea", ""],
];

describe("terms of lines", () => {
  it("countTerms counts the terms of lines without gaps", () => {
    assert.deepEqual(
      [...countTerms(LINES)],
      [
        ["black", 2],
        ["tea", 3],
        ["pot", 1],
      ],
    );
  });

  it("countPairs pairs adjacent terms, but not across gaps or lines", () => {
    assert.deepEqual(
      [...countPairs(LINES, () => true)],
      [
        ["black tea", 2],
        ["tea pot", 1],
      ],
    );
  });

  it("countPairs pairs terms only when both are of interest", () => {
    assert.deepEqual([...countPairs(LINES, (term) => term !== "pot")], [["black tea", 2]]);
  });
});
