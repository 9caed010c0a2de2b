import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  branchShortfall,
  corrected,
  siblingShortfalls,
} from "../../../../lib/domain/methods/link-distance/link-distances.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const NONE = { depthPenalty: 0, branchDiscount: 0, siblingShortfall: 0 };
const SNIPPET = { anchor: "", before: "", after: "", title: "" };
const LINK = {
  url: nodeUrl("b"),
  parent: nodeUrl("a"),
  snippet: { ...SNIPPET, shortfall: 0.4 },
  depth: 3,
};
const SHORTFALLS = { [nodeUrl("a")]: 0.25 };

describe("a corrected prediction", () => {
  it("A corrected prediction equals the prediction when no correction applies", () => {
    assert.equal(corrected(0.7, LINK, SHORTFALLS, NONE), 0.7);
  });

  it("A corrected prediction falls by depth, by its branch and by its siblings: worked by hand", () => {
    assert.equal(corrected(0.75, LINK, SHORTFALLS, { ...NONE, depthPenalty: 0.25 }), 0);
    assert.equal(corrected(0.7, LINK, SHORTFALLS, { ...NONE, branchDiscount: 0.5 }), 0.7 - 0.2);
    assert.equal(corrected(0.75, LINK, SHORTFALLS, { ...NONE, siblingShortfall: 1 }), 0.5);
    const all = { depthPenalty: 0.25, branchDiscount: 1, siblingShortfall: 1 };
    assert.ok(Math.abs(corrected(0.7, LINK, SHORTFALLS, all) - (0.7 - 0.75 - 0.4 - 0.25)) < 1e-12);
  });

  it("A corrected prediction ignores branches without a prediction and siblings that were not followed", () => {
    const all = { depthPenalty: 0, branchDiscount: 1, siblingShortfall: 1 };
    assert.equal(
      corrected(0.7, { ...LINK, snippet: SNIPPET, parent: undefined }, SHORTFALLS, all),
      0.7,
    );
    assert.equal(corrected(0.7, { ...LINK, snippet: undefined }, {}, all), 0.7);
    assert.equal(corrected(0.7, { ...LINK, snippet: undefined }, null, all), 0.7);
  });
});

describe("a branch's shortfall", () => {
  it("A branch's shortfall adds the page's shortfall to half of the previous one", () => {
    assert.equal(branchShortfall(undefined, { predicted: 0.75, observed: 0.25 }), 0.5);
    const before = { ...SNIPPET, shortfall: 0.5 };
    assert.equal(branchShortfall(before, { predicted: 0.75, observed: 0.25 }), 0.75);
  });

  it("A branch's shortfall halves when predictions are met, and better results do not offset it", () => {
    const before = { ...SNIPPET, shortfall: 0.5 };
    assert.equal(branchShortfall(before, { predicted: 0.25, observed: 1 }), 0.25);
    assert.equal(branchShortfall(SNIPPET, { predicted: 0, observed: 1 }), 0);
  });
});

describe("shortfalls of siblings", () => {
  const followed = (letter: string, parent: string, utility: number) =>
    aVisit(letter, "", { parent: nodeUrl(parent), snippet: SNIPPET, utility });

  it("Sibling shortfalls are the mean shortfall of a page's followed links", () => {
    const visits = [followed("b", "a", 0.5), followed("c", "a", 0), followed("d", "b", 0.25)];
    assert.deepEqual(
      siblingShortfalls(visits, ({ url }) => (url === nodeUrl("d") ? 0.5 : 1)),
      { [nodeUrl("a")]: 0.75, [nodeUrl("b")]: 0.25 },
    );
  });

  it("Sibling shortfalls do not exist for seeds or pages whose links met their predictions", () => {
    const visits = [followed("b", "a", 1), aVisit("s", "", { utility: 0 })];
    assert.deepEqual(
      siblingShortfalls(visits, () => 0.5),
      {},
    );
  });
});
