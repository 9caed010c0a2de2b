import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countArrows } from "../../../bench/structure/arrows.ts";

const count = (imports: Readonly<Record<string, readonly string[]>>) =>
  countArrows(new Map(Object.entries(imports)));

describe("arrows between the things of a folder", () => {
  it("A folder whose things import each other from top to bottom has no arrow back", () => {
    const { back, mutual } = count({
      "lib/a/one.ts": ["lib/b/two.ts", "lib/c.ts"],
      "lib/b/two.ts": ["lib/c.ts"],
      "lib/c.ts": [],
    });
    assert.deepEqual({ back, mutual }, { back: 0, mutual: 0 });
  });

  it("Two folders that import each other are a mutual pair, and one of their arrows runs back", () => {
    const counted = count({
      "lib/a/one.ts": ["lib/b/two.ts"],
      "lib/a/three.ts": ["lib/b/two.ts"],
      "lib/b/four.ts": ["lib/a/three.ts"],
      "lib/b/two.ts": [],
    });
    assert.deepEqual(counted, { back: 1, mutual: 1, pairs: ["lib: a and b"] });
  });

  it("A ring of three folders has an arrow back and no mutual pair", () => {
    const { back, mutual } = count({
      "lib/a/1.ts": ["lib/b/1.ts"],
      "lib/b/2.ts": ["lib/c/1.ts"],
      "lib/c/2.ts": ["lib/a/2.ts"],
    });
    assert.deepEqual({ back, mutual }, { back: 1, mutual: 0 });
  });

  it("Folders within folders are counted in their own folder", () => {
    const { pairs } = count({
      "lib/a/x/1.ts": ["lib/a/y/1.ts"],
      "lib/a/y/2.ts": ["lib/a/x/2.ts"],
    });
    assert.deepEqual(pairs, ["lib/a: x and y"]);
  });
});
