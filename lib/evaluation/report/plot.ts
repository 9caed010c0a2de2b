import { type Chart, chartFile, drawChart } from "./draw-chart.ts";
import { html, Markup } from "./markup.ts";
import { PAGE_PALETTE, PICTURE_PALETTE } from "./palette.ts";

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
export function plotFigure(plot: Plot): Markup {
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
