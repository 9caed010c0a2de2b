import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LABEL_SIZES } from "../../../bench/judge/label-sizes.ts";
import { readArguments } from "../../../bench/judge/read-arguments.ts";
import { JUDGED_WEBS } from "../../../bench/judge/webs.ts";

describe("the arguments of the bench of judges", () => {
  it("The bench of judges measures all webs with all labels unless some are named", () => {
    const all = { webs: JUDGED_WEBS, sizes: LABEL_SIZES, draws: 3, seen: "sample", given: "all" };
    assert.deepEqual(readArguments([]), all);
  });

  it("The bench of judges measures the named webs and labels alone", () => {
    const { webs, sizes, draws, seen, given } = readArguments([
      "5/20",
      "webkb",
      "seen=none",
      "given=labels",
      "draws=10",
    ]);
    assert.deepEqual(
      [...webs, ...sizes].map(({ name }) => name),
      ["webkb", "5/20"],
    );
    assert.deepEqual([draws, seen, given], [10, "none", "labels"]);
  });

  it("The bench of judges refuses what it does not know", () => {
    for (const unknown of ["4/20", "webkp", "draws=0", "seen=all"])
      assert.throws(() => readArguments([unknown]), new RegExp(unknown));
  });
});
