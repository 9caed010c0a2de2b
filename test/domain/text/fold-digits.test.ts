import assert from "node:assert/strict";
import { it } from "node:test";
import { foldDigits } from "../../../lib/domain/text/words.ts";

it("foldDigits distinguishes numbers by digit count up to five, and words by the position of digits", () => {
  const folded = ["7", "1996", "12345", "1234567", "cs314", "bee", ""].map(foldDigits);
  assert.deepEqual(folded, ["0", "0000", "00000", "00000", "cs000", "bee", ""]);
});
