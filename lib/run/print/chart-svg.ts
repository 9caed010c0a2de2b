import { drawChart, type SizedChart } from "../../evaluation/report/draw-chart.ts";

/** Draws a chart as an SVG file of its own, on white; the same chart gives the same text. */
export function chartSvg({ option, ...size }: SizedChart): string {
  return drawChart({ ...size, option: { backgroundColor: "white", ...option } }, "chart-");
}
