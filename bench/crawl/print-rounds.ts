import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { RunCost } from "./measured-run.ts";

/** One crawl of a web by one crawler. */
export interface Round {
  readonly name: string;
  readonly round: number;
  /** Pages of the web. */
  readonly pages: number;
  readonly whole: RunCost;
  /** A crawl of one page without links: the cost of starting and ending. */
  readonly single: RunCost;
  readonly repeated: number;
  readonly otherAnswers: number;
  /** How the pages received differ from those of the web; `undefined` where they are the same. */
  readonly differs: string | undefined;
}

/** Median, least and greatest of some numbers. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Spread of the ratios of a crawler's figure to that of the first crawler in the same round: both met the
 * same other load. A round where one of them missed a page is left out.
 */
export function ratios(
  rounds: readonly Round[],
  name: string,
  figure: (round: Round) => number,
): Spread | undefined {
  const base = rounds[0]?.name;
  const valid = rounds.filter(({ differs }) => differs === undefined);
  const pairs = valid.flatMap((ours) => {
    const theirs = valid.find((each) => each.name === name && each.round === ours.round);
    return ours.name === base && theirs !== undefined ? [figure(theirs) / figure(ours)] : [];
  });
  return spread(pairs);
}

function spread(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || greatest === undefined) return undefined;
  const [low = 0, high = 0] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((i) => sorted[i]);
  return { median: (low + high) / 2, least, greatest };
}

/** Processor time of a page in ms, with start and end of the program. */
const wholeMs = ({ whole, pages }: Round): number => (1000 * whole.cpuSeconds) / pages;

/** Processor time of a further page in ms: start and end of the program are taken out. */
const furtherMs = ({ whole, single, pages }: Round): number =>
  (1000 * (whole.cpuSeconds - single.cpuSeconds)) / (pages - 1);

const FIGURES: readonly [string, (round: Round) => number, digits: number][] = [
  ["start, CPU s", ({ single }) => single.cpuSeconds, 2],
  ["pages/s", ({ whole, pages }) => pages / whole.wallSeconds, 0],
  ["peak MB", ({ whole }) => whole.peakMegabytes, 0],
  ["other answers", ({ otherAnswers, repeated }) => otherAnswers + repeated, 0],
];

/** Prints the rounds as a table: a difference in the place of the figures where pages differed. */
export function printRounds(title: string, rounds: readonly Round[]): void {
  const names = [...new Set(rounds.map(({ name }) => name))];
  const ours = names[0] ?? "";
  const titles = [
    "CPU ms a page",
    `÷ ${ours}`,
    "without start",
    `÷ ${ours}`,
    ...FIGURES.map(([each]) => each),
  ];
  const rows = names.map((name) => {
    const own = rounds.filter((round) => round.name === name);
    const differs = own.find((round) => round.differs !== undefined)?.differs;
    if (differs !== undefined) return [`${name}: ${differs}`, ...titles.map(() => "–")];
    const median = (figure: (round: Round) => number, digits: number) =>
      spread(own.map(figure))?.median.toFixed(digits) ?? "";
    const ratio = (figure: (round: Round) => number) =>
      name === ours ? "" : formatSpread(ratios(rounds, name, figure));
    return [
      name,
      median(wholeMs, 2),
      ratio(wholeMs),
      median(furtherMs, 2),
      ratio(furtherMs),
      ...FIGURES.map(([, figure, digits]) => median(figure, digits)),
    ];
  });
  printTable(title, [{ title: "crawler", align: "left" }, ...titles.map(figures)], rows);
}

function formatSpread(ratio: Spread | undefined): string {
  if (ratio === undefined) return "–";
  const [median, least, greatest] = [ratio.median, ratio.least, ratio.greatest].map((value) =>
    value.toFixed(2),
  );
  return `${median} [${least}–${greatest}]`;
}
