import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { svgFile, text } from "../../lib/evaluation/report/draw-chart.ts";
import { plotCurves } from "../plots/plot-curves.ts";

/** A line of a plot: a value a layer, from layer 0. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** Draws shares in [0,1] by layer, and writes them as SVG. Returns the file. */
export function plotByLayer(file: string, title: string, lines: readonly Line[]): string {
  const curves = lines.map(({ name, values }) => ({
    name,
    points: values.map((value, layer) => [layer, value] as const),
  }));
  return plotCurves(file, { title, x: "layer" }, curves);
}

/** Side of a cell, and room for names, in pixels. */
const [CELL, NAMES] = [90, 150];

/** Draws a square of shares in [0,1], rows from above, and writes it as SVG. Returns the file. */
export function plotShares(
  file: string,
  title: string,
  names: readonly string[],
  share: (row: number, column: number) => number,
): string {
  const size = { width: NAMES + names.length * CELL + 20, height: 90 + names.length * CELL };
  const cells = names.flatMap((name, row) => [
    text(NAMES - 8, 50 + (row + 0.5) * CELL, name, "black", "end"),
    text(NAMES + (row + 0.5) * CELL, size.height - 20, name, "black", "middle"),
    ...names.map((_, column) => {
      const value = share(row, column);
      const [x, y] = [NAMES + column * CELL, 40 + row * CELL];
      const cell = `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="#4292c6" fill-opacity="${value.toFixed(2)}"/>`;
      return cell + text(x + CELL / 2, y + CELL / 2, value.toFixed(2), "black", "middle");
    }),
  ]);
  const heading = text(size.width / 2, 24, title, "black", "middle", 16);
  writeFileSync(file, svgFile(size, "white", [heading, ...cells].join("\n")));
  return file;
}

/** A file of a folder by the plot's subject and the layers' size. */
export function plotFile(folder: string, subject: string, topN: number): string {
  return join(folder, `${subject}-${topN}.svg`);
}
