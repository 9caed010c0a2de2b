import type { CalledFigures } from "../../../lib/domain/measures/called-figures.ts";
import { RECALLS } from "../../../lib/domain/measures/ranked-collecting.ts";
import { type Interval, mean } from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { type Column, figures } from "../../../lib/domain/text/table.ts";
import type { Comparison } from "../../../lib/evaluation/compare-strategies.ts";
import { BY_OWN } from "../../../lib/evaluation/verdict-words.ts";
import type { OracleCrawls } from "./oracle-crawls.ts";
import {
  type CollectingSummary,
  type ComparisonSummary,
  type CurveSummary,
  type StrategySummary,
} from "./summarise-comparisons.ts";

/** A table before it is set as text, Markdown or LaTeX. */
interface TitledTable {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables and notes that report a comparison. */
export interface ComparisonTables {
  readonly tables: readonly TitledTable[];
  /** Explanations of the figures. */
  readonly notes: readonly string[];
}

/** The inputs of a comparison that its figures depend on. */
interface ComparisonBasis {
  /** Number of pages. */
  readonly budget: number;
  /** By project; `null` when no truth is given. */
  readonly knownTargets: readonly (number | null)[];
  /** A note on the truth, when it is a run's own. */
  readonly truthNote: string | undefined;
  /** Left out where no called set was measured. */
  readonly repetitions?: readonly Pick<Comparison, "strategies">[];
}

/** Share of a strategy's draws from which on its figures get a warning, in [0,1]. */
const MANY_NOT_RECORDED = 0.05;

/** Titles of the oracle's rows. */
export const ORACLE_TITLES: Readonly<Record<keyof OracleCrawls, string>> = {
  greedy: "(oracle: greedy, knows the truth)",
  bound: "(oracle: no crawl can have more)",
};

const STRATEGY: Column = { title: "strategy", align: "left" };

/** Makes the tables and notes of repeated comparisons. */
export function comparisonTables(
  summary: ComparisonSummary,
  basis: ComparisonBasis,
): ComparisonTables {
  const isOwn = basis.knownTargets.includes(null);
  const rate = isOwn ? `Harvest rate ${BY_OWN}` : "Harvest rate";
  const tables = [
    ratesTable(summary, rate),
    differencesTable(summary, rate),
    collectingTable(summary),
    calledTable(basis.repetitions ?? []),
  ];
  return {
    tables: tables.filter(({ rows }) => rows.length > 0),
    notes: notesOf(summary, basis),
  };
}

function ratesTable(summary: ComparisonSummary, title: string): TitledTable {
  const { strategies, knowing, resampled } = summary;
  const isRepeated = resampled.count > 1;
  const shared = ({ harvest, targetRecall }: CurveSummary) => [
    ...harvest.map((rate) => intervalText(rate, isRepeated)),
    targetRecall === null ? "–" : intervalText(targetRecall, isRepeated),
  ];
  const own = ({ fetched, notRecorded, seconds }: StrategySummary) => [
    decimals(fetched),
    decimals(notRecorded),
    seconds.toFixed(1),
  ];
  const oracles = ["greedy", "bound"] as const;
  return {
    title,
    columns: [
      STRATEGY,
      ...checkpointTitles(summary),
      ...["recall", "fetched", "not recorded", "seconds"].map(figures),
    ],
    rows: [
      ...Object.entries(strategies).map(([name, of]) => [name, ...shared(of), ...own(of)]),
      ...(knowing === undefined
        ? []
        : oracles.map((kind) => [ORACLE_TITLES[kind], ...shared(knowing[kind])])),
    ],
  };
}

/** Makes the table of what each strategy's crawls called relevant in the end, in means; without a row where that was not asked for. */
export function calledTable(repetitions: readonly Pick<Comparison, "strategies">[]): TitledTable {
  const names = Object.keys(repetitions[0]?.strategies ?? {});
  const titles = ["called", "relevant fetched", "F1", "precision", "recall", "called ÷ true"];
  return {
    title: "Called relevant in the end",
    columns: [STRATEGY, ...titles.map(figures)],
    rows: names.flatMap((name) => {
      const called = repetitions.flatMap(({ strategies }) => strategies[name]?.called ?? []);
      if (called.length === 0) return [];
      const of = (figure: (each: CalledFigures) => number) => mean(called.map(figure));
      const counts = [of((each) => each.called), of(({ relevant }) => relevant)].map(decimals);
      const shares = [of(({ f1 }) => f1), of((each) => each.precision), of(({ recall }) => recall)];
      const ratios = called.flatMap(({ ofTrue }) => ofTrue ?? []);
      const ofTrue = ratios.length === 0 ? "–" : mean(ratios).toFixed(2);
      return [[name, ...counts, ...shares.map((share) => share.toFixed(3)), ofTrue]];
    }),
  };
}

function differencesTable(summary: ComparisonSummary, rate: string): TitledTable {
  const { reference, strategies, resampled } = summary;
  return {
    title: `${rate} less that of ${reference}`,
    columns: [STRATEGY, ...checkpointTitles(summary)],
    rows: Object.entries(strategies).flatMap(([name, { difference }]) =>
      difference === undefined
        ? []
        : [[name, ...difference.map((of) => intervalText(of, resampled.count > 1, signed))]],
    ),
  };
}

/** How soon the targets are found, by the metrics of screening and of technology-assisted review. */
function collectingTable({ strategies }: ComparisonSummary): TitledTable {
  const titles = ["loss", "ATD", ...RECALLS.map((share) => `pages to ${percent(share)}`)];
  return {
    title: "How soon targets are found",
    columns: [STRATEGY, ...[...titles, "WSS@95", "ERF@10"].map(figures)],
    rows: Object.entries(strategies).flatMap(([name, { collecting }]) =>
      collecting === undefined ? [] : [[name, ...collectingCells(collecting)]],
    ),
  };
}

function collectingCells(of: CollectingSummary): string[] {
  return [
    threePlaces(of.normalisedLoss),
    of.meanPagesToTarget.toFixed(1),
    ...of.pagesToRecall.map((pages) => (pages === null ? "–" : decimals(pages))),
    ...[of.workSaved, of.extraRelevantFound].map((value) =>
      value === null ? "–" : threePlaces(value),
    ),
  ];
}

function checkpointTitles({ checkpoints }: ComparisonSummary): Column[] {
  return checkpoints.map(({ share, pages }) => figures(`at ${pages} (${percent(share)})`));
}

function notesOf(summary: ComparisonSummary, basis: ComparisonBasis): string[] {
  const { budget, knownTargets, truthNote } = basis;
  const known = [...new Set(knownTargets)];
  const unjudged = unjudgedNotes(summary.strategies);
  const distinct = distinctNotes(summary.strategies);
  const judge = known.includes(null)
    ? `relevant pages ${BY_OWN}`
    : `known relevant pages: ${known.join(", ")}`;
  return [
    `budget ${budget} pages; ${judge}`,
    ...(truthNote === undefined ? [] : [truthNote]),
    ...unjudged,
    ...distinct,
    repetitionNote(summary),
    ...(Object.values(summary.strategies).some(({ fetched }) => fetched < budget)
      ? [
          "a crawl that ran out of links before a checkpoint keeps what it had: rates are of the pages allowed",
        ]
      : []),
    censoringNote(summary),
    ...(known.includes(null) ? [] : [COLLECTING_NOTE]),
    ...(summary.knowing === undefined ? [] : ORACLE_NOTES),
    ...(summary.knowing === undefined || unjudged.length === 0 ? [] : [BOUND_NOTE]),
  ];
}

/** Says how many targets are distinct content, where a crawl knows copies of pages. */
export function distinctNotes(
  strategies: Readonly<Record<string, Pick<StrategySummary, "distinctTargets">>>,
): string[] {
  const counts = Object.entries(strategies).flatMap(([name, { distinctTargets }]) =>
    distinctTargets === undefined ? [] : [`${name} ${decimals(distinctTargets)}`],
  );
  if (counts.length === 0) return [];
  return [`targets that are no copies of pages fetched before: ${counts.join(", ")}`];
}

/**
 * Says how many pages of each strategy are left out of harvest rate and recall, because the truth
 * has no verdict on them; no note when there are none.
 */
export function unjudgedNotes(
  strategies: Readonly<Record<string, Pick<StrategySummary, "unjudged">>>,
): string[] {
  const counts = Object.entries(strategies).map(([name, { unjudged = 0 }]) => ({ name, unjudged }));
  if (counts.every(({ unjudged }) => unjudged === 0)) return [];
  const said = counts.map(({ name, unjudged }) => `${name} ${decimals(unjudged)}`);
  return [`pages without a verdict in the truth, left out: ${said.join(", ")}`];
}

const COLLECTING_NOTE =
  "loss: 0 when all relevant pages come first, 1 when none comes; ATD: mean pages until a relevant page, one that is never found counts as the budget and one; pages to a recall, – where it is not reached; WSS: work saved over sampling; ERF: recall within a tenth of the web beyond chance";

const ORACLE_NOTES = [
  `${ORACLE_TITLES.greedy}: a crawl along links that knows every page: a relevant page in sight first, else what reveals most, else the shortest way to one; it can be made, and need not be the best`,
  `${ORACLE_TITLES.bound}: the most targets m for which m and the fewest other pages on the way to the m-th of them fit in; proved, and need not be reached`,
];

const BOUND_NOTE =
  "the bound holds for targets and recall: pages without a verdict are fetched but not counted, so that a harvest rate may pass it";

/** Below this many cases a bootstrap's intervals are known to be too narrow. */
const FEW_CASES = 5;

function repetitionNote({ repetitions, resampled }: ComparisonSummary): string {
  const { kind, count } = resampled;
  if (count === 1) return "one repetition: no interval can be told; --seeds 1..10 makes ten";
  const cases =
    kind === "seeds"
      ? `${count} seeds`
      : `${count} projects, each the mean of ${decimals(repetitions / count)} seeds`;
  const caution = count < FEW_CASES ? "; of so few they are too narrow" : "";
  return `means over ${cases}; 95 % intervals by paired bootstrap over the ${kind}${caution}; a value without an interval does not depend on the seed`;
}

function censoringNote({ strategies }: ComparisonSummary): string {
  const shares = Object.entries(strategies).map(
    ([name, { notRecordedShare }]) => `${name} ${percent(notRecordedShare, 1)}`,
  );
  return `draws that the recording could not answer: ${shares.join(", ")}`;
}

/** Makes one line for each strategy that asked for much that is not recorded. */
export function censoringWarnings({ strategies }: ComparisonSummary): string[] {
  return Object.entries(strategies)
    .filter(([, { notRecordedShare }]) => notRecordedShare > MANY_NOT_RECORDED)
    .map(
      ([name, { notRecordedShare }]) =>
        `${name}: the recording could not answer ${percent(notRecordedShare, 1)} of its draws: its figures are less certain`,
    );
}

/** Formats an interval; leaves out one whose width is zero as printed. */
function intervalText(
  { estimate, low, high }: Interval,
  hasInterval: boolean,
  text: (value: number) => string = threePlaces,
): string {
  const [from, to] = [text(low), text(high)];
  return hasInterval && from !== to ? `${text(estimate)} [${from}, ${to}]` : text(estimate);
}

function threePlaces(value: number): string {
  return value.toFixed(3);
}

function signed(value: number): string {
  const text = threePlaces(Math.abs(value));
  return Number(text) === 0 ? text : `${value < 0 ? "-" : "+"}${text}`;
}

function decimals(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function percent(share: number, places = 0): string {
  return `${(share * 100).toFixed(places)} %`;
}
