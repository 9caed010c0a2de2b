import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flipsPage } from "../../../peers/irobot/irobot.ts";

describe("a link that turns a page", () => {
  for (const text of ["2", " 17 ", "[3]", "Next", "next »", "« Previous", "NEXT →"]) {
    it(`A link with the text ${JSON.stringify(text)} turns a page`, () =>
      assert.equal(flipsPage(text), true));
  }
  for (const text of ["", "Topic 2", "2 replies", "next topic", "2026-11-22", "nextdoor"]) {
    it(`A link with the text ${JSON.stringify(text)} does not turn a page`, () =>
      assert.equal(flipsPage(text), false));
  }
});
