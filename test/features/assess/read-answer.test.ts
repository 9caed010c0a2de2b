import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readAnswer } from "../../../lib/features/assess/read-answer.ts";

const PAGE = {
  url: "http://a.example/bees",
  title: "Bees",
  headings: "Hives · Honey",
  text: "Bees make “honey” all summer.",
  link: "our bees",
};

const verdictOf = (text: string) => readAnswer(text, PAGE).verdict;
const said = (parts: object) =>
  JSON.stringify({ verdict: "yes", kind: "member", quote: "Bees make", ...parts });

describe("an answer about a page", () => {
  it("It is read as it was asked for, in a fence, after thoughts and among prose", () => {
    assert.deepEqual(readAnswer(said({}), PAGE), {
      verdict: "yes",
      pageKind: "member",
      quote: "Bees make",
    });
    for (const text of [
      `\`\`\`json\n${said({})}\n\`\`\``,
      `<think>{"verdict": "no", "quote": ""}</think>${said({})}`,
      `Sure {really}! ${said({})} I hope that helps.`,
      said({ verdict: " YES " }),
      said({ kind: "page" }),
    ])
      assert.equal(verdictOf(text), "yes", text);
  });

  it("What cannot be read is no answer, which is never a no", () => {
    for (const text of [
      "",
      "yes",
      "no",
      "{",
      '{"relevant": true}',
      '{"verdict": "perhaps"}',
      said({}).slice(0, -1),
      "[]",
      "null",
    ])
      assert.equal(verdictOf(text), "none", text);
  });

  it("Of two verdicts that differ none counts", () => {
    assert.equal(verdictOf(said({}) + said({ verdict: "no" })), "none");
    assert.equal(verdictOf(said({}) + said({ kind: "list" })), "yes");
  });

  it("A yes must quote the page, and every quote must stand in it: else it is unsure", () => {
    assert.equal(verdictOf(said({ quote: "" })), "unsure");
    assert.equal(verdictOf(said({ quote: "Wasps sting" })), "unsure");
    assert.equal(verdictOf(said({ verdict: "no", quote: "Wasps sting" })), "unsure");
    assert.equal(verdictOf(said({ verdict: "no", quote: "" })), "no");
    assert.equal(verdictOf(said({ verdict: "unsure", quote: "" })), "unsure");
  });

  it("A quote may differ in case, white space and quotation marks, and end in dots", () => {
    for (const quote of [
      'bees  MAKE "honey"',
      "Hives · Honey",
      "our bees",
      "Bees make “honey” all…",
      "/bees",
    ])
      assert.equal(verdictOf(said({ quote })), "yes", quote);
  });

  it("No text makes it fail or take long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        assert.equal(typeof verdictOf(text), "string");
      }),
      { seed: 1 },
    );
    assert.equal(verdictOf("{".repeat(200_000)), "none");
    assert.equal(verdictOf(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`), "none");
  });
});
