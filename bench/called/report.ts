/** Figures of called sets against the truth: of the crawl itself, of each cut, and of the best cut there is. */
import { type CalledFigures, calledFigures } from "../../lib/domain/measures/called-figures.ts";
import { isCalled, placeCuts } from "../../lib/domain/methods/cut.ts";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { Called, Row } from "./crawls.ts";

/** Ways to choose the called set, as columns name them. */
const WAYS: Readonly<Record<string, (crawl: Called) => (row: Row) => boolean>> = {
  crawl: () => (row) => row.duringCrawl,
  complete: (crawl) => calledBy(crawl, "complete"),
  clean: (crawl) => calledBy(crawl, "clean"),
};

function calledBy({ rows, cannotTell }: Called, name: "complete" | "clean") {
  const cut = placeCuts(rows)[name];
  return (row: Row) => !cannotTell && isCalled(row, cut);
}

/** Greatest factor between a count and the true one that counts as near. */
const NEAR = 1.5;

/** The judge of labels and words, whose scores a cut divides. */
const BY_WORDS = "labels";

/** Prints means by what was given, over the crawls that fetched a relevant page, and those of each crawl. */
export function report(crawls: readonly Called[]): void {
  const some = crawls.filter(({ rows }) => rows.some(({ verdict }) => verdict));
  const seconds = crawls.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;
  console.log(
    `${crawls.length} crawls, ${seconds.toFixed(0)} s of processor time when they were made`,
  );
  if (some.length === 0) return console.log("no crawl fetched a relevant page");
  const byWords = some.filter(({ judges }) => judges.includes(BY_WORDS));
  const parts: [string, readonly Called[]][] = [
    ...Map.groupBy(some, ({ given }) => given),
    ["all judged by words", byWords],
    ["all", some],
  ];
  const rows = parts.flatMap(([name, own]) => (own.length === 0 ? [] : [rowOf(name, own)]));
  printTable("the called set, by what was given", columnsOf("given"), rows);
  const each = some.map((crawl) => rowOf(`${crawl.given}: ${crawl.task}, ${crawl.seed}`, [crawl]));
  printTable("the same, each crawl", columnsOf("crawl"), each, { isFolded: true });
}

function columnsOf(title: string) {
  const ways = Object.keys(WAYS);
  return [
    { title, align: "left" as const },
    ...[
      "crawls",
      ...ways.map((way) => `F1 ${way}`),
      "worst web, complete",
      ...ways.map((way) => `within ${NEAR} × ${way}`),
      "F1 of the best cut",
    ].map(figures),
  ];
}

function rowOf(name: string, crawls: readonly Called[]): string[] {
  const found = Object.values(WAYS).map((choose) =>
    crawls.map((crawl) => figuresOf(crawl, choose(crawl))),
  );
  const f1 = (all: readonly CalledFigures[]) => mean(all.map((each) => each.f1));
  const near = (all: readonly CalledFigures[]) => mean(all.map(({ ofTrue }) => nearness(ofTrue)));
  const webs = [...Map.groupBy(crawls, ({ web }) => web).values()];
  const complete = webs.map((own) =>
    f1(own.map((crawl) => figuresOf(crawl, calledBy(crawl, "complete")))),
  );
  return [
    name,
    String(crawls.length),
    ...found.map((all) => f1(all).toFixed(3)),
    Math.min(...complete).toFixed(3),
    ...found.map((all) => near(all).toFixed(2)),
    mean(crawls.map(bestF1)).toFixed(3),
  ];
}

function figuresOf({ rows }: Called, isChosen: (row: Row) => boolean): CalledFigures {
  return calledFigures(rows.map((row) => ({ isCalled: isChosen(row), verdict: row.verdict })));
}

function nearness(ofTrue: number | null): number {
  return Number(ofTrue !== null && ofTrue <= NEAR && ofTrue >= 1 / NEAR);
}

/** Returns the greatest F1 of any cut between the scores. */
function bestF1(crawl: Called): number {
  const scores = new Set(crawl.rows.map(({ utility }) => utility));
  return Math.max(...[...scores].map((at) => figuresOf(crawl, (row) => isCalled(row, { at })).f1));
}
