import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Content, createLinkPool, relatedAnchors } from "../../demo/link-pool.ts";
import { createChance } from "../../demo/random.ts";
import { TOPICS } from "../../demo/words.ts";

describe("relatedAnchors", () => {
  const contents = TOPICS.map(
    (topic): Content => ({ site: "news", target: `/${topic}`, title: topic, topic }),
  );
  const pool = createLinkPool(contents);

  it("`relatedAnchors` stays on the topic three times in four, and a little more by chance", () => {
    const from = { site: "forum", topic: "history" } as const;
    const anchors = relatedAnchors(createChance(1, "locality"), pool, from, 2_000);
    const share = anchors.filter((one) => one.includes("/history")).length / anchors.length;
    assert.ok(share > 0.72 && share < 0.83, `${share}`);
  });

  it("`relatedAnchors` names the host on other sites only", () => {
    const chance = createChance(2, "hosts");
    const [inside] = relatedAnchors(chance, pool, { site: "news", topic: "music" }, 1);
    const [outside] = relatedAnchors(chance, pool, { site: "forum", topic: "music" }, 1);
    assert.match(inside ?? "", /href="\/[a-z]+"/);
    assert.match(outside ?? "", /href="http:\/\/news\.demo\.example\/[a-z]+"/);
  });
});
