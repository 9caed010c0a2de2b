import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Visit } from "../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { compileLinkOdds, linkFeatures, trainLinkOdds } from "../../../peers/bandits/link-odds.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { aUrl } from "../../support/a-url.ts";
import { aVisit } from "../../support/some-evidence.ts";

const snippet = (anchor: string, inherited: number) => {
  return { anchor, before: "", after: "", title: "", inherited };
};

/** Pages in turn from one page of targets and one of others, which tell nothing else about them. */
const visits: Visit[] = Array.from({ length: 20 }, (_, n) => {
  const isTarget = n % 2 === 0;
  const url = aUrl(`http://host${n}.example/page`);
  return aVisit("a", "", {
    url,
    host: hostOf(url),
    parent: nodeUrl(isTarget ? "p" : "q"),
    isTarget,
  });
});

describe("the classifier of links by words, host and family", () => {
  it("A link has the words of its URL and anchor, its host, and the labels of page and siblings", () => {
    const link = {
      url: aUrl("http://site.example/courses"),
      parent: undefined,
      snippet: snippet("Homework", 1),
    };
    assert.deepEqual(linkFeatures(link, ["other"]).toSorted(), [
      "",
      "anchor homework",
      "host site.example",
      "parent target",
      "sibling other",
      "url cours",
    ]);
  });

  it("A link is more likely a target when pages drawn from the same page were", () => {
    const probabilityOf = compileLinkOdds(trainLinkOdds(visits));
    const url = aUrl("http://new.example/page");
    const from = (parent: string) =>
      probabilityOf({ url, parent: nodeUrl(parent), snippet: undefined });
    assert.ok(from("p") > 0.6 && from("q") < 0.4, `${from("p")} and ${from("q")}`);
    const unknown = from("r");
    assert.ok(unknown < from("p") && unknown > from("q"));
  });

  it("A page's label is not known to its own training, only to later siblings", () => {
    const { children } = trainLinkOdds(visits.slice(0, 2));
    assert.deepEqual(Object.values(children), [["target"], ["other"]]);
    const [first] = visits;
    const alone = trainLinkOdds(first === undefined ? [] : [first]);
    assert.equal(alone.weights, null);
  });

  it("Only the labels of the two thousand pages that gave a page last are kept", () => {
    const from = (n: number) => aVisit("a", "", { parent: aUrl(`http://site.example/${n}`) });
    const early = trainLinkOdds([from(0)]);
    const many = Array.from({ length: 2_100 }, (_, n) => from(n));
    const { children } = trainLinkOdds([...many, from(0)]);
    assert.equal(Object.keys(children).length, 2_000);
    for (const parent of Object.keys(early.children)) assert.ok(parent in children);
  });

  it("Until targets and other pages are known, all links are as likely", () => {
    const probabilityOf = compileLinkOdds(trainLinkOdds([]));
    assert.equal(probabilityOf({ url: nodeUrl("a"), parent: undefined, snippet: undefined }), 0.5);
  });
});
