import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { topicPairs } from "../../../../lib/domain/methods/adaptive/training-pairs.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aPage } from "../../../support/a-page.ts";

describe("topic prior of links", () => {
  it("Each topic word is a link to a relevant page, and a link without words leads to none", () => {
    const pairs = topicPairs(aNeed({ topic: "course homework" }), 0);
    assert.deepEqual(
      pairs.map(({ snippet, reward, weight }) => [snippet?.anchor, reward, weight]),
      [
        ["cours", 1, 1],
        ["homework", 1, 1],
        ["", 0, 4],
      ],
    );
  });

  it("The topic prior of links fades as pages are fetched", () => {
    assert.equal(topicPairs(aNeed({ topic: "course" }), 200)[0]?.weight, 0.1);
  });

  it("A need with bad pages or without any word has no topic prior of links", () => {
    assert.deepEqual(topicPairs(aNeed({ topic: "course", bad: [aPage()] }), 0), []);
    assert.deepEqual(topicPairs(aNeed(), 0), []);
  });
});
