import { join } from "node:path";
import { writePlot } from "../plots/write-plot.ts";

/** A line of a plot: a value a layer, from layer 0. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** Draws shares in [0,1] by layer, and writes them as SVG. Returns the file. */
export function plotByLayer(file: string, title: string, lines: readonly Line[]): string {
  const most = Math.max(...lines.map(({ values }) => values.length));
  return writePlot(file, {
    title: { text: title, left: "center" },
    legend: { bottom: 0, itemGap: 24 },
    grid: { left: 60, right: 30, top: 50, bottom: 80 },
    xAxis: {
      ...{ type: "category", name: "layer", nameLocation: "middle", nameGap: 30 },
      data: Array.from({ length: most }, (_, layer) => String(layer)),
    },
    yAxis: { type: "value", min: 0, max: 1 },
    series: lines.map(({ name, values }) => ({ name, type: "line", data: [...values] })),
  });
}

/** Draws a square of shares in [0,1], rows from above, and writes it as SVG. Returns the file. */
export function plotShares(
  file: string,
  title: string,
  names: readonly string[],
  share: (row: number, column: number) => number,
): string {
  const cells = names.flatMap((_, row) =>
    names.map((_name, column) => [column, row, Number(share(row, column).toFixed(2))]),
  );
  return writePlot(file, {
    title: { text: title, left: "center" },
    grid: { left: 140, right: 30, top: 50, bottom: 60 },
    xAxis: { type: "category", data: [...names], axisLabel: { interval: 0 } },
    yAxis: { type: "category", data: [...names], inverse: true },
    visualMap: { min: 0, max: 1, show: false, inRange: { color: ["#f7fbff", "#4292c6"] } },
    series: [{ type: "heatmap", data: cells, label: { show: true } }],
  });
}

/** A file of a folder by the plot's subject and the layers' size. */
export function plotFile(folder: string, subject: string, topN: number): string {
  return join(folder, `${subject}-${topN}.svg`);
}
