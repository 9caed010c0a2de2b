import type { EChartsOption } from "echarts";
import { drawChart } from "./draw-chart.ts";
import { html, Markup } from "./markup.ts";
import { PAGE_PALETTE, type Palette, PICTURE_PALETTE } from "./palette.ts";

/** A plot that can be drawn in several sizes and colours. */
export interface Plot {
  /** Name of its file and its ids: lower case and hyphens. */
  readonly name: string;
  readonly title: string;
  /** A description in words of what the plot shows. */
  readonly description: string;
  /** Everything but size and background. */
  readonly option: (palette: Palette) => EChartsOption;
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
export function plotSvg({ option, title }: Plot): string {
  const heading = {
    text: title,
    left: "center",
    top: 6,
    textStyle: { fontSize: 15, color: PICTURE_PALETTE.ink },
  };
  const chart = {
    ...option(PICTURE_PALETTE),
    title: heading,
    backgroundColor: PICTURE_PALETTE.background,
  };
  return drawChart({ option: chart, ...SIZES.wide }, "plot-");
}

function inlineSvg({ name, title, description, option }: Plot, size: keyof typeof SIZES): Markup {
  const id = `${name}-${size}`;
  const { width, height } = SIZES[size];
  const drawn = drawChart({ option: option(PAGE_PALETTE), width, height }, `${id}-`);
  const inside = drawn.slice(drawn.indexOf(">") + 1);
  return html`<svg class="${size}" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>${new Markup(inside)}`;
}
