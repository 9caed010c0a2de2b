/** How far behind simple strategies the default one ever is, and how much its seeds differ. */
import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import type { Crawled } from "../crawled.ts";
import { OURS, SIMPLE } from "../strategies.ts";
import { ratio } from "./cells.ts";
import { type Crawls, meanOf, taskOf } from "./crawls.ts";

/** Pages at which crawls are compared. */
const AFTER = [100, 300];

/** What is asked: of the worst task, of the mean of all, and of the spread over seeds. */
const GOAL = { worst: 0.75, mean: 1, spread: 1.5 };

/** A task after so many pages: what the default strategy found with each seed, and the best rival's mean. */
interface Compared {
  readonly task: string;
  readonly after: number;
  readonly ours: readonly number[];
  readonly rival: string;
  readonly best: number;
}

/**
 * Prints the default strategy beside the best simple one of each task, the worst task first. A task
 * in which no strategy finds anything says nothing and is left out.
 */
export function printWorstTasks(crawls: Crawls): void {
  const compared = AFTER.flatMap((after) =>
    crawls.tasks.flatMap((task) => compare(crawls, task, after)),
  );
  if (compared.length === 0) return;
  const rows = compared
    .toSorted((a, b) => ratioOf(a) - ratioOf(b))
    .map((each) => [
      each.task,
      String(each.after),
      each.ours.join(" "),
      each.rival,
      each.best.toFixed(0),
      ratio(ratioOf(each)),
      ratio(spreadOf(each)),
    ]);
  const ratios = compared.map(ratioOf);
  const spreads = compared.map(spreadOf).filter(Number.isFinite);
  const summary = [
    `worst ${ratio(Math.min(...ratios))} (asked ${GOAL.worst})`,
    `mean ${ratio(meanOf(ratios))} (asked ${GOAL.mean})`,
    `greatest spread over seeds ${ratio(Math.max(...spreads))} (asked ${GOAL.spread})`,
  ].join(", ");
  const left = (title: string) => ({ title, align: "left" }) as const;
  printTable(
    `relevant pages of ${OURS} with each seed, and of the best simple strategy: ${summary}`,
    [
      ...[left("task"), figures("pages"), left("each seed"), left("best simple strategy")],
      ...["its mean", "ratio", "greatest ÷ least"].map(figures),
    ],
    rows,
  );
}

function compare(crawls: Crawls, task: string, after: number): Compared[] {
  const foundBy = (strategy: string) =>
    crawls
      .of(strategy)
      .filter((crawled) => taskOf(crawled) === task && crawled.budget >= after)
      .map(({ found }: Crawled) => found.filter((place) => place <= after).length);
  const ours = foundBy(OURS);
  const rivals = SIMPLE.map((name) => ({ rival: name, best: meanOf(foundBy(name)) }))
    .filter(({ best }) => Number.isFinite(best))
    .toSorted((a, b) => b.best - a.best);
  const [first] = rivals;
  if (first === undefined || ours.length === 0) return [];
  return first.best === 0 && ours.every((found) => found === 0)
    ? []
    : [{ task, after, ours, ...first }];
}

/** Returns what the default strategy found ÷ what the best rival did; infinite where that is nothing. */
function ratioOf({ ours, best }: Compared): number {
  return meanOf(ours) / best;
}

/** Returns the greatest ÷ the least find over seeds; infinite where a seed finds nothing. */
function spreadOf({ ours }: Compared): number {
  return Math.max(...ours) / Math.min(...ours);
}
