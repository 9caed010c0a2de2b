import { type EChartsOption, init } from "echarts";

/** A chart with its size, in CSS pixels. */
export interface SizedChart {
  readonly width: number;
  readonly height: number;
  readonly option: EChartsOption;
}

/** Draws a chart as SVG, its ids beginning with `prefix`; the same chart gives the same text. */
export function drawChart({ option, ...size }: SizedChart, prefix: string): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption({ animation: false, ...option });
    return still(chart.renderToSVGString(), prefix);
  } finally {
    chart.dispose();
  }
}

/**
 * Removes the parts for a pointer in a browser, and the numbers in ids that count the charts of a
 * process.
 */
function still(svg: string, prefix: string): string {
  return svg
    .replace(/<style\b.*?<\/style>/s, "")
    .replaceAll(/ (?:class|ecmeta_\w+|pointer-events)="[^"]*"/g, "")
    .replaceAll(/\bzr\d+-/g, prefix)
    .replaceAll(/\n+/g, "\n");
}
