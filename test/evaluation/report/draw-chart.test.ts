import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Chart, chartFile, drawChart } from "../../../lib/evaluation/report/draw-chart.ts";
import { roundNumbers } from "../../../lib/evaluation/report/figure-text.ts";
import { PICTURE_PALETTE } from "../../../lib/evaluation/report/palette.ts";

const LOOK = { width: 200, height: 150, palette: PICTURE_PALETTE };
const CHART: Chart = {
  x: { name: "pages" },
  y: { name: "share", isShare: true },
  marks: [
    {
      kind: "line",
      name: "a<b>",
      colour: 0,
      points: [
        [0, 0],
        [10, 1],
      ],
    },
    {
      kind: "line",
      name: "other",
      colour: 1,
      isDashed: true,
      points: [
        [0, 1],
        [10, 0],
      ],
    },
  ],
};

/** Returns the texts of a drawing, in their order. */
const textsOf = (svg: string) => Array.from(svg.matchAll(/>([^<]+)<\/text>/g), ([, text]) => text);

describe("a chart", () => {
  it("A chart has the names of its axes, its ticks, and a legend of several lines, all escaped", () => {
    const texts = textsOf(drawChart(CHART, LOOK));
    assert.deepEqual(texts, [
      ...["share", "pages", "0 %", "25 %", "50 %", "75 %", "100 %", "0", "5", "10"],
      ...["a&lt;b&gt;", "other"],
    ]);
  });

  it("A chart of one line has no legend", () => {
    const [line] = CHART.marks;
    assert.ok(line !== undefined);
    assert.ok(!drawChart({ ...CHART, marks: [line] }, LOOK).includes("a&lt;b&gt;"));
  });

  it("A line of a chart reaches from the origin to the end of both axes, and is dashed if asked for", () => {
    const svg = drawChart(CHART, LOOK);
    const [, points = ""] = /<polyline points="([^"]*)"/.exec(svg) ?? [];
    const places = points.split(" ").map((place) => place.split(",").map(Number));
    // A label of five letters is 33 pixels wide; at the bottom there are ticks, a name and a legend.
    assert.deepEqual(places, [
      [49, 78],
      [176, 44],
    ]);
    // One in the chart, and one in the legend.
    assert.equal(svg.match(/stroke-dasharray/g)?.length, 2);
  });

  it("A line of one point is a dot; bars and bands reach from one value to the other", () => {
    const mark = (kind: "line" | "bars" | "band", points: [number, number, number?][]) =>
      drawChart({ ...CHART, marks: [{ kind, colour: 0, points }] }, LOOK);
    assert.match(mark("line", [[5, 0.5]]), /<circle [^>]*r="3.5"/);
    assert.match(
      mark("bars", [[5, 0, 1]]),
      /<line x1="176" y1="106" x2="176" y2="44" stroke="#0b5cad"/,
    );
    assert.match(
      mark("band", [
        [0, 0, 1],
        [5, 0, 1],
      ]),
      /<polygon points="49,106 176,106 176,44 49,44"/,
    );
  });

  it("A chart's file is one SVG with a title, and the same text for the same chart", () => {
    const file = () => chartFile(CHART, { ...LOOK, title: "Shares" });
    assert.match(file(), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^]*<\/svg>\n$/);
    assert.equal(textsOf(file())[0], "Shares");
    assert.equal(file(), file());
  });

  it("The ticks of an axis are some round whole numbers up to its end", () => {
    assert.deepEqual(roundNumbers(0), [0]);
    assert.deepEqual(roundNumbers(3), [0, 1, 2, 3]);
    assert.deepEqual(roundNumbers(1_234), [0, 500, 1_000]);
  });
});
