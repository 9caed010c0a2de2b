import type { EChartsOption } from "echarts";
import type { PageType, SiteArc, Sitemap } from "../../domain/methods/sitemap.ts";
import type { SizedChart } from "../../evaluation/report/draw-chart.ts";
import {
  drawnArcs,
  layOutSite,
  type SiteLayout,
  type TypeSpot,
} from "../../run/figures/sitemap-of-run.ts";
import { chartSvg } from "../../run/print/chart-svg.ts";

/**
 * Fill of a type without authority, and of the one with most authority: red, green and blue in
 * [0,255].
 */
const LIGHT = [222, 235, 247] as const;
const DARK = [8, 81, 156] as const;
const ARC_COLOUR = "#555";
/** Widths of an arc by the logarithm of its links, and the opacities that go with them. */
const WIDTH = { least: 0.5, most: 6 };
const OPACITY = { least: 0.2, most: 0.75 };
/** Bend of an arc, as a share of its length: it keeps the two directions apart. */
const BEND = 0.12;
/** Radius of the loop of a type that links to itself. */
const LOOP_RADIUS = 13;
const LOOP_CORNERS = 32;
const NAME_DISTANCE = 8;
const LINE_HEIGHT = 15;
/** Least part of a direction that counts as sideways: else a name is above or below. */
const SIDEWAYS = 0.1;

/** Draws a sitemap as a graph: page types as circles, the links between them as arrows. */
export function sitemapChart(sitemap: Sitemap): SizedChart {
  const layout = layOutSite(sitemap.types);
  const { width, height } = layout;
  const arcs = drawnArcs(sitemap);
  const most = arcs.reduce((value, { links }) => Math.max(value, links), 0);
  const loops = arcs.filter(({ from, to }) => from === to);
  const option: EChartsOption = {
    backgroundColor: "white",
    title: heading(sitemap, arcs.length),
    // The axes make the chart's coordinates its pixels.
    grid: { left: 0, top: 0, width, height },
    xAxis: { type: "value", show: false, min: 0, max: width },
    yAxis: { type: "value", show: false, min: 0, max: height, inverse: true },
    series: [
      loopSeries(loops, layout, most),
      graphSeries(sitemap.types, layout, arrows(arcs, most)),
      nameSeries(sitemap.types, layout, new Set(loops.map(({ from }) => from))),
    ],
  };
  return { width, height, option };
}

function heading({ types, outliers, arcs }: Sitemap, drawn: number) {
  const pages = types.reduce((sum, type) => sum + type.pages, outliers);
  const figures = [
    types.length === 1 ? "1 page type" : `${count(types.length)} page types`,
    `${count(pages)} sampled pages, ${count(outliers)} of them outliers`,
    `${count(drawn)} of ${count(arcs.length)} arcs drawn`,
  ];
  return {
    text: figures.join(" · "),
    subtext: "area: pages · darker: more authority · width: links (logarithm)",
    left: "center",
    top: 14,
    textStyle: { fontSize: 16, color: "#222" },
    subtextStyle: { fontSize: 13, color: "#555" },
  };
}

function loopSeries(loops: readonly SiteArc[], { spots }: SiteLayout, most: number) {
  return {
    type: "lines" as const,
    coordinateSystem: "cartesian2d" as const,
    polyline: true,
    clip: false,
    silent: true,
    data: loops.flatMap(({ from, links }) => {
      const spot = spots[from];
      return spot === undefined ? [] : [{ coords: loopAt(spot), lineStyle: stroke(links, most) }];
    }),
  };
}

/** Returns a circle on the outer side of a type's own circle. */
function loopAt({ x, y, diameter, outwards }: TypeSpot): number[][] {
  const centre = diameter / 2 + LOOP_RADIUS * 0.7;
  return Array.from({ length: LOOP_CORNERS + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / LOOP_CORNERS;
    return [
      x + outwards[0] * centre + LOOP_RADIUS * Math.cos(angle),
      y + outwards[1] * centre + LOOP_RADIUS * Math.sin(angle),
    ];
  });
}

function graphSeries(
  types: readonly PageType[],
  { spots }: SiteLayout,
  links: ReturnType<typeof arrows>,
) {
  const most = types.reduce((value, { authority }) => Math.max(value, authority), 0);
  return {
    type: "graph" as const,
    coordinateSystem: "cartesian2d" as const,
    layout: "none" as const,
    silent: true,
    z: 3,
    edgeSymbol: ["none", "arrow"],
    data: types.map(({ name, authority }, index) => ({
      name,
      value: [spots[index]?.x ?? 0, spots[index]?.y ?? 0],
      symbolSize: spots[index]?.diameter ?? 0,
      itemStyle: { color: shade(most === 0 ? 0 : authority / most), borderColor: "#08306b" },
    })),
    links,
  };
}

function arrows(arcs: readonly SiteArc[], most: number) {
  return arcs
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, links }) => {
      const style = stroke(links, most);
      return {
        source: from,
        target: to,
        symbolSize: [0, 6 + 1.5 * style.width],
        lineStyle: { ...style, curveness: BEND },
      };
    });
}

/** Draws the names, outside circles and loops. */
function nameSeries(types: readonly PageType[], { spots }: SiteLayout, loops: ReadonlySet<number>) {
  return {
    type: "scatter" as const,
    symbolSize: 0,
    silent: true,
    z: 4,
    data: types.flatMap(({ name, pages }, index) => {
      const spot = spots[index];
      if (spot === undefined) return [];
      const label = `${name}\n${count(pages)} ${pages === 1 ? "page" : "pages"}`;
      return [
        {
          value: namePlace(spot, loops.has(index)),
          label: {
            show: true,
            formatter: label,
            distance: 0,
            position: sideOf(spot),
            color: "#111",
            fontSize: 12,
            lineHeight: LINE_HEIGHT,
          },
        },
      ];
    }),
  };
}

function namePlace(spot: TypeSpot, hasLoop: boolean): [x: number, y: number] {
  const { x, y, diameter, outwards } = spot;
  const distance = diameter / 2 + NAME_DISTANCE + (hasLoop ? 1.7 * LOOP_RADIUS : 0);
  // Two lines next to a point reach one line height above and below it.
  const lift = SIDES.has(sideOf(spot)) ? LINE_HEIGHT * outwards[1] : 0;
  return [x + outwards[0] * distance, y + outwards[1] * distance + lift];
}

const SIDES: ReadonlySet<string> = new Set(["left", "right"]);

function sideOf({ outwards: [x, y] }: TypeSpot): "left" | "right" | "top" | "bottom" {
  if (Math.abs(x) > SIDEWAYS) return x > 0 ? "right" : "left";
  return y > 0 ? "bottom" : "top";
}

function stroke(links: number, most: number) {
  const share = most === 0 ? 0 : Math.log1p(links) / Math.log1p(most);
  const between = ({ least, most }: typeof WIDTH) => least + share * (most - least);
  return { color: ARC_COLOUR, width: between(WIDTH), opacity: between(OPACITY) };
}

/** Returns a colour between light and dark; `share` in [0,1]. */
function shade(share: number): string {
  const [red, green, blue] = LIGHT.map((light, index) =>
    Math.round(light + share * ((DARK[index] ?? light) - light)),
  );
  return `rgb(${red},${green},${blue})`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

/** Draws a sitemap as a graph, in SVG; the same sitemap gives the same text. */
export function sitemapSvg(sitemap: Sitemap): string {
  return chartSvg(sitemapChart(sitemap));
}
