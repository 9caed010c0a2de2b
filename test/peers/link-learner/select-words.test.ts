import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { selectWords } from "../../../peers/link-learner/link-classifier.ts";
import type { LinkWord } from "../../../peers/link-learner/link-words.ts";

const times = (count: number, ...words: readonly LinkWord[]) =>
  Array.from({ length: count }, () => new Set(words));

describe("words selected as features", () => {
  it("Selected words occur in at least five links, most frequent first, with ties by code units", () => {
    const links = [
      ...times(5, "url b", "url a", "anchor a"),
      ...times(4, "url rare", "anchor a"),
      ...times(1, "url c", "url b"),
      ...times(5, "around x"),
    ];
    assert.deepEqual(selectWords(links), ["url b", "url a", "anchor a", "around x"]);
  });

  it("Selected words are at most 150 of URLs, 150 of anchors and 100 of the words around", () => {
    const many = (place: "url" | "anchor" | "around"): LinkWord[] =>
      Array.from({ length: 200 }, (_, n): LinkWord => `${place} w${n}`);
    const words = selectWords(times(5, ...many("url"), ...many("anchor"), ...many("around")));
    const countOf = (place: string) => words.filter((word) => word.startsWith(place)).length;
    assert.deepEqual(["url", "anchor", "around"].map(countOf), [150, 150, 100]);
  });
});
