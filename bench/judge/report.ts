import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { Figures } from "./figures.ts";
import type { LabelSize } from "./label-sizes.ts";
import { type Case, type LabelCase, type WebFigures, WRONG_OF } from "./measure-web.ts";
import type { JudgedWeb } from "./webs.ts";

/** The measurements on a web. */
export interface WebCases extends WebFigures {
  readonly web: JudgedWeb;
}

/** A count is right when it is within this factor of the true one. */
const RIGHT_WITHIN = 1.5;

const MEANS: readonly (readonly [title: string, of: keyof Figures])[] = [
  ["AUC", "auc"],
  ["average precision", "averagePrecision"],
  ["R-precision", "rPrecision"],
  ["precision", "precision"],
  ["recall", "recall"],
  ["calibration error", "calibrationError"],
  ["mean utility − share", "shareError"],
];

const COLUMNS = [
  figures("cases"),
  ...MEANS.map(([title]) => figures(title)),
  figures("called ÷ relevant"),
  figures(`within ${RIGHT_WITHIN} ×`),
];

/** Prints a row for each web and number of labels: means over needs, sites and draws. */
export function printSummary(results: readonly WebCases[], sizes: readonly LabelSize[]): void {
  const rows = results.flatMap(({ web, cases }) =>
    sizes.map(({ name }) => [web.title, name, ...cellsOf(cases.filter(ofSize(name)))]),
  );
  const columns = [left("web"), left("labels"), ...COLUMNS];
  printTable("the judge of pages: means over needs, sites and draws", columns, rows);
}

/** Prints a row for each need and number of labels of a web. */
export function printNeeds({ web, cases }: WebCases, sizes: readonly LabelSize[]): void {
  const rows = web.needs.flatMap(({ name: need }) =>
    sizes.flatMap(({ name }) => {
      const some = cases.filter(ofSize(name)).filter((each) => each.need === need);
      return some.length === 0 ? [] : [[lastStep(need), name, ...cellsOf(some)]];
    }),
  );
  const columns = [left("need"), left("labels"), ...COLUMNS];
  printTable(`${web.title}, by need: means over sites and draws`, columns, rows);
}

/** Prints what is to be reached beside what was, where it was measured. */
export function printGoals(results: readonly WebCases[]): void {
  const all = results.flatMap(({ cases }) => cases);
  // Each web counts alike, whatever its number of needs.
  const meanOf = (of: (cases: readonly Case[]) => number, isMeant: (each: Case) => boolean) =>
    mean(results.map(({ cases }) => of(cases.filter(isMeant))).filter(Number.isFinite));
  const precisionAt = (size: string) =>
    meanOf((cases) => mean(cases.map(({ precision }) => precision)), ofSize(size));
  const error = meanOf(
    (cases) => mean(cases.map(({ calibrationError }) => calibrationError)),
    () => true,
  );
  const rows = [
    ["precision with 40/200", "at least 0.7", precisionAt("40/200")],
    ["precision with 5/20", "at least 0.5", precisionAt("5/20")],
    ["calibration error", "at most 0.05", error],
    [`called ÷ relevant within ${RIGHT_WITHIN} ×`, "at least 0.9 of cases", rightShare(all)],
  ] as const;
  printTable(
    "goals: means of webs",
    [left("figure"), left("goal"), figures("reached")],
    rows.flatMap(([figure, goal, value]) =>
      Number.isFinite(value) ? [[figure, goal, value.toFixed(3)]] : [],
    ),
  );
}

/** Prints how often one wrong label is held back, and how often right ones are, and what that is worth. */
export function printWrongLabels(results: readonly WebCases[]): void {
  const rows = results.flatMap(({ web, labelCases }) => {
    if (labelCases.length === 0) return [];
    const meanOf = (of: (each: LabelCase) => number) => mean(labelCases.map(of)).toFixed(2);
    return [
      [
        web.title,
        String(labelCases.length),
        meanOf(({ isWrongHeld }) => Number(isWrongHeld)),
        meanOf(({ isRightHeld }) => Number(isRightHeld)),
        meanOf(({ isRightHeldOfRight }) => Number(isRightHeldOfRight)),
        ...(["right", "rightHeld", "wrong", "wrongHeld", "lookedAt"] as const).map((of) =>
          meanOf((each) => each[of]),
        ),
      ],
    ];
  });
  if (rows.length === 0) return;
  const shares = ["wrong one held back", "a right one", "a right one, none wrong"];
  const precisions = ["all right", "held back of these", "one wrong", "held back", "looked at"];
  printTable(
    `one of five good labels is wrong (${WRONG_OF}): share of cases, and R-precision`,
    [left("web"), figures("cases"), ...[...shares, ...precisions].map(figures)],
    rows,
  );
}

function left(title: string) {
  return { title, align: "left" } as const;
}

function ofSize(name: string): (each: Case) => boolean {
  return ({ size }) => size === name;
}

function lastStep(need: string): string {
  return need.slice(need.lastIndexOf(".") + 1);
}

/** The ratio of counts is a median: a few needs without rare words have ratios above 20. */
function cellsOf(cases: readonly Case[]): string[] {
  if (cases.length === 0) return ["0", ...MEANS.map(() => "–"), "–", "–"];
  return [
    String(cases.length),
    ...MEANS.map(([, of]) => mean(cases.map((each) => each[of])).toFixed(3)),
    median(cases.map(({ countRatio }) => countRatio)).toFixed(2),
    rightShare(cases).toFixed(2),
  ];
}

function rightShare(cases: readonly Case[]): number {
  const isRight = ({ countRatio }: Case) =>
    countRatio >= 1 / RIGHT_WITHIN && countRatio <= RIGHT_WITHIN;
  return cases.filter(isRight).length / cases.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
