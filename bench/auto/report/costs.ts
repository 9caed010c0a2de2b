import {
  meanPagesToTarget,
  pagesToRecall,
} from "../../../lib/domain/measures/ranked-collecting.ts";
import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import type { Crawled } from "../crawled.ts";
import { cpuMsPerPage, recallOf } from "../figures.ts";
import { millis, ratio, share } from "./cells.ts";
import { type Crawls, meanOverTasks, pairsOf } from "./crawls.ts";

/** Shares of the relevant pages that a crawl is timed to. */
const RECALLS = [0.5, 0.8, 0.95];

/** The strategy whose processor time is the measure of the others'. */
const MEASURE = "adaptive";

/** Prints what a crawl reaches beside its harvest, and what it costs. */
export function printCosts(crawls: Crawls): void {
  const rows = crawls.strategies.map((strategy) => {
    const own = crawls.of(strategy);
    const times = pairsOf(own, crawls.of(MEASURE), cpuMsPerPage).map(([a, b]) => a / b);
    return [
      strategy,
      share(meanOverTasks(own, recallOf)),
      share(meanOverTasks(own, (crawled) => meanPagesToTarget(crawled) / (crawled.budget + 1))),
      ...RECALLS.flatMap((recall) => reached(own, recall)),
      share(meanOverTasks(own, ({ pages, budget }) => pages / budget)),
      ratio(meanOverTasks(own, ({ inVain, pages }) => inVain / pages)),
      millis(median(own.map(cpuMsPerPage))),
      ratio(median(times)),
    ];
  });
  const recalls = RECALLS.flatMap((recall) => {
    const percent = `${(recall * 100).toFixed(0)} %`;
    return [`reach ${percent} recall`, `after`];
  });
  printTable(
    "beside the harvest: recall; mean pages to a relevant page ÷ (budget + 1), which those never found count as; share of crawls that reach a recall, and after which median share of the budget; cost",
    [
      { title: "strategy", align: "left" },
      ...["recall", "ATD", ...recalls, "pages ÷ budget", "draws in vain a page"].map(figures),
      ...["median CPU ms a page", `÷ ${MEASURE}, paired`].map(figures),
    ],
    rows,
  );
}

function reached(crawls: readonly Crawled[], recall: number): [string, string] {
  const shares = crawls.flatMap((crawled) => {
    const pages = pagesToRecall(crawled, recall);
    return pages === undefined ? [] : [pages / crawled.budget];
  });
  return [share(shares.length / crawls.length), ratio(median(shares))];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}
