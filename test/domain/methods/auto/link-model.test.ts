import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NumberedLinks } from "../../../../lib/domain/methods/adaptive/numbered-links.ts";
import {
  compileLinks,
  featuresBy,
  trainLinks,
} from "../../../../lib/domain/methods/auto/link-model.ts";
import type { LinkFacts } from "../../../../lib/domain/methods/strategy.ts";
import { aUrl } from "../../../support/a-url.ts";

const link = (path: string, anchor: string): LinkFacts => ({
  url: aUrl(`http://site.example${path}`),
  parent: aUrl("http://site.example/"),
  snippet: { anchor, before: "", after: "", title: "", inherited: 0, place: "ul/li/a" },
});

const trained = (pairs: readonly [LinkFacts, number][]) => {
  const numbered = new NumberedLinks(featuresBy({ words: true, places: true }));
  const links = pairs.map(([facts, reward]) => {
    return { packed: numbered.packAlways(facts), reward, weight: 1 };
  });
  const common = { latest: [], numbered, previous: null, isGuarded: true };
  return { numbered, model: trainLinks({ ...common, links }) };
};

const PAIRS: readonly [LinkFacts, number][] = [
  [link("/bees/1", "bees"), 1],
  [link("/bees/2", "more bees"), 1],
  [link("/cars/1", "cars"), 0],
  [link("/cars/2", "more cars"), 0],
];

describe("the model of links", () => {
  it("A link is worth what links like it brought, the same from its packed features", () => {
    const { numbered, model } = trained(PAIRS);
    const compiled = compileLinks(model, numbered);
    const [bee, car] = [link("/bees/3", "bees"), link("/cars/3", "cars")];
    assert.ok(compiled.predict(bee) > compiled.predict(car));
    const packed = numbered.packAlways(bee);
    assert.equal(compiled.ofPacked(packed, 0), compiled.ofLink(bee));
  });

  it("The signs of a link add up to its prediction", () => {
    const { numbered, model } = trained(PAIRS);
    const { explain } = compileLinks(model, numbered);
    const signs = explain(link("/bees/3", "bees"));
    assert.ok((signs[0]?.weight ?? 0) > 0);
    assert.ok(signs.some(({ feature }) => feature === "url bee"));
  });

  it("Without any link all links are worth the same", () => {
    const { numbered, model } = trained([]);
    assert.equal(model, null);
    assert.equal(compileLinks(model, numbered).ofLink(link("/a", "a")), 1);
  });
});
