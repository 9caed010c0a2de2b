/** Prints the page types of a run and what links where, as tables and as a drawing. */
import {
  OUTLIER,
  type PageType,
  type SiteArc,
  type Sitemap,
  typeName,
} from "../../domain/methods/sitemap.ts";
import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { type DowserError, fail } from "../../errors.ts";
import { shown, svgFile, text } from "../../evaluation/report/draw-chart.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import {
  drawnArcs,
  largestFirst,
  layOutSite,
  type RunSitemap,
  type SiteLayout,
  sitemapOfRun,
  type TypeSpot,
} from "../../run/figures/sitemap-of-run.ts";
import { type ReadableRun, readRun, storedViews } from "../../run/folder/read-run.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { writeOutput } from "../../run/folder/write-output.ts";

/** The options of the command line. */
export interface SitemapOptions {
  readonly json: boolean;
  /** File for a drawing of the types and the links between them. */
  readonly svg?: string | undefined;
  /** Whether to show all example pages of a type, not the first alone. */
  readonly examples: boolean;
  /** The strategy module of the run, where it has one. */
  readonly strategyModule?: string | undefined;
}

/**
 * Returns the output of the command; writes the drawing if asked to.
 * @throws DowserError `no-run`, `no-sitemap`, `sitemap-not-learned`, `strategy-module-not-named`, `file-exists`
 */
export async function sitemapText(
  directory: string,
  { json, svg, examples, strategyModule }: SitemapOptions,
  strategyOf: typeof createStrategy = createStrategy,
): Promise<string> {
  await using run = readRun(directory);
  const found = await sitemapOfRun(directory, { strategyModule, strategyOf });
  if (found.kind !== "known") throw await noSitemap(directory, found, run.records);
  const { sitemap, model } = found;
  const typeAgain = typeByLastModel(run, directory, found);
  const counts = await countPageTypes(run.records.list(), model, typeAgain);
  if (svg !== undefined) await writeOutput(svg, [sitemapSvg(sitemap)]);
  if (json) return JSON.stringify({ directory, model, ...allOf(sitemap, counts) });
  const drawn = svg === undefined ? [] : [`drawn in ${svg}`];
  return [formatTypes(sitemap, counts, examples), formatArcs(sitemap), ...drawn].join("\n\n");
}

/**
 * Returns a function from a record to the type of its stored page: most pages were judged before the
 * last training, by types that are other ones now.
 */
function typeByLastModel(
  { pages }: Pick<ReadableRun, "pages">,
  directory: string,
  { compiled }: Extract<RunSitemap, { kind: "known" }>,
): (record: PageRecord) => Promise<string | undefined> {
  const viewOf = storedViews(pages, loadRunProject(directory) ?? {});
  return async (record) => {
    const view = await viewOf(record.url);
    return view && compiled.assessPage(view, record).type;
  };
}

/** Returns everything, for a program. */
function allOf({ types, outliers, arcs }: Sitemap, counts: TypeCounts) {
  const counted = (type: string) => {
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    return { fetched: pages, targets };
  };
  return {
    types: types.map(({ pages, ...type }) => ({ ...type, sampled: pages, ...counted(type.name) })),
    outliers: { sampled: outliers, ...counted(OUTLIER) },
    untyped: counted(UNTYPED),
    arcs: largestFirst(arcs).map(({ from, to, links, apath }) => {
      return { from: typeName(from), to: typeName(to), links, apath };
    }),
  };
}

async function noSitemap(
  directory: string,
  found: Exclude<RunSitemap, { kind: "known" }>,
  records: Pick<RecordStore, "totals">,
): Promise<DowserError> {
  if (found.kind === "none") {
    return fail("no-sitemap", { directory, strategy: found.strategy, value: found.strategy });
  }
  const { pages } = await records.totals();
  const [have, want] = [pages, found.from].map((value) => value?.toLocaleString("en"));
  const sampled = want === undefined ? `${have} pages sampled` : `${have} of ${want} pages sampled`;
  return fail("sitemap-not-learned", { directory, sampled });
}

/** Most rows of the table of arcs. */
const MAX_ARCS = 30;

/** Characters of a path that a table shows: its end, which is most specific. */
const MAX_PATH = 60;

/**
 * Formats page types for a terminal: their pages, their utility, and one or more example pages of
 * each.
 */
export function formatTypes(sitemap: Sitemap, counts: TypeCounts, allExamples: boolean): string {
  const columns = [
    { title: "page type", align: "left" },
    ...["sampled", "fetched", "relevant", "hub", "authority", "spread"].map(figures),
    { title: allExamples ? "examples" : "example", align: "left" },
  ] as const;
  const rows = sitemap.types.flatMap((type) => typeRows(type, counts.get(type.name), allExamples));
  const outliers = [OUTLIER, count(sitemap.outliers), ...fetched(counts.get(OUTLIER))];
  const without = counts.get(UNTYPED);
  const untyped = without === undefined ? [] : [[UNTYPED, "", ...fetched(without)]];
  return formatTable(columns, [...rows, outliers, ...untyped]);
}

/**
 * Formats the links between types for a terminal: the largest arcs, and how many more there are.
 */
export function formatArcs({ arcs }: Sitemap): string {
  const columns = [
    { title: "from", align: "left" },
    { title: "to", align: "left" },
    { title: "links", align: "right" },
    { title: "most of them at", align: "left" },
  ] as const;
  const rows = largestFirst(arcs)
    .slice(0, MAX_ARCS)
    .map(({ from, to, links, apath }) => [
      typeName(from),
      typeName(to),
      links.toLocaleString("en", { maximumFractionDigits: links < 10 ? 1 : 0 }),
      shownPath(apath),
    ]);
  const more = arcs.length - rows.length;
  const rest = more > 0 ? [`and ${count(more)} more, smaller ones (all of them: --json)`] : [];
  return [formatTable(columns, rows), ...rest].join("\n");
}

function typeRows(
  { name, pages, hub, authority, spread, examples }: PageType,
  counted: TypeCount | undefined,
  allExamples: boolean,
): string[][] {
  const [first = "", ...others] = examples;
  const shares = [hub, authority, spread].map((value) => value.toFixed(3));
  const blank = Array.from({ length: 7 }, () => "");
  return [
    [name, count(pages), ...fetched(counted), ...shares, first],
    ...(allExamples ? others.map((url) => [...blank, url]) : []),
  ];
}

function fetched({ pages, targets }: TypeCount = { pages: 0, targets: 0 }): string[] {
  return [count(pages), count(targets)];
}

function shownPath(apath: string): string {
  const path = safeText(apath);
  return path.length > MAX_PATH ? `…${path.slice(1 - MAX_PATH)}` : path;
}

/** Number of pages that a run has fetched, and of target pages among them. */
interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link UNTYPED} for the pages without a type. */
type TypeCounts = ReadonlyMap<string, TypeCount>;

/** The parts of a record that are counted. */
interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Type of pages that the model gives none, such as files. */
export const UNTYPED = "(no type)";

/**
 * Counts a run's pages by the types of one model, named by its hash. A type of another model with
 * the same name is another type: `typeAgain` returns the type of a page that another model judged.
 */
export async function countPageTypes<Counted extends CountedRecord>(
  records: AsyncIterable<Counted> | Iterable<Counted>,
  model: string,
  typeAgain: (record: Counted) => Promise<string | undefined>,
): Promise<TypeCounts> {
  const counts = new Map<string, TypeCount>();
  for await (const record of records) {
    const { page } = record;
    if (page === undefined) continue;
    const type = (page.model === model ? page.type : await typeAgain(record)) ?? UNTYPED;
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    counts.set(type, { pages: pages + 1, targets: targets + (page.isTarget ? 1 : 0) });
  }
  return counts;
}

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
