import { join } from "node:path";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { type Curve, plotCurves } from "../plots/plot-curves.ts";
import { byLabel } from "./report.ts";
import type { Run } from "./run.ts";

/** Points of a line. */
const POINTS = 100;

/** Draws how the harvest rate goes with the share of the budget spent, means over tasks and seeds. */
export function plotHarvest(
  folder: string,
  subject: string,
  title: string,
  runs: readonly Run[],
): void {
  const curves = [...byLabel(runs)].map(([name, runs]): Curve => {
    const lines = runs.map((run) => ({ hits: hitsOf(run), budget: run.task.budget }));
    const rateAt = (spent: number) =>
      mean(lines.map(({ hits, budget }) => rate(hits, Math.max(1, Math.round(spent * budget)))));
    return { name, points: grid(1).map((spent) => [spent, rateAt(spent)]) };
  });
  plotCurves(join(folder, `${subject}.svg`), { title, x: "share of the budget spent" }, curves);
}

/** Draws what share of the target pages is found, task by task, over the pages fetched; means over seeds. */
export function plotRecall(folder: string, subject: string, runs: readonly Run[]): void {
  for (const [task, ofTask] of Map.groupBy(runs, ({ task }) => task)) {
    const curves = [...byLabel(ofTask)].map(([name, runs]): Curve => {
      const lines = runs.map((run) => ({ hits: hitsOf(run), known: run.counted.known }));
      const recallAt = (pages: number) =>
        mean(lines.map(({ hits, known }) => (hits[Math.min(pages, hits.length - 1)] ?? 0) / known));
      return {
        name,
        points: grid(task.budget).map((pages) => [pages, recallAt(Math.round(pages))]),
      };
    });
    const file = join(folder, `${subject}-${task.name.replaceAll(" ", "-")}.svg`);
    plotCurves(file, { title: `${task.name}: target recall`, x: "pages fetched" }, curves);
  }
}

function grid(end: number): number[] {
  return Array.from({ length: POINTS + 1 }, (_, point) => (point / POINTS) * end);
}

/** Wanted pages among the first n that count, by n from 0. */
function hitsOf({ task, counted }: Run): number[] {
  const hits = [0];
  for (const type of counted.types)
    hits.push((hits.at(-1) ?? 0) + (task.targetTypes.includes(type) ? 1 : 0));
  return hits;
}

/** Harvest rate after some pages; of a crawl that ended before, at its end. */
function rate(hits: readonly number[], pages: number): number {
  const fetched = Math.min(pages, hits.length - 1);
  return fetched === 0 ? 0 : (hits[fetched] ?? 0) / fetched;
}
