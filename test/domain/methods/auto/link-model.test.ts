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

const link = (path: string, anchor: string, inherited = 0): LinkFacts => ({
  url: aUrl(`http://site.example${path}`),
  parent: aUrl("http://site.example/"),
  snippet: { anchor, before: "", after: "", title: "", inherited, place: "ul/li/a" },
});

const trained = (
  prior: Readonly<Record<string, number>>,
  pairs: readonly [LinkFacts, number][],
) => {
  const numbered = new NumberedLinks(featuresBy({ words: true, places: true }));
  const links = pairs.map(([facts, reward]) => {
    return { packed: numbered.packAlways(facts), reward, weight: 1 };
  });
  const common = { latest: [], numbered, previous: null, isGuarded: true, prior };
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
    const { numbered, model } = trained({}, PAIRS);
    const compiled = compileLinks(model, numbered);
    const [bee, car] = [link("/bees/3", "bees"), link("/cars/3", "cars")];
    assert.ok(compiled.predict(bee) > compiled.predict(car));
    const packed = numbered.packAlways(bee);
    assert.equal(compiled.ofPacked(packed, 0), compiled.ofLink(bee));
  });

  it("What features are worth on any web decides where the crawl has taught nothing", () => {
    const wanted = { "worth 4": 0.3 };
    const { numbered, model } = trained(wanted, PAIRS);
    const { predict } = compileLinks(model, numbered);
    const difference = predict(link("/x", "new", 0.9)) - predict(link("/x", "new", 0.1));
    assert.ok(Math.abs(difference - 0.3) < 0.05, String(difference));
  });

  it("What the crawl teaches outweighs it", () => {
    const others = PAIRS.map(([facts], at): [LinkFacts, number] => [facts, at < 2 ? 0 : 1]);
    const misled = Array.from({ length: 30 }, (_, n): [LinkFacts, number][] => [
      [link(`/a/${n}`, "a", 0.9), 0],
      [link(`/b/${n}`, "b", 0.1), 1],
    ]).flat();
    const { numbered, model } = trained({ "worth 4": 0.3 }, [...others, ...misled]);
    const { predict } = compileLinks(model, numbered);
    assert.ok(predict(link("/x", "new", 0.9)) < predict(link("/x", "new", 0.1)));
  });

  it("The signs of a link add up to its prediction", () => {
    const { numbered, model } = trained({}, PAIRS);
    const { explain } = compileLinks(model, numbered);
    const signs = explain(link("/bees/3", "bees"));
    assert.ok((signs[0]?.weight ?? 0) > 0);
    assert.ok(signs.some(({ feature }) => feature === "url bee"));
  });

  it("Without any link all links are worth the same", () => {
    const { numbered, model } = trained({}, []);
    assert.equal(model, null);
    assert.equal(compileLinks(model, numbered).ofLink(link("/a", "a")), 1);
  });
});
