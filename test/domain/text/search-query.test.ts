import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseSearchQuery, type SearchPhrase } from "../../../lib/domain/text/search-query.ts";
import { foldWords } from "../../../lib/domain/text/word-scanner.ts";

/** Writes a phrase as a test reads best: `bees honey*`. */
function written({ words, isPrefix }: SearchPhrase): string {
  return `${words.join(" ")}${isPrefix ? "*" : ""}`;
}

function parsed(text: string): readonly [all: string[][], without: string[]] {
  const { all, without } = parseSearchQuery(text);
  return [all.map((phrases) => phrases.map(written)), without.map(written)];
}

describe("`parseSearchQuery`", () => {
  it("All words are asked for, in any case and without their diacritics", () => {
    assert.deepEqual(parsed("Bées HONEY"), [[["bees"], ["honey"]], []]);
  });

  it("A phrase is in quotation marks of any kind; one that is not closed goes to the end", () => {
    assert.deepEqual(parsed('"bees and honey" wax'), [[["bees and honey"], ["wax"]], []]);
    assert.deepEqual(parsed("“bees and” „honey“"), [[["bees and"], ["honey"]], []]);
    assert.deepEqual(parsed('wax "bees and honey'), [[["wax"], ["bees and honey"]], []]);
  });

  it("A minus leaves out a word or a phrase; one within a word joins its parts to a phrase", () => {
    assert.deepEqual(parsed('bees -wasps -"bumble bee"'), [[["bees"]], ["wasps", "bumble bee"]]);
    assert.deepEqual(parsed("e-mail"), [[["e mail"]], []]);
  });

  it("OR joins what is beside it, in capitals alone and between terms alone", () => {
    assert.deepEqual(parsed("bees OR wasps OR ants honey"), [
      [["bees", "wasps", "ants"], ["honey"]],
      [],
    ]);
    assert.deepEqual(parsed("bees or wasps"), [[["bees"], ["or"], ["wasps"]], []]);
    assert.deepEqual(parsed("OR bees OR"), [[["bees"]], []]);
    assert.deepEqual(parsed('"OR"'), [[["or"]], []]);
    assert.deepEqual(parsed("bees OR -wasps honey"), [[["bees"], ["honey"]], ["wasps"]]);
  });

  it("A star finds what begins so, of a phrase its last word", () => {
    assert.deepEqual(parsed('vaccin* "herd immun"* -anti*'), [
      [["vaccin*"], ["herd immun*"]],
      ["anti*"],
    ]);
  });

  it("A word of a script without spaces is a phrase of its characters", () => {
    assert.deepEqual(parsed("東京 タワー"), [[["東 京"], ["タ ワ ー"]], []]);
  });

  it("What has no letter or digit asks for nothing", () => {
    for (const text of ["", "  ", "-", '"', '""', "*", "-*", "!? ...", "OR", "( )", "\0"])
      assert.deepEqual(parsed(text), [[], []], text);
  });

  it("Whatever is typed, phrases have words alone, all of which are in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { all, without } = parseSearchQuery(text);
        const known = new Set(foldWords(text.replaceAll('"', " ")));
        for (const phrase of [...all.flat(), ...without]) {
          assert.ok(phrase.words.length > 0);
          assert.deepEqual(foldWords(phrase.words.join(" ")), phrase.words);
          if (/^[ -~]*$/.test(text))
            assert.ok(
              phrase.words.every((word) => known.has(word)),
              text,
            );
        }
        assert.ok(all.every((phrases) => phrases.length > 0));
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });
});
