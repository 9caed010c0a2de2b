/** A sitemap drawn as a graph: page types as circles, the links between them as arrows. */

import type { PageType, SiteArc, Sitemap } from "../../domain/methods/sitemap.ts";
import { shown, svgFile, text } from "../../evaluation/report/draw-chart.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import {
  drawnArcs,
  layOutSite,
  type SiteLayout,
  type TypeSpot,
} from "../../run/figures/sitemap-of-run.ts";

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
const NAME_DISTANCE = 8;
const LINE_HEIGHT = 15;
/** Least part of a direction that counts as sideways: else a name is above or below. */
const SIDEWAYS = 0.1;

/** Draws a sitemap as SVG; the same sitemap gives the same text. */
export function sitemapSvg(sitemap: Sitemap): string {
  const { types } = sitemap;
  const layout = layOutSite(types);
  const arcs = drawnArcs(sitemap);
  const most = arcs.reduce((value, { links }) => Math.max(value, links), 0);
  const loops = new Set(arcs.filter(({ from, to }) => from === to).map(({ from }) => from));
  const greatest = types.reduce((value, { authority }) => Math.max(value, authority), 0);
  const parts = [
    ...heading(sitemap, arcs.length, layout.width / 2),
    ...arcs.map((arc) =>
      arc.from === arc.to ? loop(arc, layout, most) : arrow(arc, layout, most),
    ),
    ...types.flatMap((type, index) => {
      const spot = layout.spots[index];
      return spot === undefined ? [] : [circle(type, spot, greatest)];
    }),
    ...types.flatMap((type, index) => nameOf(type, layout.spots[index], loops.has(index))),
  ];
  return svgFile(layout, "white", parts.join("\n"));
}

function heading({ types, outliers, arcs }: Sitemap, drawn: number, middle: number): string[] {
  const pages = types.reduce((sum, type) => sum + type.pages, outliers);
  const figures = [
    types.length === 1 ? "1 page type" : `${count(types.length)} page types`,
    `${count(pages)} sampled pages, ${count(outliers)} of them outliers`,
    `${count(drawn)} of ${count(arcs.length)} arcs drawn`,
  ];
  const legend = "area: pages · darker: more authority · width: links (logarithm)";
  return [
    text(middle, 30, figures.join(" · "), "#222", "middle", 16),
    text(middle, 54, legend, "#555", "middle", 13),
  ];
}

/** Draws a circle on the outer side of a type's own circle. */
function loop({ from, links }: SiteArc, { spots }: SiteLayout, most: number): string {
  const spot = spots[from];
  if (spot === undefined) return "";
  const centre = spot.diameter / 2 + LOOP_RADIUS * 0.7;
  const [x, y] = outside(spot, centre);
  return `<circle cx="${shown(x)}" cy="${shown(y)}" r="${LOOP_RADIUS}" fill="none" ${stroke(links, most)}/>`;
}

/** Draws an arc as a bent line with its head at the edge of the circle that it leads to. */
function arrow({ from, to, links }: SiteArc, { spots }: SiteLayout, most: number): string {
  const [start, end] = [spots[from], spots[to]];
  if (start === undefined || end === undefined) return "";
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const bend = [(start.x + end.x) / 2 + BEND * dy, (start.y + end.y) / 2 - BEND * dx] as const;
  const length = Math.hypot(end.x - bend[0], end.y - bend[1]);
  const [ux, uy] = [(end.x - bend[0]) / length, (end.y - bend[1]) / length];
  const [tipX, tipY] = [end.x - (ux * end.diameter) / 2, end.y - (uy * end.diameter) / 2];
  const size = 6 + 1.5 * between(WIDTH, links, most);
  const [backX, backY] = [tipX - ux * size, tipY - uy * size];
  const head = [
    [tipX, tipY],
    [backX - (uy * size) / 2, backY + (ux * size) / 2],
    [backX + (uy * size) / 2, backY - (ux * size) / 2],
  ].map((corner) => corner.map(shown).join(","));
  const path = `M${shown(start.x)} ${shown(start.y)}Q${bend.map(shown).join(" ")} ${shown(backX)} ${shown(backY)}`;
  const opacity = shown(between(OPACITY, links, most));
  return `<path d="${path}" fill="none" ${stroke(links, most)}/><polygon points="${head.join(" ")}" fill="${ARC_COLOUR}" opacity="${opacity}"/>`;
}

function circle({ authority }: PageType, { x, y, diameter }: TypeSpot, greatest: number): string {
  const fill = shade(greatest === 0 ? 0 : authority / greatest);
  return `<circle cx="${shown(x)}" cy="${shown(y)}" r="${shown(diameter / 2)}" fill="${fill}" stroke="#08306b"/>`;
}

/** Draws name and pages of a type, outside its circle and loop. */
function nameOf({ name, pages }: PageType, spot: TypeSpot | undefined, hasLoop: boolean): string[] {
  if (spot === undefined) return [];
  const [right, down] = spot.outwards;
  const distance = spot.diameter / 2 + NAME_DISTANCE + (hasLoop ? 1.7 * LOOP_RADIUS : 0);
  const [x, y] = outside(spot, distance);
  const isBeside = Math.abs(right) > SIDEWAYS;
  const anchor = !isBeside ? "middle" : right > 0 ? "start" : "end";
  // Two lines beside a point reach one line height above and below it.
  const first = isBeside ? y + LINE_HEIGHT * down : down > 0 ? y + LINE_HEIGHT : y - LINE_HEIGHT;
  return [
    text(x, first, name, "#111", anchor),
    text(
      x,
      first + LINE_HEIGHT,
      `${count(pages)} ${pages === 1 ? "page" : "pages"}`,
      "#111",
      anchor,
    ),
  ];
}

function outside({ x, y, outwards }: TypeSpot, distance: number): [x: number, y: number] {
  return [x + outwards[0] * distance, y + outwards[1] * distance];
}

function stroke(links: number, most: number): string {
  return `stroke="${ARC_COLOUR}" stroke-width="${shown(between(WIDTH, links, most))}" opacity="${shown(between(OPACITY, links, most))}"`;
}

/** Returns a value between two by the logarithm of links, of which an arc has `greatest` at most. */
function between({ least, most }: typeof WIDTH, links: number, greatest: number): number {
  const share = greatest === 0 ? 0 : Math.log1p(links) / Math.log1p(greatest);
  return least + share * (most - least);
}

/** Returns a colour between light and dark; `share` in [0,1]. */
function shade(share: number): string {
  const parts = LIGHT.map((light, index) =>
    Math.round(light + share * ((DARK[index] ?? light) - light)),
  );
  return `rgb(${parts.join(",")})`;
}
