import { join } from "node:path";
import { type Curve, plotCurves } from "../plots/plot-curves.ts";
import { byLabel } from "./report.ts";
import type { Run } from "./run.ts";
import { ORACLE } from "./strategies.ts";
import { overTasks, recallAt, volumeAt } from "./volumes.ts";

/** Number of points of a line. */
const POINTS = 50;

/** Draws recall and cumulative precision over the budget spent, means over needs and seeds. */
export function plotRuns(
  folder: string,
  subject: string,
  runs: readonly Run[],
  labels: readonly string[],
): void {
  const shares = Array.from({ length: POINTS }, (_, point) => (point + 1) / POINTS);
  const shown = [...byLabel(runs)].filter(([label]) => labels.includes(label) || label === ORACLE);
  const curvesOf = (valueAt: (runs: readonly Run[], share: number) => number) =>
    shown.map(([name, runs]): Curve => {
      const points = shares.map((share) => [share, valueAt(runs, share)] as const);
      return { name, points, isDashed: name === ORACLE };
    });
  const x = "share of the budget spent";
  plotCurves(
    join(folder, `${subject}-recall.svg`),
    { title: `${subject}: share of the relevant pages found`, x },
    curvesOf((runs, share) => overTasks(runs, (crawled) => recallAt(crawled, share))),
  );
  plotCurves(
    join(folder, `${subject}-precision.svg`),
    { title: `${subject}: cumulative precision`, x },
    curvesOf((runs, share) => {
      const of = (part: "net" | "raw") => overTasks(runs, (c) => volumeAt(c, share)[part]);
      const raw = of("raw");
      return raw === 0 ? 0 : of("net") / raw;
    }),
  );
}
