import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { squaredNorm } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import {
  compilePageSpace,
  learnPageSpace,
  pageTerms,
} from "../../../peers/link-distance/page-features.ts";
import { assertNear } from "../../contract/learner.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";

const somePage = (text: string, title = "", ...anchors: readonly string[]) =>
  aPage({
    ...{ text, title },
    anchors: anchors.map((anchor) => anAnchor("http://site.example/a", { text: anchor })),
  });

describe("the terms of a page", () => {
  it("Page terms are lemmas and pairs of text, title and links, counted separately", () => {
    const terms = pageTerms(somePage("The courses of the teachers", "Bees", "Hives", "old hives"));
    assert.deepEqual(
      [...terms.body],
      [
        ["course", 1],
        ["teacher", 1],
        ["course teacher", 1],
      ],
    );
    assert.deepEqual([...terms.title], [["bee", 1]]);
    // No pair reaches from one link into the next.
    assert.deepEqual(
      [...terms.anchors],
      [
        ["hive", 2],
        ["old", 1],
        ["old hive", 1],
      ],
    );
  });
});

describe("the space of pages", () => {
  it("The page space has the terms of at least two pages and as many topics as their bodies allow", () => {
    const pages = [
      somePage("bee hive", "bee", "home"),
      somePage("bee hive", "bee", "home", "shop"),
      somePage("car", "car"),
    ].map(pageTerms);
    const space = learnPageSpace(pages, 1);
    assert.deepEqual(space.body.terms, ["bee", "bee hive", "hive"]);
    assert.deepEqual(space.title.terms, ["bee"]);
    assert.deepEqual(space.anchors.terms, ["home"]);
    // All bodies that have a known term have the same ones: they span one direction.
    assert.equal(space.topics.rank, 1);
    const { width, vectorOf } = compilePageSpace(space);
    assert.equal(width, 3);
    const [first] = pages.map(vectorOf);
    assert.deepEqual([...(first?.columns ?? [])], [0, 1, 2]);
    for (const value of first?.values ?? []) assertNear(value, 1, 1e-6);
  });

  it("The page space maps a page without a known term to zero", () => {
    const space = learnPageSpace([somePage("bee"), somePage("bee")].map(pageTerms), 1);
    const { columns } = compilePageSpace(space).vectorOf(
      pageTerms(somePage("wasp", "wasp", "wasp")),
    );
    assert.equal(columns.length, 0);
  });

  it("The page space keeps at most a body's length, and nearly all of it for training pages", () => {
    const texts = ["bee hive", "bee honey", "car road", "car wheel", "hive honey", "road wheel"];
    const pages = texts.map((text) => pageTerms(somePage(text)));
    const { vectorOf } = compilePageSpace(learnPageSpace(pages, 1));
    for (const page of pages) assertNear(squaredNorm(vectorOf(page)), 1, 1e-5);
    assert.ok(squaredNorm(vectorOf(pageTerms(somePage("bee wheel")))) <= 1 + 1e-6);
  });

  it("The page space is the same under the same seed, even after storage", () => {
    const pages = ["bee hive", "bee hive car", "car road bee", "road hive"].map((text) =>
      pageTerms(somePage(text, text)),
    );
    const space = learnPageSpace(pages, 7);
    assert.deepEqual(learnPageSpace(pages, 7), space);
    assert.deepEqual(JSON.parse(JSON.stringify(space)), space);
  });

  it("The page space of no pages has no column", () => {
    assert.equal(compilePageSpace(learnPageSpace([], 1)).width, 0);
  });
});
