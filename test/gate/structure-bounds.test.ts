import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeFigures, lowerBounds } from "./structure-bounds.ts";

const page = (...rows: readonly string[]) =>
  `# Structure\n\n| figure | bound | lowest so far | why it rose |\n|---|--:|--:|---|\n${rows.join("\n")}\n`;

const FILES = "files of lib";
const files = (value: number) => [{ name: FILES, value, step: 5 }];

describe("the bounds of the structure", () => {
  it("A figure above its bound is a fault that says from what to what it rose, and what to do", () => {
    const { faults } = judgeFigures(page(`| ${FILES} | 100 | 100 | |`), files(101));
    assert.deepEqual(faults, [
      "files of lib rose from 100 to 101: fold, move or take away until it is back, or raise its bound in docs/decisions/structure.md with the reason in its row",
    ]);
  });

  it("A bound that was raised needs a reason in its row", () => {
    const raised = judgeFigures(page(`| ${FILES} | 120 | 100 | |`), files(118));
    assert.match(raised.faults[0] ?? "", /rose from 100 to 120 without a reason/);
    const reasoned = judgeFigures(page(`| ${FILES} | 120 | 100 | sitemaps |`), files(118));
    assert.deepEqual(reasoned.faults, []);
  });

  it("A figure without a bound is a fault", () => {
    const { faults } = judgeFigures(page(), files(1));
    assert.match(faults[0] ?? "", /files of lib: .* has no bound/);
  });

  it("A figure that fell by more than three per cent is advised to be kept, one that fell by less is not", () => {
    const bounds = page(`| ${FILES} | 100 | 100 | |`);
    assert.deepEqual(judgeFigures(bounds, files(97)).advice, []);
    assert.deepEqual(judgeFigures(bounds, files(96)).advice, [
      "files of lib fell from 100 to 96: `npm run bounds` keeps that",
    ]);
  });

  it("Bounds are lowered to the next step above the figure, and never raised", () => {
    const bounds = page(`| ${FILES} | 100 | 100 | |`);
    assert.equal(lowerBounds(bounds, files(91)), page(`| ${FILES} | 95 | 95 | |`));
    assert.equal(lowerBounds(bounds, files(100)), bounds);
    assert.equal(lowerBounds(bounds, files(130)), bounds);
  });

  it("A reason stays while the bound is above the lowest, and goes with it", () => {
    const bounds = page(`| ${FILES} | 120 | 100 | sitemaps |`);
    assert.equal(lowerBounds(bounds, files(110)), page(`| ${FILES} | 110 | 100 | sitemaps |`));
    assert.equal(lowerBounds(bounds, files(100)), page(`| ${FILES} | 100 | 100 | |`));
  });
});
