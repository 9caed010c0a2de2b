import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { FIRST_SPACELESS, piecesOf, SPACELESS } from "../../../lib/domain/text/spaceless-words.ts";
import { WordCounter, wordsOf } from "../../../lib/domain/text/words.ts";

describe("words of scripts without spaces between them", () => {
  it("Chinese and Japanese are read as characters and pairs of neighbours", () => {
    assert.deepEqual(piecesOf("養蜂場"), ["養", "養蜂", "蜂", "蜂場", "場"]);
    assert.deepEqual(piecesOf("はちみつ"), ["はち", "ちみ", "みつ"]);
    assert.deepEqual(piecesOf("レシピ2024"), ["レシ", "シピ", "2024"]);
    assert.deepEqual(piecesOf("𠮷野家"), ["𠮷", "𠮷野", "野", "野家", "家"]);
  });

  it("A Korean word has its syllables, as particles are joined to it", () => {
    assert.deepEqual(piecesOf("양봉을"), ["양", "양봉", "봉", "봉을", "을"]);
  });

  it("Thai, Lao, Khmer and Burmese are read as threes of letters with their marks", () => {
    assert.deepEqual(piecesOf("น้ำผึ้ง"), ["น้ำผึ้", "ำผึ้ง"]);
    assert.deepEqual(piecesOf("ທະເລ"), ["ທະເ", "ະເລ"]);
  });

  it("A single letter, and a run of any other script, stays as it is", () => {
    for (const run of ["蜂", "は", "จ", "honey", "Bienenstöcke", "мёд", "मधुमक्खी", "42"])
      assert.deepEqual(piecesOf(run), [run]);
  });

  it("A word is found wherever it stands: its pieces are among those of the text around it", () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from("蜂蜜養場のはとレシ벌꿀")),
      maxLength: 5,
    });
    const word = fc.string({
      unit: fc.constantFrom(...Array.from("蜂蜜養場のはレシ벌꿀")),
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(letters, word, letters, (before, inner, after) => {
        const all = new Set(piecesOf(before + inner + after));
        assert.ok(piecesOf(inner).every((piece) => all.has(piece)));
      }),
      { seed: 1 },
    );
  });

  it("No character of such a script comes before the first one", () => {
    for (let unit = 0; unit < FIRST_SPACELESS; unit += 1)
      assert.equal(SPACELESS.test(String.fromCharCode(unit)), false, unit.toString(16));
  });

  it("Words of a text with several scripts are counted each by its own rule", () => {
    const { forms, counts, length } = new WordCounter((word) => word).count([
      "iPhoneの蜂蜜、蜂蜜 honey",
    ]);
    assert.deepEqual(forms, ["iphone", "の蜂", "蜂", "蜂蜜", "蜜", "honey"]);
    assert.deepEqual(counts, [1, 1, 2, 2, 2, 1]);
    assert.equal(length, 9);
    assert.deepEqual(wordsOf("蜂蜜。"), ["蜂", "蜂蜜", "蜜"]);
  });
});
