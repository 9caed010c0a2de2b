import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sitemapSvg } from "../../../lib/cli/sitemap/sitemap.ts";
import type { Sitemap } from "../../../lib/domain/methods/sitemap.ts";
import { aPageType, aSiteArc, aSitemap } from "../../support/a-sitemap.ts";

const TYPE = /<circle [^>]*fill="(rgb[^"]*)" stroke="#08306b"/g;
const ARROW = /<path d="M[^>]*stroke-width="([^"]*)"/g;
const LOOP = /<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)" fill="none"/g;
const TEXT = /<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*)</g;

/** Returns what the drawing has: fills of types, widths of arrows in their order, loops and texts. */
function drawn(sitemap: Sitemap) {
  const svg = sitemapSvg(sitemap);
  const texts = Array.from(svg.matchAll(TEXT), ([, y, text]) => ({ y: Number(y), text }));
  return {
    fills: Array.from(svg.matchAll(TYPE), ([, fill]) => fill),
    widths: Array.from(svg.matchAll(ARROW), ([, width]) => Number(width)),
    loops: Array.from(svg.matchAll(LOOP), ([, x, y, r]) => [x, y, r].map(Number)),
    heading: texts[0]?.text,
    names: texts.slice(2),
  };
}

describe("the chart of a sitemap", () => {
  it("The sitemap chart's heading counts page types, sampled pages and drawn arcs", () => {
    const { heading } = drawn(aSitemap(2, [aSiteArc(0, 1, 4)], 5));
    const title = "2 page types · 25 sampled pages, 5 of them outliers · 1 of 1 arcs drawn";
    assert.equal(heading, title);
  });

  it("The sitemap chart names each type and its pages", () => {
    const types = [aPageType(0, { pages: 1_234 }), aPageType(1, { pages: 1 })];
    const { names } = drawn(aSitemap(types));
    assert.deepEqual(
      names.map(({ text }) => text),
      ["type-1", "1,234 pages", "type-2", "1 page"],
    );
  });

  it("The sitemap chart draws a type darker when it has more authority", () => {
    const types = [0, 0.3, 0.6].map((authority, number) => aPageType(number, { authority }));
    const { fills } = drawn(aSitemap(types));
    const red = fills.map((fill) => Number(/\d+/.exec(fill ?? "")?.[0]));
    assert.deepEqual(
      red,
      red.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(red).size, 3);
  });

  it("The sitemap chart is light when no type has authority", () => {
    const { fills } = drawn(aSitemap([aPageType(0, { authority: 0 })]));
    assert.deepEqual(fills, ["rgb(222,235,247)"]);
  });

  it("The sitemap chart draws one arrow for each arc, wider by the logarithm of its links", () => {
    const arcs = [aSiteArc(0, 1, 99), aSiteArc(1, 2, 9), aSiteArc(2, 0, 0)];
    // The largest arc is drawn last.
    const [least = 0, middle = 0, most = 0] = drawn(aSitemap(3, arcs)).widths;
    assert.ok(Math.abs(middle - (most + least) / 2) < 0.01, `${most} ${middle} ${least}`);
    assert.ok(least > 0 && least < most);
  });

  it("The sitemap chart draws a self-link as a loop outside the type, with its name further out", () => {
    const { loops, widths, names } = drawn(aSitemap(1, [aSiteArc(0, 0, 3)]));
    assert.deepEqual(widths, []);
    const [[, y = Number.NaN, radius = Number.NaN] = []] = loops;
    assert.ok((names[1]?.y ?? Number.NaN) < y - radius);
  });
});
