import { writeFileSync } from "node:fs";
import { PLOT_SIZE } from "../../lib/cli/compare/curves-chart.ts";
import type { SizedChart } from "../../lib/evaluation/report/draw-chart.ts";
import { chartSvg } from "../../lib/run/print/chart-svg.ts";

/** Draws a plot, and writes it as SVG. Returns the file. */
export function writePlot(file: string, option: SizedChart["option"]): string {
  writeFileSync(file, chartSvg({ ...PLOT_SIZE, option }));
  return file;
}
