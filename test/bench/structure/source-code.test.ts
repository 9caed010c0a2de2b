import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countLines, importsOf, withoutComments } from "../../../bench/structure/source-code.ts";

const SOURCE = `/**
 * Adds.
 */
import { one } from "./one.ts";
import {
  two,
  three,
} from "../numbers.ts";

// Not from "./nowhere.ts".
export const sum = one + two; // of two
/** Loaded when asked for. */
export const load = () => import("./later.ts");
`;

describe("the source of a checkout as text", () => {
  it("Comments, blank lines and imports are lines and no code", () => {
    assert.deepEqual(countLines(SOURCE), { lines: 13, code: 2 });
  });

  it("A file imports what its statements and dynamic imports name, and not what comments do", () => {
    assert.deepEqual(importsOf("lib/sums/add.ts", SOURCE), [
      "lib/sums/one.ts",
      "lib/numbers.ts",
      "lib/sums/later.ts",
    ]);
  });

  it("A text without comments keeps its code", () => {
    assert.equal(
      withoutComments("const a = 1; // one\n/* two */const b = 2;"),
      "const a = 1; \nconst b = 2;",
    );
  });
});
