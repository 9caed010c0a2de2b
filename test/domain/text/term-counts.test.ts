import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addPairs,
  addTerms,
  countPairs,
  countTerms,
} from "../../../lib/domain/text/term-counts.ts";

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
      [...countPairs(LINES)],
      [
        ["black tea", 2],
        ["tea pot", 1],
      ],
    );
  });

  it("addTerms and addPairs add occurrences by their weight", () => {
    const [terms, pairs] = [countTerms(LINES), countPairs(LINES)];
    addTerms(terms, [["tea", "pot", "lid"]], 0.5);
    addPairs(pairs, [["tea", "pot", "lid"]], 0.5);
    assert.deepEqual(Object.fromEntries(terms), { black: 2, tea: 3.5, pot: 1.5, lid: 0.5 });
    assert.deepEqual(Object.fromEntries(pairs), { "black tea": 2, "tea pot": 1.5, "pot lid": 0.5 });
  });
});
