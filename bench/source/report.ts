import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { Accounting, Score } from "./accounting.ts";
import type { Published } from "./paper.ts";
import type { Run } from "./run.ts";

/** Means over tasks of the means over seeds. */
export interface Summary extends Score {
  /** Least mean over seeds of one task, and least of one crawl. */
  readonly worstTask: number;
  readonly worstCrawl: number;
  /** Share of the budget that was spent: a crawl may run out of links before. */
  readonly spent: number;
}

/** Runs in one accounting, and those that are the same in all. */
export function runsIn(runs: readonly Run[], accounting: Accounting): Run[] {
  return runs.filter((run) => run.accounting === undefined || run.accounting === accounting);
}

/** Sums up the runs of one strategy in one accounting. */
export function summaryOf(runs: readonly Run[]): Summary {
  const byTask = [...Map.groupBy(runs, ({ task }) => task).values()];
  const overTasks = (of: (run: Run) => number) => mean(byTask.map((runs) => mean(runs.map(of))));
  const meanOf = (of: keyof Score) => overTasks(({ score }) => score[of]);
  return {
    harvest: meanOf("harvest"),
    recall: meanOf("recall"),
    f: meanOf("f"),
    entropy: meanOf("entropy"),
    worstTask: Math.min(...byTask.map((runs) => mean(runs.map(({ score }) => score.harvest)))),
    worstCrawl: Math.min(...runs.map(({ score }) => score.harvest)),
    spent: overTasks(({ counted, task }) => counted.types.length / task.budget),
  };
}

/** One line a strategy, with what was published of it beside. */
export function printSummaries(
  title: string,
  rate: string,
  runs: readonly Run[],
  published: (label: string) => Published | undefined,
): void {
  const titles = [rate, "worst", "of one crawl", "recall", "F", "bits", "spent"];
  const theirs = ["paper's", "worst", "recall", "F"];
  const rows = [...byLabel(runs)].map(([label, runs]) => {
    const { harvest, worstTask, worstCrawl, recall, f, entropy, spent } = summaryOf(runs);
    const paper = published(label);
    return [
      label,
      ...[harvest, worstTask, worstCrawl, recall, f].map(share),
      entropy.toFixed(2),
      spent.toFixed(2),
      ...[paper?.harvest, paper?.worst, paper?.recall, paper?.f].map(share),
    ];
  });
  printTable(
    title,
    [{ title: "strategy", align: "left" }, ...[...titles, ...theirs].map(figures)],
    rows,
  );
}

/** One line a task, one column a strategy: F after a stroke where it is far from the rate. */
export function printTasks(title: string, runs: readonly Run[]): void {
  const labels = [...byLabel(runs).keys()];
  const rows = [...Map.groupBy(runs, ({ task }) => task)].map(([{ name, budget }, runs]) => [
    name,
    String(budget),
    ...labels.map((label) => cellOf(runs.filter((run) => run.label === label))),
  ]);
  const columns = ["budget", ...labels].map(figures);
  printTable(title, [{ title: "", align: "left" }, ...columns], rows);
}

/** One line a task, one column a strategy: distinct threads, and posts after a stroke; means over seeds. */
export function printContent(title: string, runs: readonly Run[]): void {
  const labels = [...byLabel(runs).keys()];
  const rows = [...Map.groupBy(runs, ({ task }) => task)].map(([{ name, budget }, runs]) => [
    name,
    String(budget),
    ...labels.map((label) => {
      const counts = runs.filter((run) => run.label === label).map(({ counted }) => counted);
      const threads = mean(counts.map((count) => count.threads)).toFixed(0);
      const posts = mean(counts.map((count) => count.posts)).toFixed(0);
      return posts === "0" ? threads : `${threads} / ${posts}`;
    }),
  ]);
  const columns = ["budget", ...labels].map(figures);
  printTable(title, [{ title: "", align: "left" }, ...columns], rows);
}

/** Below this difference of harvest rate and F one figure stands for both. */
const SAME = 0.02;

function cellOf(runs: readonly Run[]): string {
  const { harvest, f } = summaryOf(runs);
  return Math.abs(harvest - f) < SAME ? share(harvest) : `${share(harvest)} / ${share(f)}`;
}

/** Runs by strategy, in the order of the table. */
export function byLabel(runs: readonly Run[]): ReadonlyMap<string, Run[]> {
  return Map.groupBy(runs, ({ label }) => label);
}

/** A share to three places; a dash for what is not known. */
export function share(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(3);
}
