import { writeFileSync } from "node:fs";
import { chartFile } from "../../lib/evaluation/report/draw-chart.ts";
import { MANY_LINES } from "../../peers/commands/compare/many-lines.ts";

/** A line of a plot, its points in ascending order of x. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isDashed?: boolean;
}

/** Draws shares in [0,1] over a number, and writes them as SVG. Returns the file. */
export function plotCurves(
  file: string,
  { title, x }: { readonly title: string; readonly x: string },
  curves: readonly Curve[],
): string {
  const marks = curves.map((curve, colour) => ({ ...curve, kind: "line" as const, colour }));
  const chart = { x: { name: x }, y: { name: "", isScore: true as const }, marks };
  writeFileSync(file, chartFile(chart, { width: 900, height: 460, palette: MANY_LINES, title }));
  return file;
}
