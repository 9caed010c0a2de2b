import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  decidingWords,
  excerptOf,
  reasonInFull,
  wholeWords,
} from "../../lib/evaluation/excerpt.ts";

const textOf = (text: string, words: readonly string[], length: number) =>
  excerptOf(text, decidingWords("", { words }), length)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join("");

describe("an excerpt of a page", () => {
  it("An excerpt marks the words looked for, whatever their ending and case", () => {
    const marked = textOf("Bees keep a  hive;\nthe bee-keeper keeps bees.", ["bee", "hive"], 100);
    assert.equal(marked, "[Bees] keep a [hive]; the [bee]-keeper keeps [bees].");
  });

  it("An excerpt marks words of other languages by their first letters, and a reason names them whole", () => {
    assert.equal(
      textOf("Två telefoner och en telefon.", ["telefonen"], 100),
      "Två [telefoner] och en [telefon].",
    );
    const whole = wholeWords(["telefoner, telefoner och en telefon"]);
    assert.equal(reasonInFull("similar 0.5: telefo", whole), "similar 0.5: telefoner");
  });

  it("An excerpt marks words of scripts without spaces within the text, and those that overlap as one", () => {
    assert.equal(
      textOf("日本の養蜂場で蜂蜜を。", ["養蜂", "蜂場"], 100),
      "日本の[養蜂場]で蜂蜜を。",
    );
    assert.equal(textOf("蜂蜜 and honey", ["蜂蜜", "honey"], 100), "[蜂蜜] and [honey]");
    assert.equal(textOf("양봉을 시작하다", ["양봉"], 100), "[양봉]을 시작하다");
  });

  it("An excerpt is cut between words, and begins near the first word looked for", () => {
    const text = `${"stone ".repeat(50)}honey ${"stone ".repeat(50)}`;
    assert.equal(textOf(text, ["honey"], 40), "… stone [honey] stone stone stone stone …");
    assert.equal(textOf(text, ["wax"], 14), "stone stone …");
  });

  it("An excerpt has the words of the text in their order, and is no longer than allowed", () => {
    const words = fc.array(fc.string({ maxLength: 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 60 }), (texts, length) => {
        const plain = texts.join(" ").replaceAll(/\s+/g, " ").trim();
        const shown = excerptOf(plain, new Set(["a"]), length);
        const text = shown.map((piece) => piece.text).join("");
        const inner = text.replace(/^… /, "").replace(/ …$/, "");
        assert.ok(plain.includes(inner) || plain.startsWith("…"));
        assert.ok(text.length <= length + 4);
      }),
      { seed: 1 },
    );
  });

  it("A reason names whole words: those that the page has most often, or else another text", () => {
    const wholeOf = wholeWords(["Honey, a hive, honey and honeys", "foraging bees", "uncapped"]);
    const inFull = (why: string) => reasonInFull(why, wholeOf);
    assert.equal(
      inFull("learned 0.5: title: honei, not heading: hive; the link to it says forag, wax"),
      "learned 0.5: title: honey, not heading: hive; the link to it says foraging, wax",
    );
    assert.equal(
      inFull(
        "learned 0.4: raised by body: uncap, links: bee; lowered by headings: honei, title: log",
      ),
      "learned 0.4: raised by body: uncapped, links: bees; lowered by headings: honey, title: log",
    );
    const plain = "like pages called alike 0.35; judged again with 700 pages";
    assert.equal(inFull(plain), plain);
    assert.equal(inFull(""), "");
  });

  it("The deciding words are those that a reason names, without its measures, and those of the need", () => {
    const why = "learned 0.584: title: bees, not heading: encyclopedia; on type-3, worth 0.5";
    assert.deepEqual(
      [...decidingWords(why, { topic: "the honey", words: ["hives"] })],
      ["bee", "bees", "encyclopedia", "encycl", "honei", "honey", "hive"],
      "their stems, and their first six letters without the s of a plural",
    );
    assert.deepEqual([...decidingWords("no word of the need", undefined)], []);
  });
});
