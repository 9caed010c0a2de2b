import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  lineHash,
  PAGE_TEXTS,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/term-reader.ts";
import { pageTerms } from "../../../../../lib/domain/methods/adaptive/page-estimator/term-space.ts";
import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import {
  foldDigits,
  LONGEST_WORD,
  stem,
  stopWordsOf,
  wordsOf,
} from "../../../../../lib/domain/text/words.ts";
import { hostOf } from "../../../../../lib/domain/web/url/canonical-url.ts";
import { countPairs, countTerms } from "../../../../../peers/learners/term-counts.ts";
import { anAnchor, aPage } from "../../../../support/a-page.ts";
import { anyCharacter } from "../../../../support/any-text.ts";

function termsOf(parts: Partial<PageView>) {
  const counts = pageTerms(aPage({ text: "", ...parts }));
  return Object.fromEntries(
    counts.map((own, at) => [PAGE_TEXTS[at] ?? "", Object.fromEntries(own)]),
  );
}

describe("terms of a page", () => {
  it("Page terms count the words of title, headings, main text and links separately", () => {
    const terms = termsOf({
      title: "Bees",
      headings: [{ level: 2, text: "Honey" }],
      mainText: "the hive and the hive",
      anchors: [anAnchor("http://site.example/a", { text: "wax" })],
    });
    const expected = { title: { bee: 1 }, headings: { honei: 1 }, body: { hive: 2 } };
    assert.deepEqual(terms, { ...expected, links: { wax: 1 }, pairs: {} });
  });

  it("Page terms stem English words and keep those of other languages unchanged", () => {
    assert.deepEqual(termsOf({ title: "relational" })["title"], { relat: 1 });
    assert.deepEqual(termsOf({ title: "relational", language: "en-gb" })["title"], { relat: 1 });
    assert.deepEqual(termsOf({ title: "relational", language: "nl" })["title"], { relational: 1 });
  });

  it("Page terms replace digits by 0 and treat numbers of more than five digits alike", () => {
    const title = "cs314 cs211 1996 1997 123456 7654321";
    assert.deepEqual(termsOf({ title })["title"], { cs000: 2, "0000": 2, "00000": 2 });
    assert.deepEqual(termsOf({ title, language: "de" })["title"], {
      cs000: 2,
      "0000": 2,
      "00000": 2,
    });
  });

  it("Page terms pair adjacent words within a block, but not across a stop word", () => {
    const text = "black tea and green tea\nblack tea pot";
    assert.deepEqual(termsOf({ text })["pairs"], { "black tea": 2, "green tea": 1, "tea pot": 1 });
  });

  it("Page terms leave out text that is too long for a word", () => {
    assert.deepEqual(
      termsOf({ title: `${"x".repeat(41)} ${"y".repeat(40)}`, language: "de" })["title"],
      {
        ["y".repeat(40)]: 1,
      },
    );
  });

  it("Page terms count words and pairs half in a line that the host repeats", () => {
    const page = aPage({ mainText: "black tea\ntea", text: "black tea\ntea\nblack tea pot" });
    const repeated = new Set([lineHash(`${hostOf(page.url)} `, "black tea")]);
    const [, , body, , pairs] = pageTerms(page, repeated);
    assert.deepEqual(Object.fromEntries(body ?? []), { black: 0.5, tea: 1.5 });
    assert.deepEqual(Object.fromEntries(pairs ?? []), { "black tea": 1.5, "tea pot": 1 });
  });

  it("property: page terms are those that are found when each word is made a string", () => {
    const letters = fc.constantFrom(
      "a",
      "B",
      "é",
      "\u0301",
      "7",
      " ",
      "\n",
      "the ",
      "bees ",
      "teas ",
    );
    const text = fc
      .array(fc.oneof(letters, anyCharacter), { maxLength: 30 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom("en", "nl", "xx", undefined),
        (title, body, language) => {
          const [inTitle, , , , pairs] = pageTerms(aPage({ title, text: body, language }));
          assert.deepEqual(
            [...(inTitle ?? [])],
            [...countTerms([termsAsStrings(title, language)])],
          );
          const lines = body.split("\n").map((line) => termsAsStrings(line, language));
          assert.deepEqual([...(pairs ?? [])], [...countPairs(lines)]);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});

/** Returns the words of a text one by one, `""` for those that are no terms. */
function termsAsStrings(text: string, language: string | undefined): string[] {
  const stopWords = stopWordsOf(language);
  const isEnglish = language === undefined || language === "en";
  return wordsOf(text).map((word) => {
    if (word.length > LONGEST_WORD || stopWords.has(word)) return "";
    return isEnglish ? stem(foldDigits(word)) : foldDigits(word);
  });
}
