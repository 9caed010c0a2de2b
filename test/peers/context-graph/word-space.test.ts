import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileWordSpace,
  learnWordSpace,
  wordCounts,
} from "../../../peers/context-graph/layer-classifier.ts";
import { aPage } from "../../support/a-page.ts";

const counts = (text: string) => wordCounts(aPage({ text }));

const CORPUS = ["bee bee hive site", "hive road site", "road site car", "car site"].map(counts);

describe("the words of a page", () => {
  it("Page words are the stems of title and text without stop words", () => {
    const page = aPage({ title: "Bees", text: "The hives\nof the bees and a hive" });
    assert.deepEqual(
      wordCounts(page),
      new Map([
        ["bee", 2],
        ["hive", 2],
      ]),
    );
  });
});

describe("the words that pages are told apart by", () => {
  it("The word space has the training pages' words, with ln(N ÷ document frequency) in the whole corpus", () => {
    const { words, rarities } = learnWordSpace(CORPUS.slice(0, 2), CORPUS);
    assert.deepEqual(words, ["bee", "hive", "road"]);
    assert.deepEqual(rarities, [Math.log(4 / 1), Math.log(4 / 2), Math.log(4 / 2)]);
  });

  it("The word space leaves out words that all pages have", () => {
    assert.ok(!learnWordSpace(CORPUS, CORPUS).words.includes("site"));
    assert.deepEqual(learnWordSpace([counts("bee")], [counts("bee")]).words, []);
  });

  it("The word space takes 40 words per page by greatest tf · idf, then by code-unit order", () => {
    const names = Array.from({ length: 60 }, (_, n) => `w${String(n).padStart(2, "0")}`);
    const rare = counts(`${names.join(" ")} w59 w59 common common`);
    const space = learnWordSpace([rare], [rare, counts("common"), counts("nothing")]);
    // 2 · ln(3/2) of "common" is less than ln 3 of the others.
    assert.deepEqual(space.words, [...names.slice(0, 39), "w59"]);
  });

  it("The word space counts the best 40 known words of a page", () => {
    const space = learnWordSpace(CORPUS, CORPUS);
    assert.deepEqual(space.words, ["bee", "car", "hive", "road"]);
    const { columns, values } = compileWordSpace(space)(
      counts("road bee unknown bee road bee site"),
    );
    assert.deepEqual([...columns], [0, 3]);
    assert.deepEqual([...values], [3, 2]);
  });
});
