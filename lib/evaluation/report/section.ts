import { type Chart, chartFile, drawChart } from "./draw-chart.ts";
import { html, Markup } from "./markup.ts";
import { PAGE_PALETTE, PICTURE_PALETTE } from "./palette.ts";

/** A part of a report, with its place in the list of contents. */
export interface Section {
  /** Name of its anchor. */
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (Markup | Plot)[];
}

/** The parts of a report, in the order in which it is read. */
export interface Chapters {
  /** What was asked, what was found, how sure that is, what to do next, and the best pages. */
  readonly answers: readonly Section[];
  readonly plots: readonly Section[];
  /** Tables and records, folded. */
  readonly details: readonly Section[];
}

/** Writes a section with its heading. */
export function sectionHtml({ id, title, parts }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
${parts.map(partHtml)}</section>
`;
}

/** Writes a section that its reader unfolds; a link to its anchor unfolds it, too. */
export function foldedHtml({ id, title, parts }: Section): Markup {
  return html`<details class="section"><summary><h3 id="${id}-heading">${title}</h3></summary>
<section id="${id}" aria-labelledby="${id}-heading">${parts.map(partHtml)}</section></details>
`;
}

function partHtml(part: Markup | Plot): Markup {
  return part instanceof Markup ? part : plotFigure(part);
}

/** Returns the plots of a report, in order. */
export function plotsOf({ answers, plots, details }: Chapters): readonly Plot[] {
  return [...answers, ...plots, ...details].flatMap(({ parts }) =>
    parts.filter((part): part is Plot => !(part instanceof Markup)),
  );
}

/** A plot that can be drawn in several sizes and colours. */
export interface Plot {
  /** Name of its file and its ids: lower case and hyphens. */
  readonly name: string;
  readonly title: string;
  /** A description in words of what the plot shows. */
  readonly description: string;
  readonly chart: Chart;
}

/** Sizes in CSS pixels: on a phone letters keep their size, and the plot has less room. */
const SIZES = {
  wide: { width: 720, height: 340 },
  narrow: { width: 350, height: 300 },
} as const;

/** Draws a plot for a page, once for wide and once for narrow windows. */
function plotFigure(plot: Plot): Markup {
  return html`<figure>${inlineSvg(plot, "wide")}${inlineSvg(plot, "narrow")}
<figcaption>${plot.title}. ${plot.description}</figcaption></figure>
`;
}

/** Draws a plot for a picture, in light colours on a background. */
export function plotSvg({ chart, title }: Plot): string {
  return chartFile(chart, { ...SIZES.wide, palette: PICTURE_PALETTE, title });
}

function inlineSvg({ name, title, description, chart }: Plot, size: keyof typeof SIZES): Markup {
  const id = `${name}-${size}`;
  const { width, height } = SIZES[size];
  const drawn = new Markup(drawChart(chart, { width, height, palette: PAGE_PALETTE }));
  return html`<svg class="${size}" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>${drawn}</svg>`;
}
