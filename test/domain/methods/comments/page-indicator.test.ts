import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkIndicatorNeed,
  compilePageIndicator,
  type IndicatorSettings,
} from "../../../../lib/domain/methods/comments/page-indicator.ts";
import { topicProfile } from "../../../../lib/domain/methods/topic-profile.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aPage } from "../../../support/a-page.ts";

const need = aNeed({ topic: "bees" });

const PAGES = {
  neither: aPage({ mainText: "cars and roads" }),
  onTopic: aPage({ mainText: "bees and honey" }),
  discussed: aPage({ mainText: "cars and roads", classNames: ["x-remark-y"] }),
  both: aPage({ mainText: "bees and honey", classNames: ["x-remark-y"] }),
};

function settings(indicator: IndicatorSettings["indicator"]): IndicatorSettings {
  return { indicator, detector: "keywords", keywords: ["remark"], ids: false };
}

function wantedBy(indicator: IndicatorSettings["indicator"]): string[] {
  const assess = compilePageIndicator(settings(indicator), topicProfile(need));
  return Object.entries(PAGES).flatMap(([name, page]) => (assess(page).isTarget ? [name] : []));
}

describe("the indicator of wanted pages", () => {
  it("The page indicator is comments, similarity to the need, or both", () => {
    assert.deepEqual(wantedBy("comments"), ["discussed", "both"]);
    assert.deepEqual(wantedBy("topic"), ["onTopic", "both"]);
    assert.deepEqual(wantedBy("both"), ["both"]);
  });

  it("The page indicator for both gives the product of the scores, the type and both reasons", () => {
    const profile = topicProfile(need);
    const [comments, topic, both] = (["comments", "topic", "both"] as const).map((indicator) =>
      compilePageIndicator(settings(indicator), profile)(PAGES.both),
    );
    assert.ok(comments && topic && both);
    assert.equal(both.utility, comments.utility * topic.utility);
    assert.deepEqual([comments.type, topic.type, both.type], ["comment", undefined, "comment"]);
    assert.equal(both.why, `${comments.why}; ${topic.why}`);
  });

  it("The page indicator refuses to judge by an empty need", () => {
    const nothing = aNeed({ topic: " " });
    assert.equal(checkIndicatorNeed(settings("comments"), nothing), undefined);
    for (const indicator of ["topic", "both"] as const) {
      assert.throws(() => checkIndicatorNeed(settings(indicator), nothing), { code: "no-need" });
      assert.equal(checkIndicatorNeed(settings(indicator), need), undefined);
      const shown = aNeed({ good: [PAGES.onTopic] });
      assert.equal(checkIndicatorNeed(settings(indicator), shown), undefined);
    }
  });
});
