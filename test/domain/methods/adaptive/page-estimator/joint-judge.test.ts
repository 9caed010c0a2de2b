import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { learnedEstimation } from "../../../../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import type { FollowedLink, Need } from "../../../../../lib/domain/methods/strategy.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";
import { pagesOnBees, pagesOnCars } from "./some-pages.ts";

const labelled = aNeed({ good: pagesOnBees(5), bad: pagesOnCars(10) });
const moved = (pages: Need["good"], folder: string) =>
  pages.map((page, at) => ({ ...page, url: aUrl(`http://site.example/${folder}/${at}x`) }));
const followed = (anchor: string): FollowedLink => ({
  parent: aUrl("http://site.example/"),
  snippet: { anchor, before: "", after: "", title: "" },
});
const judged = (need: Need, readsLinks = true) => {
  const estimation = learnedEstimation({ seed: 1, readsLinks });
  return estimation.compile(estimation.train(need, undefined));
};

describe("joint judge", () => {
  it("The topic and the words beside it are still believed when there are labels", () => {
    const page = aPage({ url: aUrl("http://other.example/"), mainText: "nectar drone brood" });
    const alone = judged(labelled)(page).utility;
    const withTopic = judged({ ...labelled, topic: "nectar" })(page).utility;
    const withWords = judged({ ...labelled, topic: "nectar", words: ["drone", "brood"] })(page);
    assert.ok(withTopic > alone);
    assert.ok(withWords.utility > withTopic);
    assert.match(withWords.why, /; by the topic 0\.\d{3}; .*together 0\.\d{3}$/);
  });

  it("The topic counts for less beside more labels", () => {
    const gain = (count: number) => {
      const need = aNeed({ good: pagesOnBees(count), bad: pagesOnCars(2 * count) });
      const page = aPage({ url: aUrl("http://other.example/"), mainText: "nectar" });
      const oddsOf = (topic: string | undefined) => {
        const { utility } = judged({ ...need, topic }, false)(page);
        return Math.log(utility / (1 - utility));
      };
      return oddsOf("nectar") - oddsOf(undefined);
    };
    assert.ok(gain(4) > gain(40));
    assert.ok(gain(40) > 0);
  });

  it("Words of URLs are learned from labels, numbers by their shape alone", () => {
    const need = {
      ...labelled,
      good: moved(labelled.good, "members"),
      bad: moved(labelled.bad, "news"),
    };
    const utility = (path: string, readsLinks?: boolean) =>
      judged(need, readsLinks)(aPage({ url: aUrl(`http://other.example/${path}`) })).utility;
    assert.ok(utility("members/17") > utility("news/17"));
    assert.equal(utility("members/17"), utility("members/36"));
    assert.equal(
      utility("members/17", false),
      utility("news/17", false),
      "published orders read none",
    );
  });

  it("Words of the links that were followed to labelled pages are learned, too", () => {
    const links = new Map([
      ...labelled.good.map(({ url }) => [url, followed("our members")] as const),
      ...labelled.bad.map(({ url }) => [url, followed("latest news")] as const),
    ]);
    const assess = judged({ ...labelled, links });
    const page = aPage({ url: aUrl("http://other.example/") });
    assert.ok(assess(page, followed("members")).utility > assess(page, followed("news")).utility);
    const unknown = judged(labelled);
    assert.equal(
      unknown(page, followed("members")).utility,
      unknown(page, followed("news")).utility,
    );
  });

  it("Addresses that do not tell labelled pages apart are not believed", () => {
    const need = { ...labelled, good: moved(labelled.good, "a"), bad: moved(labelled.bad, "a") };
    assert.doesNotMatch(judged(need)(aPage()).why, /URL and link/);
  });

  it("A model that an older version trained judges by labels alone", () => {
    const estimation = learnedEstimation({ seed: 1, readsLinks: true });
    const model = estimation.train({ ...labelled, topic: "nectar" }, undefined);
    const { beside: _beside, ...older } = { beside: undefined, ...model };
    const page = aPage({ mainText: "nectar" });
    const assess = estimation.compile(older);
    assert.equal(assess(page).utility, judged(labelled, false)(page).utility);
    assert.match(assess(page).why, /^learned 0\.\d{3}, nothing known on it$/);
  });
});
