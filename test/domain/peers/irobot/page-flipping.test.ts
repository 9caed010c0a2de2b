import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flipsPage } from "../../../../lib/domain/peers/irobot/page-flipping.ts";

describe("a link that turns a page", () => {
  for (const text of ["2", " 17 ", "[3]", "Next", "next »", "« Previous", "NEXT →"]) {
    it(`is known by ${JSON.stringify(text)}`, () => assert.equal(flipsPage(text), true));
  }
  for (const text of ["", "Topic 2", "2 replies", "next topic", "2026-11-22", "nextdoor"]) {
    it(`is not known by ${JSON.stringify(text)}`, () => assert.equal(flipsPage(text), false));
  }
});
