import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sitemapChart } from "../../../lib/cli/sitemap/sitemap-chart.ts";
import type { Sitemap } from "../../../lib/domain/methods/sitemap.ts";
import { aPageType, aSiteArc, aSitemap } from "../../support/a-sitemap.ts";

interface Node {
  readonly name: string;
  readonly symbolSize: number;
  readonly itemStyle: { readonly color: string };
}

interface Arrow {
  readonly source: number;
  readonly target: number;
  readonly lineStyle: { readonly width: number };
}

/** What the chart draws, as it goes to the library. */
function drawn(sitemap: Sitemap) {
  const { option } = sitemapChart(sitemap);
  const [loops, graph, names]: [
    { data: { coords: [number, number][] }[] },
    { data: Node[]; links: Arrow[] },
    { data: { value: [number, number]; label: { formatter: string } }[] },
  ] = JSON.parse(JSON.stringify(option.series));
  const heading: { text: string } = JSON.parse(JSON.stringify(option.title));
  return { loops: loops.data, nodes: graph.data, arrows: graph.links, names: names.data, heading };
}

describe("the chart of a sitemap", () => {
  it("The sitemap chart's heading counts page types, sampled pages and drawn arcs", () => {
    const { heading } = drawn(aSitemap(2, [aSiteArc(0, 1, 4)], 5));
    const title = "2 page types · 25 sampled pages, 5 of them outliers · 1 of 1 arcs drawn";
    assert.equal(heading.text, title);
  });

  it("The sitemap chart names each type and its pages", () => {
    const types = [aPageType(0, { pages: 1_234 }), aPageType(1, { pages: 1 })];
    const { names } = drawn(aSitemap(types));
    assert.deepEqual(
      names.map(({ label }) => label.formatter),
      ["type-1\n1,234 pages", "type-2\n1 page"],
    );
  });

  it("The sitemap chart draws a type darker when it has more authority", () => {
    const types = [0, 0.3, 0.6].map((authority, number) => aPageType(number, { authority }));
    const { nodes } = drawn(aSitemap(types));
    const red = nodes.map(({ itemStyle }) => Number(/\d+/.exec(itemStyle.color)?.[0]));
    assert.deepEqual(
      red,
      red.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(red).size, 3);
  });

  it("The sitemap chart is light when no type has authority", () => {
    const { nodes } = drawn(aSitemap([aPageType(0, { authority: 0 })]));
    assert.equal(nodes[0]?.itemStyle.color, "rgb(222,235,247)");
  });

  it("The sitemap chart draws one arrow for each arc, wider by the logarithm of its links", () => {
    const arcs = [aSiteArc(0, 1, 99), aSiteArc(1, 2, 9), aSiteArc(2, 0, 0)];
    const { arrows } = drawn(aSitemap(3, arcs));
    const widths = new Map(arrows.map((arrow) => [arrow.source, arrow.lineStyle.width]));
    const [most = 0, middle = 0, least = 0] = [0, 1, 2].map((source) => widths.get(source));
    assert.ok(Math.abs(middle - (most + least) / 2) < 1e-9, `${most} ${middle} ${least}`);
    assert.ok(least > 0 && least < most);
  });

  it("The sitemap chart draws a self-link as a loop outside the type, with its name further out", () => {
    const { loops, arrows, names } = drawn(aSitemap(1, [aSiteArc(0, 0, 3)]));
    assert.deepEqual(arrows, []);
    const [loop] = loops;
    assert.ok(loop !== undefined);
    assert.deepEqual(
      loop.coords[0]?.map((value) => value.toFixed(6)),
      loop.coords.at(-1)?.map((value) => value.toFixed(6)),
    );
    const top = Math.min(...loop.coords.map(([, y]) => y));
    assert.ok((names[0]?.value[1] ?? Number.NaN) < top);
  });
});
