import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import { ORACLE } from "../crawled.ts";
import { harvestAtBudget, normalisedArea } from "../figures.ts";
import { greatest, share } from "./cells.ts";
import { type Crawls, type Figure, meanOf, meanOverTasks } from "./crawls.ts";

/** Prints what every strategy finds in every group, the best of each in bold. */
export function printByGroup(crawls: Crawls): void {
  printFigure(
    "area under the harvest curve ÷ the oracle's, mean over tasks",
    crawls,
    normalisedArea,
  );
  printFigure("relevant pages ÷ budget, mean over tasks", crawls, harvestAtBudget);
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
