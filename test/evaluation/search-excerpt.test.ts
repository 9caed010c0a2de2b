import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseSearchQuery } from "../../lib/domain/text/search-query.ts";
import { searchExcerpt } from "../../lib/evaluation/search-excerpt.ts";

/** Returns an excerpt with its marks as brackets. */
function excerpt(text: string, query: string, length = 60): string {
  return searchExcerpt(text, parseSearchQuery(query), length)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");
}

const LONG = "Nothing of it is here, but other words. ".repeat(5);

describe("`searchExcerpt`", () => {
  it("A short text is whole, with the words marked as they are written", () => {
    assert.equal(
      excerpt("The Bée’s  honey\nis sweet.", "bee honey"),
      "The [Bée’s] [honey] is sweet.",
    );
  });

  it("A long text is cut between words, where most of the words stand together", () => {
    const text = `${LONG}Bees fly. ${LONG}Here bees make honey. ${LONG}`;
    assert.equal(
      excerpt(text, "bees honey"),
      "… Here [bees] make [honey]. Nothing of it is here, but other …",
    );
  });

  it("A phrase is marked as one, a prefix with the whole word, an excluded word not at all", () => {
    assert.equal(
      excerpt("Varroa mites, a varroa mite, vaccines.", '"varroa mite" vaccin* -mites'),
      "Varroa mites, a [varroa mite], [vaccines].",
    );
  });

  it("In a script without spaces the characters are marked that were looked for", () => {
    assert.equal(
      excerpt("私は東京タワーに行きました。", "東京タワー"),
      "私は[東京タワー]に行きました。",
    );
    assert.equal(excerpt("ฉันกินข้าวกับเพื่อน", "กินข้าว"), "ฉัน[กินข้าว]กับเพื่อน");
  });

  it("A text without the words, as when the title has them, is shown from its beginning", () => {
    assert.equal(excerpt(LONG, "bees", 20), "Nothing of it is …");
    assert.equal(excerpt("", "bees"), "");
  });

  it("Whatever text and query, the pieces are a part of the text, and never half of a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string(), (text, query) => {
        const pieces = searchExcerpt(text, parseSearchQuery(query), 20).map((piece) => piece.text);
        const plain = text.replaceAll(/\s+/gu, " ").trim();
        const shown = pieces.join("").replace(/^… /, "").replace(/ …$/, "");
        assert.ok(plain.includes(shown) || `… ${plain} …`.includes(shown));
        assert.ok(shown.isWellFormed());
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
