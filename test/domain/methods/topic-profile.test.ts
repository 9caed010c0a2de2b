import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileTopicProfile, topicProfile } from "../../../lib/domain/methods/topic-profile.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";

const onBees = aPage({ title: "Bees", mainText: "the hive of bees and the honey of bees" });
const onCars = aPage({ title: "Cars", mainText: "the road and the wheels of cars" });

describe("topic profile", () => {
  it("A topic profile prefers a page on the topic", () => {
    const assess = compileTopicProfile(topicProfile(aNeed({ topic: "honey bees" })));
    assert.ok(assess(onBees).utility > assess(onCars).utility);
    assert.equal(assess(onBees).isTarget, true);
    assert.equal(assess(onCars).isTarget, false);
  });

  it("A topic profile scores the cosine of page and topic: worked by hand", () => {
    const page = aPage({ mainText: "bees bees hive" });
    const assess = compileTopicProfile(topicProfile(aNeed({ topic: "bees" })));
    const bees = 1 + Math.log(2);
    assert.equal(assess(page).utility.toFixed(12), (bees / Math.hypot(bees, 1)).toFixed(12));
  });

  it("A topic profile ignores stop words of the page's language", () => {
    const assess = compileTopicProfile(topicProfile(aNeed({ topic: "bienen" })));
    const german = aPage({ mainText: "die bienen und der und die", language: "de-at" });
    assert.equal(assess(german).utility, 1);
  });

  it("A topic profile learns terms and the target threshold from examples", () => {
    const assess = compileTopicProfile(topicProfile(aNeed({ good: [onBees], bad: [onCars] })));
    assert.equal(assess(aPage({ mainText: "honey from the hive" })).isTarget, true);
    assert.equal(assess(aPage({ mainText: "wheels on the road" })).isTarget, false);
  });

  it("A topic profile uses half of the good examples' similarity as threshold without bad examples", () => {
    const profile = topicProfile(aNeed({ good: [onBees] }));
    assert.equal(profile.threshold.toFixed(9), "0.500000000");
  });

  it("A topic profile treats the example page as a good example", () => {
    const profile = topicProfile(aNeed({ examplePage: onBees }));
    assert.deepEqual(profile, topicProfile(aNeed({ good: [onBees] })));
  });

  it("A topic profile obeys a given threshold", () => {
    assert.equal(topicProfile(aNeed({ good: [onBees], threshold: 0.9 })).threshold, 0.9);
  });

  it("A topic profile of an empty need makes every page a target and says so", () => {
    const { utility, isTarget, why } = compileTopicProfile(topicProfile(aNeed()))(onCars);
    assert.deepEqual([utility, isTarget], [1, true]);
    assert.match(why, /no topic and no example/);
  });

  it("A topic profile names the words behind a page's score", () => {
    const assess = compileTopicProfile(topicProfile(aNeed({ topic: "honey bees" })));
    assert.match(assess(onBees).why, /^cosine 0\.\d{3}: bees, honey$/);
    assert.equal(assess(onCars).why, "no query term on the page");
  });
});
