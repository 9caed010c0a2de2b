import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import type { Result } from "../crawled.ts";
import { cpuMsPerPage, harvestAtBudget, normalisedArea } from "../figures.ts";
import { interval, ratio, ratioOf } from "./cells.ts";
import { Crawls, pairsOf } from "./crawls.ts";

/** Prints what each strategy finds now ÷ what it found in the results of another version. */
export function printSinceBefore(now: readonly Result[], before: readonly Result[]): void {
  const [ours, theirs] = [new Crawls(now), new Crawls(before)];
  const rows = ours.rivals.flatMap((strategy) => {
    const pairs = pairsOf(ours.of(strategy), theirs.of(strategy), normalisedArea);
    if (pairs.length === 0) return [];
    const ratioIn = (group: string) =>
      ratioOf(pairsOf(ours.of(strategy, group), theirs.of(strategy, group), normalisedArea));
    const [harvest, cpu] = [harvestAtBudget, cpuMsPerPage].map((figure) =>
      ratioOf(pairsOf(ours.of(strategy), theirs.of(strategy), figure)),
    );
    return [
      [
        strategy,
        String(pairs.length),
        interval(ratioOf(pairs)),
        ...[harvest, cpu].map((each) => ratio(each?.estimate ?? Number.NaN)),
        ...ours.groups.map((group) => ratio(ratioIn(group).estimate)),
      ],
    ];
  });
  const titles = ["crawls", "area", "harvest", "CPU ms a page", ...ours.groups];
  printTable(
    "now ÷ before, by strategy; by group the area",
    [{ title: "strategy", align: "left" }, ...titles.map(figures)],
    rows,
  );
}
