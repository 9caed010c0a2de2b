import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { queryPhrases } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";
import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import { aPage } from "../../../../support/a-page.ts";

const titled = (title: string) => aPage({ title });
const many = (count: number, page: PageView) => Array.from({ length: count }, () => page);

/** The wanted phrases in code unit order. */
const wantedOf = (good: readonly PageView[], bad: readonly PageView[] = []) =>
  queryPhrases({ good, bad })
    .wanted.map(({ phrase }) => phrase)
    .toSorted((a, b) => (a < b ? -1 : 1));

describe("phrases to search for", () => {
  it("Search phrases come from titles, headings and the best third of the main text", () => {
    const page = aPage({
      title: "Living with bees",
      headings: [{ level: 1, text: "The bees" }],
      mainText: "Bees swarm. A swarm trap. The old wooden hive boxes. Honey, honey.",
    });
    // RAKE: "old wooden hive boxes" 16; "bees swarm" and "swarm trap" 4; "honey" 1: the best two of four.
    assert.deepEqual(wantedOf([page]), ["bees", "bees swarm", "living", "old wooden hive boxes"]);
  });

  it("Search phrases have at most four words and sixty characters, because a query holds three", () => {
    const words = "Bear two three four five";
    const long = `${"a".repeat(40)} ${"b".repeat(40)}`;
    assert.deepEqual(wantedOf([titled(words), titled(long)]), []);
  });

  it("Search phrases are none when no example contains text", () => {
    const { wanted, exclude } = queryPhrases({ good: [aPage()], bad: [aPage()] });
    assert.deepEqual([wanted, exclude], [[], []]);
  });

  it("Search phrases are ordered by odds ratio, each counted once per page: worked by hand", () => {
    const good = [titled("Chemo. Clinic. Chemo."), titled("Chemo. Life story")];
    const bad = [titled("Clinic"), titled("Clinic"), titled("Hotels")];
    const { wanted } = queryPhrases({ good, bad });
    // 2.5 · 3.5 / (0.5 · 0.5); 1.5 · 3.5 / (1.5 · 0.5); 1.5 · 1.5 / (1.5 · 2.5).
    assert.deepEqual(wanted, [
      { phrase: "chemo", odds: 35, bad: 0 },
      { phrase: "life story", odds: 7, bad: 0 },
      { phrase: "clinic", odds: 0.6, bad: 2 },
    ]);
  });

  it("Search phrases are counted again only when the examples or their labels change", () => {
    const need = { good: [titled("Bees")], bad: [titled("Hotels")] };
    const known = queryPhrases(need);
    assert.equal(queryPhrases(structuredClone(need), known), known);
    assert.notEqual(queryPhrases({ ...need, good: [titled("Wasps")] }, known), known);
    const swapped = { good: need.bad, bad: need.good };
    assert.deepEqual(queryPhrases(swapped, known), queryPhrases(swapped));
  });
});

describe("phrases to leave out", () => {
  const excluded = (goodPages: number, badPages: number, ...having: [string, number][]) => {
    const bad = having.flatMap(([phrase, count]) => many(count, titled(phrase)));
    const rest = many(badPages - bad.length, titled("Garden"));
    // Of the others every good page has some, too.
    return queryPhrases({ good: many(goodPages, titled("Bees. Garden")), bad: [...bad, ...rest] })
      .exclude;
  };

  it("Excluded phrases are those of bad examples with ten times the odds of good ones", () => {
    // 60.5 · 40.5 / (140.5 · 0.5) = 34.9; with 20 of 200: 20.5 · 40.5 / (180.5 · 0.5) = 9.2.
    assert.deepEqual(excluded(40, 200, ["Cheap flights", 60]), ["cheap flights"]);
    assert.deepEqual(excluded(40, 200, ["Cheap flights", 20]), []);
  });

  it("Excluded phrases are never single words, which occur on many pages", () => {
    assert.deepEqual(excluded(40, 200, ["Flights", 60]), []);
  });

  it("Excluded phrases are none when there are only a few good examples", () => {
    assert.deepEqual(excluded(2, 10, ["Cheap flights", 4]), []);
  });

  it("Excluded phrases are at most two, the surest first", () => {
    assert.deepEqual(
      excluded(
        40,
        250,
        ["City zoos", 60],
        ["Big yachts", 60],
        ["Xenon lamps", 55],
        ["City hotels", 70],
      ),
      ["city hotels", "big yachts"],
    );
  });
});
