import type { SizedChart } from "../../evaluation/report/draw-chart.ts";

/** A line of a plot. */
export interface Curve {
  readonly name: string;
  /** In ascending order of x. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isDashed?: boolean;
}

/** The titles and axes of a plot. */
export interface PlotTitles {
  readonly title: string;
  readonly x: string;
  /** The vertical axis, which ends at `most` or, by default, a little above the highest point. */
  readonly y?: { readonly name: string; readonly most?: number };
}

/** Size of a plot, in CSS pixels. */
export const PLOT_SIZE = { width: 900, height: 460 };

/** Draws lines over a number; without a vertical axis of their own they are shares in [0,1]. */
export function curvesChart(
  { title, x, y = { name: "", most: 1 } }: PlotTitles,
  curves: readonly Curve[],
): SizedChart {
  return {
    ...PLOT_SIZE,
    option: {
      title: { text: title, left: "center" },
      legend: { bottom: 0, itemGap: 24 },
      grid: { left: 60, right: 30, top: 50, bottom: 80 },
      xAxis: {
        type: "value",
        name: x,
        nameLocation: "middle",
        nameGap: 30,
        max: Math.max(...curves.flatMap(({ points }) => points.at(-1)?.[0] ?? 0)),
      },
      yAxis: { type: "value", min: 0, name: y.name, ...(y.most && { max: y.most }) },
      series: curves.map(({ name, points, isDashed }) => ({
        name,
        type: "line",
        showSymbol: false,
        lineStyle: { type: isDashed === true ? "dashed" : "solid" },
        data: points.map(([x, y]) => [x, Number(y.toFixed(4))]),
      })),
    },
  };
}
