import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownScore } from "../../../bench/text/articles.ts";

/** F1 of trafilatura 2.0.0 on the same pages, by the same score. */
const BEST_KNOWN = 0.958;

describe("main text on the article extraction benchmark", () => {
  it("The main text is no worse than the best known system on the article extraction benchmark", (test) => {
    const score = ownScore();
    if (score === undefined)
      return test.skip("The corpus of the article extraction benchmark is not available");
    assert.ok(score.f1 >= BEST_KNOWN, `F1 ${score.f1.toFixed(3)}`);
  });
});
