import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aNeed } from "../../../support/a-need.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";
import { aStrategy } from "../../../support/a-strategy.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const CONTEXT = { depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined };

/** a is no target and links to x; b is one and links to y. */
const VISITS = [aVisit("a", "x"), aVisit("b", "y", { isTarget: true })];

function compiled(option: string) {
  const strategy = aStrategy(option);
  return strategy.compile(strategy.train({ visits: VISITS, misses: [] }, aNeed(), undefined));
}

function priorityOf(option: string, letter: string): number | undefined {
  const link = { ...CONTEXT, url: nodeUrl(letter), host: "site.example" as never, redirects: 0 };
  const waiting = { ...link, why: "", model: "", sequence: 1, attempts: 0 };
  return compiled(option).rescoreLink?.(waiting)?.priority;
}

function offered(option: string, classNames: readonly string[], depth: number): number[] {
  const { assessPage, scoreLinks } = compiled(option);
  const anchors = ["m", "m", "c"].map((letter) => anAnchor(nodeUrl(letter)));
  const page = aPage({ url: nodeUrl("c"), classNames, anchors });
  const context = { ...CONTEXT, depth };
  return scoreLinks(page, assessPage(page, context), context).map(({ priority }) => priority);
}

describe("opic", () => {
  it("opic keeps in its model only queued links and how pages are judged", () => {
    const strategy = aStrategy("opic");
    const visits = [...VISITS, aVisit("y", "a", { layer: 1 })];
    const model = strategy.train({ visits, misses: [] }, aNeed(), undefined);
    assert.deepEqual(model, {
      profile: { terms: [], threshold: 0.07 },
      cash: { [nodeUrl("x")]: 0.5 },
    });
  });

  it("opic scores links by their cash when a layer is done", () => {
    assert.deepEqual(
      ["x", "y", "z"].map((letter) => priorityOf("opic", letter)),
      [0.5, 0.5, 0],
    );
  });

  it("opic offers links at their page's payment, adds up mentions, and lets seeds pay most", () => {
    assert.deepEqual(offered("opic", [], 1), [0.25, 0.25, 0.25]);
    assert.deepEqual(offered("opic", [], 0), [0.5, 0.5, 0.5]);
    assert.equal(aStrategy("opic").merge, "sum");
  });
});

describe("opic-commd", () => {
  it("opic-commd lets target pages pay, including the cash of the layer's other pages", () => {
    assert.deepEqual(
      ["x", "y"].map((letter) => priorityOf("opic-commd", letter)),
      [0, 1],
    );
  });

  it("opic-commd offers links of non-target pages at 0", () => {
    assert.deepEqual(offered("opic-commd:detector=keywords", [], 1), [0, 0, 0]);
    const [paid = 0] = offered("opic-commd:detector=keywords", ["comment-body"], 1);
    assert.equal(paid, 0.25);
  });
});
