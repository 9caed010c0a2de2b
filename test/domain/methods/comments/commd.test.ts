import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Visit } from "../../../../lib/domain/methods/strategy.ts";
import { aNeed } from "../../../support/a-need.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";
import { aLoadedStrategy, aStrategy } from "../../../support/a-strategy.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const CONTEXT = { depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined };
const DISCUSSED = { classNames: ["comment-body"] };
const anchors = ["x", "y"].map((path) => anAnchor(`http://site.example/${path}`, { text: path }));

function compiled(option: string, visits: readonly Visit[] = []) {
  const strategy = aStrategy(option);
  return strategy.compile(strategy.train({ visits, misses: [] }, aNeed(), undefined));
}

function prioritiesOn(option: string, page: Partial<ReturnType<typeof aPage>>) {
  const { assessPage, scoreLinks } = compiled(option);
  const view = aPage({ anchors, ...page });
  return scoreLinks(view, assessPage(view, CONTEXT), CONTEXT).map(({ priority }) => priority);
}

describe("commd", () => {
  it("commd as published gives links of comment pages 1 and all others 0", () => {
    const option = "commd:variant=paper,detector=keywords";
    assert.deepEqual(prioritiesOn(option, DISCUSSED), [1, 1]);
    assert.deepEqual(prioritiesOn(option, {}), [0, 0]);
  });

  it("commd begins with the published rule as a guess", () => {
    const option = "commd:detector=keywords";
    const [wanted = 0] = prioritiesOn(option, DISCUSSED);
    const [other = 0] = prioritiesOn(option, {});
    assert.ok(wanted > other && other > 0 && wanted < 1);
  });

  it("commd learns from followed links what the others lead to", () => {
    const visits = ["a", "b", "c", "d"].flatMap((letter) => {
      const said = (anchor: string) => ({ anchor, before: "", after: "", title: "" });
      return [
        aVisit(letter, "", { isTarget: true, snippet: said(`comments on ${letter}`) }),
        aVisit(`${letter}2`, "", { isTarget: false, snippet: said(`archive ${letter}`) }),
      ];
    });
    const { assessPage, scoreLinks, rescoreLink } = compiled("commd:detector=keywords", visits);
    const texts = ["archive of all", "comments on bees"];
    const page = aPage({ anchors: texts.map((text) => anAnchor("http://b.example/x", { text })) });
    const links = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
    const [archive, comments] = links;
    assert.ok(archive && comments && comments.priority > archive.priority);
    const waiting = { ...CONTEXT, ...comments, host: "b.example" as never, redirects: 0 };
    const again = rescoreLink?.({ ...waiting, model: "", sequence: 1, attempts: 0 });
    assert.equal(again?.priority, comments.priority);
  });

  it("commd without options sizes its layers by the crawl, and ends at no depth", async () => {
    const strategy = await aLoadedStrategy("commd", { pages: 500 });
    const [topN, depth] = [{ pages: 500 }, Number.POSITIVE_INFINITY];
    assert.deepEqual(strategy.selection, { kind: "layered", topN, depth, ties: "random" });
  });

  it("commd draws in layers, breaks ties at random and learns after each layer", () => {
    const strategy = aStrategy("commd:topN=7,depth=3");
    assert.deepEqual(strategy.selection, { kind: "layered", topN: 7, depth: 3, ties: "random" });
    const progress = { pages: 9, pagesAtTraining: 0, drawn: 9, types: new Map<string, number>() };
    assert.equal(strategy.isStale({ ...progress, layerDone: true }, null), true);
    assert.equal(strategy.isStale({ ...progress, layerDone: false }, null), false);
    const fruitless = { ...progress, pagesAtTraining: 9, layerDone: true };
    assert.equal(strategy.isStale(fruitless, null), false, "a layer without a page");
  });

  it("commd as published has layers of ten thousand links, ten deep, and learns nothing", () => {
    const paper = aStrategy("commd:variant=paper");
    const published = { kind: "layered", topN: 10_000, depth: 10, ties: "random" };
    assert.deepEqual(paper.selection, published);
    const progress = { pages: 9, pagesAtTraining: 0, drawn: 9, types: new Map<string, number>() };
    assert.equal(paper.isStale({ ...progress, layerDone: true }, null), false);
  });
});
