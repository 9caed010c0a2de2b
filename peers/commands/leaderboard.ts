import { harvestRate } from "../../lib/domain/measures/harvest-rate.ts";
import {
  type RankedFigures,
  RECALLS,
  rankedFigures,
} from "../../lib/domain/measures/ranked-collecting.ts";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { type Column, figures, formatTable } from "../../lib/domain/text/table.ts";
import type { BenchCrawl } from "./bench-results.ts";
import { escapeMarkdown, markdownTable } from "./tables.ts";

/** The methods of one task, the best first. */
interface Board {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

const LEFT = ["method", "by", "version"].map((title): Column => ({ title, align: "left" }));

const COLUMNS: readonly Column[] = [
  ...LEFT,
  ...["crawls", "loss", "harvest", "recall at ¼", "recall", "ATD"].map(figures),
  ...RECALLS.map((share) => figures(`pages to ${100 * share} %`)),
  ...["WSS@95", "ERF@10"].map(figures),
];

/** Says what the columns are, for a reader who meets them first. */
const NOTES = [
  "Means over seeds; the lowest loss is first. loss: 1 − area under the curve of relevant pages ÷ that of an order that begins with all relevant pages. recall at ¼: within a quarter of the budget. ATD: mean pages until a relevant page is found, budget + 1 if never. WSS@95: work saved over sampling at a recall of 95 %. ERF@10: extra relevant found within a tenth of the web. –: a seed never reaches that recall.",
  "Only crawls of the same task hash can be compared: the same recording, truth, need, seeds and budget.",
];

/** Formats the methods of each task for a terminal. */
export function boardText(crawls: readonly BenchCrawl[]): string {
  const boards = boardsOf(crawls).map(
    ({ title, rows }) => `${title}\n${formatTable(COLUMNS, rows)}\n`,
  );
  return [...boards, ...NOTES].join("\n");
}

/** Formats the methods of each task as Markdown. */
export function boardMarkdown(crawls: readonly BenchCrawl[]): string {
  const boards = boardsOf(crawls).map(
    ({ title, rows }) => `**${escapeMarkdown(title)}**\n\n${markdownTable(COLUMNS, rows)}\n`,
  );
  return `${[...boards, ...NOTES.map((note) => `- ${note}`)].join("\n")}\n`;
}

function boardsOf(crawls: readonly BenchCrawl[]): Board[] {
  const tasks = Map.groupBy(crawls, ({ task, hash }) => `${task}, ${hash}`);
  return [...tasks].map(([title, ofTask]) => {
    const [{ budget, webPages, known } = { budget: 0, webPages: 0, known: 0 }] = ofTask;
    const methods = [...Map.groupBy(ofTask, methodOf).values()].map(rowOf);
    return {
      title: `${title}: ${budget} of ${webPages} pages, ${known} targets`,
      rows: methods.toSorted((a, b) => a.loss - b.loss).map(({ cells }) => cells),
    };
  });
}

function methodOf({ strategy, module, by, version }: BenchCrawl): string {
  return JSON.stringify([strategy, module, by, version]);
}

function harvestOf({ found, fetched }: BenchCrawl): number {
  return harvestRate(found.length, fetched);
}

function rowOf(crawls: readonly BenchCrawl[]): { readonly loss: number; readonly cells: string[] } {
  const [first] = crawls;
  const all = crawls.map((crawl) => rankedFigures(crawl, crawl.webPages));
  const meanOf = (of: (each: RankedFigures) => number) => mean(all.map(of));
  const reached = (of: (each: RankedFigures) => number | undefined, digits: number): string => {
    const values = all.map(of).filter((value) => value !== undefined);
    return values.length < all.length ? "–" : mean(values).toFixed(digits);
  };
  const loss = meanOf((each) => each.normalisedLoss);
  return {
    loss,
    cells: [
      first?.strategy ?? "",
      first?.by ?? "",
      first?.version ?? "",
      String(crawls.length),
      loss.toFixed(3),
      mean(crawls.map(harvestOf)).toFixed(3),
      meanOf((each) => each.recallSoon).toFixed(3),
      meanOf((each) => each.recall).toFixed(3),
      meanOf((each) => each.meanPagesToTarget).toFixed(0),
      ...RECALLS.map((_, at) => reached(({ pagesToRecall }) => pagesToRecall[at], 0)),
      reached((each) => each.workSaved, 3),
      reached((each) => each.extraRelevantFound, 3),
    ],
  };
}
