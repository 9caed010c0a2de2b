import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { Run } from "./run.ts";
import { taskName } from "./task.ts";
import { overTasks, ratioOf, recallAt, recognisedAt, SHARES, volumeAt } from "./volumes.ts";

const STRATEGY = { title: "strategy", align: "left" } as const;

/** Returns the runs by strategy, in the order of the table. */
export function byLabel(runs: readonly Run[]): ReadonlyMap<string, Run[]> {
  return Map.groupBy(runs, ({ label }) => label);
}

/** Prints recall when shares of the budget are spent, one line per strategy. */
export function printRecall(title: string, runs: readonly Run[]): void {
  const rows = [...byLabel(runs)].map(([label, runs]) => [
    label,
    ...SHARES.map((share) => overTasks(runs, (crawled) => recallAt(crawled, share)).toFixed(3)),
  ]);
  printTable(`${title}: share of the target pages found`, [STRATEGY, ...percentages()], rows);
}

/**
 * Prints how many times as much one strategy finds as each other, with 95 % intervals over needs.
 */
export function printRatios(title: string, runs: readonly Run[], label: string): void {
  const all = byLabel(runs);
  const ours = all.get(label) ?? [];
  const rows = [...all].flatMap(([rival, theirs]) => {
    if (rival === label) return [];
    const cells = SHARES.map((share) => {
      const { estimate, low, high } = ratioOf(ours, theirs, (c) => volumeAt(c, share).net);
      if (!Number.isFinite(estimate)) return "–";
      return `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
    });
    return [[rival, ...cells]];
  });
  const columns = [{ ...STRATEGY, title: "÷ that of" }, ...percentages()];
  printTable(`${title}: net volume of ${label}`, columns, rows);
}

/**
 * Prints pages fetched, predicted relevant, and relevant, with precision, at a share of the budget.
 */
export function printVolumes(title: string, runs: readonly Run[], share: number): void {
  const rows = [...byLabel(runs)].map(([label, runs]) => {
    const of = (part: "raw" | "gross" | "net") => overTasks(runs, (c) => volumeAt(c, share)[part]);
    const right = overTasks(runs, (crawled) => recognisedAt(crawled, share));
    const [raw, gross, net] = [of("raw"), of("gross"), of("net")];
    return [
      label,
      ...[raw, gross, net].map((pages) => pages.toFixed(1)),
      ratioText(net, raw),
      ratioText(right, gross),
      mean(runs.map(({ crawled }) => crawled.seconds)).toFixed(1),
    ];
  });
  const titles = ["raw", "gross", "net", "precision", "of gross", "s a crawl"];
  const at = `at ${percent(share)} of the budget`;
  printTable(`${title}: volumes in pages ${at}`, [STRATEGY, ...titles.map(figures)], rows);
}

/** Prints recall at a share of the budget, one line per task, one column per strategy. */
export function printTasks(
  title: string,
  runs: readonly Run[],
  labels: readonly string[],
  share: number,
): void {
  const rows = [...Map.groupBy(runs, ({ task }) => taskName(task))].map(([name, runs]) => {
    const known = mean(runs.map(({ crawled }) => crawled.known));
    const cells = labels.map((label) => {
      const recalls = runs
        .filter((run) => run.label === label)
        .map(({ crawled }) => recallAt(crawled, share));
      return `${mean(recalls).toFixed(2)} [${Math.min(...recalls).toFixed(2)}, ${Math.max(...recalls).toFixed(2)}]`;
    });
    return [name, known.toFixed(0), ...cells];
  });
  const columns = [{ title: "need", align: "left" } as const, ...["known", ...labels].map(figures)];
  printTable(`${title}: recall at ${percent(share)}, [least, greatest] over seeds`, columns, rows);
}

function percentages() {
  return SHARES.map((share) => figures(percent(share)));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function ratioText(part: number, all: number): string {
  return all === 0 ? "–" : (part / all).toFixed(3);
}
