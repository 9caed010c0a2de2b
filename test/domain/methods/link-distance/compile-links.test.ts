import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileLinks } from "../../../../lib/domain/methods/link-distance/compile-links.ts";
import type { LinkFacts } from "../../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";

const NONE = { depthPenalty: 0, branchDiscount: 0, siblingShortfall: 0 };
const PAGE = aPage({
  url: nodeUrl("a"),
  title: "bees",
  anchors: [anAnchor(nodeUrl("b"), { text: "honey", before: "more", after: "here" })],
});
const WAY = { depth: 2, priority: 1, group: "", parent: nodeUrl("s") };
const JUDGED = { utility: 0.25, isTarget: false, type: undefined, why: "" };
const OWN = { anchor: "honey", before: "more", after: "here", title: "bees", inherited: 0.25 };
const TO_PAGE = { anchor: "a", before: "", after: "", title: "" };

const predict = ({ url }: LinkFacts) => (url === nodeUrl("b") ? 0.5 : 0.75);

function scored(settings = NONE, snippet: typeof TO_PAGE & { shortfall?: number } = TO_PAGE) {
  const { scoreLinks } = compileLinks(predict, null, settings);
  const [link] = scoreLinks(PAGE, JUDGED, { ...WAY, snippet });
  assert.ok(link !== undefined);
  return link;
}

describe("links that are scored by predictions", () => {
  it("Scored links keep their words and their page's score", () => {
    const { url, snippet, priority, why } = scored();
    assert.deepEqual(snippet, OWN);
    assert.equal(url, nodeUrl("b"));
    assert.equal(priority, 0.5);
    assert.equal(why, "predicted 0.500, corrected 0.500");
  });

  it("Scored links pay the depth penalty for every link from the seeds, including their own", () => {
    assert.equal(scored({ ...NONE, depthPenalty: 0.125 }).priority, 0.5 - 3 * 0.125);
  });

  it("Scored links keep the shortfall of their branch when the branch discount is on", () => {
    // The page was predicted 0.75 and found to be worth 0.25; half of the 0.5 before it is left.
    const { snippet, priority } = scored(
      { ...NONE, branchDiscount: 0.5 },
      { ...TO_PAGE, shortfall: 0.5 },
    );
    assert.deepEqual(snippet, { ...OWN, shortfall: 0.75 });
    assert.equal(priority, 0.5 - 0.5 * 0.75);
  });

  it("Scored links keep a positive priority and their order when predicted or corrected to nothing", () => {
    const of = (depthPenalty: number) => scored({ ...NONE, depthPenalty }).priority;
    assert.ok(of(0.2) > of(0.3) && of(0.3) > of(0.4) && of(0.4) > 0);
  });

  it("Scored links are rescored as before, minus the later shortfall of their siblings", () => {
    const settings = { depthPenalty: 0.0625, branchDiscount: 0.25, siblingShortfall: 0.5 };
    const before = compileLinks(predict, null, settings);
    const [link] = before.scoreLinks(PAGE, JUDGED, { ...WAY, snippet: TO_PAGE });
    assert.ok(link !== undefined);
    const waiting = {
      ...{ ...link, host: hostOf(link.url), depth: 3, redirects: 0 },
      ...{ parent: PAGE.url, model: "", sequence: 1, attempts: 0 },
    };
    assert.equal(before.rescoreLink(waiting)?.priority, link.priority);
    const after = compileLinks(predict, { [PAGE.url]: 0.125 }, settings);
    assert.equal(after.rescoreLink(waiting)?.priority, link.priority - 0.0625);
  });
});
