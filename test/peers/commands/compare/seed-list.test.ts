import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseSeedList } from "../../../../peers/commands/compare/compare-command.ts";

describe("a list of seeds", () => {
  it("A seed list has ranges and single seeds, each once and in their order", () => {
    assert.deepEqual(parseSeedList("1..4"), [1, 2, 3, 4]);
    assert.deepEqual(parseSeedList("7, 0,2..3,7"), [7, 0, 2, 3]);
    assert.deepEqual(parseSeedList("5..5"), [5]);
  });

  it("A seed list is refused when it is invalid, or too long to run", () => {
    for (const text of ["", "a", "1..", "..3", "3..1", "1,,2", "-1", "1.5", "9007199254740993"])
      assert.throws(() => parseSeedList(text), /seeds like/, text);
    for (const text of ["1..1001", "0..999999999999", "1..600,1000..1600"])
      assert.throws(() => parseSeedList(text), /at most/, text);
    assert.equal(parseSeedList("1..1000").length, 1000);
  });
});
