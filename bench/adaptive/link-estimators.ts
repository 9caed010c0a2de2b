import { join } from "node:path";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import {
  calibrationError,
  reliabilityBins,
} from "../../lib/domain/stats/intervals/prediction-quality.ts";
import { CONFORMAL_LEVELS } from "../../lib/domain/stats/learner/conformal-strata.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { isRecorded } from "../known-web/labelled-web.ts";
import { plotCurves } from "../plots/plot-curves.ts";
import type { Predicted } from "./jobs.ts";
import { universityTasks } from "./task.ts";
import { doJobs } from "./workers.ts";

/** Ψ with the percentiles of strata, and with those of all links, as published. */
const STRATEGIES = ["adaptive:conformal=strata", "adaptive:conformal=global"];

/**
 * Measures Ψ alone: how its predictions and intervals agree with what unseen links of the same web
 * lead to.
 */
export async function linkEstimators(folder: string): Promise<void> {
  const tasks = universityTasks({ good: 133, bad: 875, wrong: 0 });
  if (!tasks.every(({ site }) => isRecorded(site))) {
    console.log("skipped: the universities are not recorded here");
    return;
  }
  const jobs = STRATEGIES.flatMap((strategy) =>
    tasks.map((task) => ({ kind: "predict", task, strategy, seed: 1 }) as const),
  );
  const predicted = await doJobs("link estimators", jobs);
  const of = (strategy: string) => predicted.filter((_, at) => jobs[at]?.strategy === strategy);
  printCoverage(new Map(STRATEGIES.map((strategy) => [strategy, of(strategy)])));
  const [ours = ""] = STRATEGIES;
  calibration(folder, of(ours));
}

function printCoverage(byStrategy: ReadonlyMap<string, readonly Predicted[]>): void {
  const rows = [...byStrategy].map(([strategy, predicted]) => [
    strategy,
    ...CONFORMAL_LEVELS.map((_, level) =>
      mean(predicted.flatMap(({ coverages }) => coverages.map((at) => at[level] ?? 0))).toFixed(3),
    ),
  ]);
  const levels = CONFORMAL_LEVELS.map((level) => figures(level.toFixed(2)));
  printTable(
    "share of unseen links within the interval of a level, means over needs and partings",
    [{ title: "level", align: "left" }, ...levels],
    rows,
  );
}

function calibration(folder: string, predicted: readonly Predicted[]): void {
  const points = predicted.flatMap((each) => each.points);
  const bins = reliabilityBins(
    Float64Array.from(points, ([prediction]) => prediction),
    Float64Array.from(points, ([, label]) => label),
  );
  const rows = bins.map(({ predicted, observed, count }) => [
    predicted.toFixed(3),
    observed.toFixed(3),
    String(count),
  ]);
  const columns = ["predicted", "observed", "links"].map(figures);
  printTable("Ψ of unseen links, and what they led to", columns, rows);
  console.log(`expected calibration error: ${calibrationError(bins).toFixed(3)}`);
  plotCurves(join(folder, "psi-calibration.svg"), { title: "Ψ of unseen links", x: "predicted" }, [
    { name: "observed", points: bins.map((bin) => [bin.predicted, bin.observed]) },
    {
      name: "(exact)",
      points: [
        [0, 0],
        [1, 1],
      ],
      isDashed: true,
    },
  ]);
}
