import { join } from "node:path";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { type Curve, plotCurves } from "../plots/plot-curves.ts";
import type { Forum } from "./forum.ts";
import { share, summaryOf } from "./report.ts";
import { crawlAll } from "./run.ts";
import { learner } from "./strategies.ts";
import { type Task, targetTasks, uccTask } from "./task.ts";

/** Numbers of pages learned from; the paper's range. */
const SIZES = [100, 200, 500, 1_000];

/** One seed: with three, this part alone would take most of the bench's time. */
const SEEDS = [1];

const SAMPLINGS = ["apath", "breadth-first"];

/**
 * With this accounting only the sample's size differs: the crawl gains nothing from its pages but
 * the model.
 */
const ACCOUNTING = "free";

interface Line {
  readonly name: string;
  readonly isDashed: boolean;
  /** Mean harvest rate or valid ratio, by size. */
  readonly rates: readonly number[];
}

/** Measures how the size of the sample matters, and the order in which it is taken. */
export async function sampleSizes(forums: readonly Forum[], folder: string): Promise<void> {
  const lines = [
    ...(await linesOf("target", forums.flatMap(targetTasks))),
    ...(await linesOf("ucc", forums.map(uccTask))),
  ];
  printTable(
    "harvest rate (target) and valid ratio (ucc) by size of the sample, learning free",
    [{ title: "goal, sampling", align: "left" }, ...SIZES.map((size) => figures(String(size)))],
    lines.map(({ name, rates }) => [name, ...rates.map(share)]),
  );
  console.log(
    "paper: little changes from 200 to 1,000, target falls at 100, 200 of its own sampling do as 1,000 of breadth-first",
  );
  plotCurves(
    join(folder, "sample-size.svg"),
    { title: "Harvest rate and valid ratio by size of the sample", x: "pages of the sample" },
    lines.map(({ name, isDashed, rates }): Curve => {
      const points = SIZES.map((size, at) => [size, rates[at] ?? 0] as const);
      return { name, isDashed, points };
    }),
  );
}

async function linesOf(goal: string, tasks: readonly Task[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const sampling of SAMPLINGS) {
    const name = `${goal}, ${sampling}`;
    const rates: number[] = [];
    for (const size of SIZES) {
      const runs = await crawlAll(`${name}, ${size} pages`, {
        strategies: [learner(name, `published-source:goal=${goal},sampling=${sampling}`)],
        tasks,
        accountings: [ACCOUNTING],
        seeds: SEEDS,
        sampleSize: () => size,
      });
      rates.push(summaryOf(runs).harvest);
    }
    lines.push({ name, isDashed: sampling !== SAMPLINGS[0], rates });
  }
  return lines;
}
