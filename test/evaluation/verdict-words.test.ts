import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { offerInWords } from "../../lib/evaluation/verdict-words.ts";

describe("offerInWords", () => {
  it("A run is offered to be judged by as many pages as it has, and by fifty at most", () => {
    for (const [fetched, keys] of [
      [1, "1 page by single keys, about 1 minute"],
      [4, "4 pages by single keys, about 1 minute"],
      [40, "40 pages by single keys, about 7 minutes"],
      [51, "50 pages by single keys, about 8 minutes"],
    ] as const)
      assert.equal(
        offerInWords(undefined, "runs/bees", fetched),
        `not judged yet: ${keys}, say how many are relevant: dowser judge runs/bees`,
      );
  });
});
