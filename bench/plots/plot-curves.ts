import { writePlot } from "./write-plot.ts";

/** A line of a plot. */
export interface Curve {
  readonly name: string;
  /** In ascending order of x; y in [0,1]. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isDashed?: boolean;
}

/** Draws shares in [0,1] over a number, and writes them as SVG. Returns the file. */
export function plotCurves(
  file: string,
  { title, x }: { readonly title: string; readonly x: string },
  curves: readonly Curve[],
): string {
  return writePlot(file, {
    title: { text: title, left: "center" },
    legend: { bottom: 0, itemGap: 24 },
    grid: { left: 60, right: 30, top: 50, bottom: 80 },
    xAxis: {
      ...{ type: "value", name: x, nameLocation: "middle", nameGap: 30 },
      max: Math.max(...curves.flatMap(({ points }) => points.at(-1)?.[0] ?? 0)),
    },
    yAxis: { type: "value", min: 0, max: 1 },
    series: curves.map(({ name, points, isDashed }) => ({
      ...{ name, type: "line", showSymbol: false },
      lineStyle: { type: isDashed === true ? "dashed" : "solid" },
      data: points.map(([x, y]) => [x, Number(y.toFixed(4))]),
    })),
  });
}
