import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import { type Crawled, ORACLE } from "../crawled.ts";
import { harvestAtBudget, normalisedArea } from "../figures.ts";
import { greatest, share } from "./cells.ts";
import { type Crawls, type Figure, meanOf, meanOverTasks, taskOf } from "./crawls.ts";

/** Prints what every strategy finds in every group, the best of each in bold. */
export function printByGroup(crawls: Crawls): void {
  printFigure(
    "area under the harvest curve ÷ the oracle's, mean over tasks",
    crawls,
    normalisedArea,
  );
  printFigure("relevant pages ÷ budget, mean over tasks", crawls, harvestAtBudget);
}

/** Prints distinct threads, and posts after a stroke, of the tasks where they are known; means over seeds. */
export function printContent(crawls: Crawls): void {
  const known = (strategy: string, task: string) =>
    crawls.of(strategy).filter((each) => each.threads !== undefined && taskOf(each) === task);
  const { rivals } = crawls;
  const tasks = crawls.tasks.filter((task) => rivals.some((name) => known(name, task).length > 0));
  if (tasks.length === 0) return;
  const cellOf = (made: readonly Crawled[]) => {
    if (made.length === 0) return "–";
    const threads = meanOf(made.map((each) => each.threads ?? 0)).toFixed(0);
    return `${threads} / ${meanOf(made.map((each) => each.posts ?? 0)).toFixed(0)}`;
  };
  const rows = tasks.map((task) => [task, ...rivals.map((name) => cellOf(known(name, task)))]);
  printTable(
    "distinct threads (of other pages: texts) / posts on the relevant pages found",
    [{ title: "task", align: "left" }, ...rivals.map(figures)],
    rows,
  );
}

/** Prints what crawls that fetched a relevant page call so in the end, where it was counted; means over tasks. */
export function printCalled(crawls: Crawls): void {
  const counted = crawls.rivals.filter((name) => crawls.of(name).some(({ called }) => called));
  if (counted.length === 0) return;
  const titles = ["F1", "precision", "recall", "called ÷ true", "area"];
  const of =
    (figure: "f1" | "precision" | "recall" | "ofTrue"): Figure =>
    ({ called }) =>
      called === undefined || called.relevant === 0 ? Number.NaN : (called[figure] ?? Number.NaN);
  const shown = [of("f1"), of("precision"), of("recall"), of("ofTrue"), normalisedArea];
  const rows = counted.map((name) => [
    name,
    ...shown.map((figure) => share(meanOverTasks(crawls.of(name), figure))),
  ]);
  const strategy = { title: "strategy", align: "left" } as const;
  printTable(
    "called relevant in the end, mean over tasks",
    [strategy, ...titles.map(figures)],
    rows,
  );
}

function printFigure(title: string, crawls: Crawls, figure: Figure): void {
  const { groups, strategies } = crawls;
  const isRival = (row: number) => strategies[row] !== ORACLE;
  const values = strategies.map((strategy) => {
    const ofGroups = groups.map((group) => meanOverTasks(crawls.of(strategy, group), figure));
    // A mean over fewer groups is no mean of all.
    const isWhole = ofGroups.every((value) => Number.isFinite(value));
    return [...ofGroups, isWhole ? meanOf(ofGroups) : Number.NaN];
  });
  const best = [...groups, ""].map((_, column) =>
    greatest(values.map((row, at) => (isRival(at) ? (row[column] ?? Number.NaN) : Number.NaN))),
  );
  const rows = strategies.map((strategy, at) => [strategy, ...(values[at] ?? []).map(share)]);
  const columns = [...groups, "mean of groups"].map(figures);
  printTable(title, [{ title: "strategy", align: "left" }, ...columns], rows, {
    isBold: (row, column) =>
      column > 0 && isRival(row) && values[row]?.[column - 1] === best[column - 1],
  });
}
