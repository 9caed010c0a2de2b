import { type Curve, curvesChart, type PlotTitles } from "../../lib/cli/compare/curves-chart.ts";
import { writePlot } from "./write-plot.ts";

/** Draws shares in [0,1] over a number, and writes them as SVG. Returns the file. */
export function plotCurves(
  file: string,
  titles: Pick<PlotTitles, "title" | "x">,
  curves: readonly Curve[],
): string {
  return writePlot(file, curvesChart(titles, curves).option);
}
