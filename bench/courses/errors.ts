import { join } from "node:path";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import type { RoundErrors } from "../../peers/link-distance/path-errors.ts";
import { printTable } from "../entry/print-table.ts";
import { plotCurves } from "../plots/plot-curves.ts";
import type { Errors } from "./jobs.ts";

/** Pages with a label, marked or guessed, at which errors are compared; the paper's table ends at about 550. */
const SIZES: readonly number[] = [50, 100, 200, 300, 400, 550];

/** What the paper reports at its greatest training set; it does not tell marked pages from others. */
const PUBLISHED = { pages: 0.048, links: 0.052 };

/** The errors in the order of the table. */
const ERRORS = [
  { title: "marked pages", of: ({ pages }: RoundErrors) => pages.marked },
  { title: "neighbours", of: ({ pages }: RoundErrors) => pages.neighbours },
  { title: "links to marked pages", of: ({ links }: RoundErrors) => links.marked },
  { title: "links to neighbours", of: ({ links }: RoundErrors) => links.neighbours },
] as const;

type Curve = Errors["curves"][number];

/** Where self-training stands when the training set has so many pages at most; `undefined` before its beginning. */
export function roundAt(curve: Curve, pages: number): RoundErrors | undefined {
  return curve.findLast(({ trainedOn }) => trainedOn <= pages);
}

/** Mean absolute errors on sites left out, by size of the training set, means over sites and path seeds. */
export function printErrors(errors: readonly Errors[]): void {
  const curves = errors.flatMap((of) => of.curves);
  const line = (title: string, rounds: readonly RoundErrors[]) => [
    title,
    rounds.length === 0 ? "–" : mean(rounds.map(({ trainedOn }) => trainedOn)).toFixed(0),
    ...ERRORS.map(({ of }) => errorText(meanError(rounds, of))),
  ];
  const rows = SIZES.map((pages) => line(`at most ${pages}`, roundsAt(curves, pages)));
  const [first, last] = [0, -1].map((at) => curves.flatMap((curve) => curve.at(at) ?? []));
  const ofZero = (["marked", "neighbours"] as const).map((part) =>
    errorText(mean(errors.flatMap((of) => of.ofZero.map((zero) => zero[part] ?? 0)))),
  );
  const columns = ["pages", ...ERRORS.map(({ title }) => title)].map(figures);
  printTable(
    "mean absolute error of relevance on a site left out, as self-training goes on",
    [{ title: "training set", align: "left" }, ...columns],
    [
      line("marked alone", first ?? []),
      ...rows,
      line("all labelled", last ?? []),
      ["none, all taken for 0", "–", ...ofZero],
    ],
  );
  const { pages, links } = PUBLISHED;
  console.log(`published, at about 550: ${pages} of pages, ${links} of links`);
}

/** Draws the errors over the size of the training set. */
export function plotErrors(folder: string, errors: readonly Errors[]): void {
  const curves = errors.flatMap((of) => of.curves);
  const most = Math.max(...curves.map((curve) => curve.at(-1)?.trainedOn ?? 0));
  const sizes = Array.from({ length: Math.ceil(most / STEP) }, (_, step) => (step + 1) * STEP);
  const lines = ERRORS.map(({ title, of }) => ({
    name: title,
    points: sizes.flatMap((pages): [number, number][] => {
      const error = meanError(roundsAt(curves, pages), of);
      return error === undefined ? [] : [[pages, error]];
    }),
  }));
  const x = "pages with a label, marked or guessed";
  plotCurves(join(folder, "courses-errors.svg"), { title: "mean absolute error", x }, lines);
}

/** Pages between two points of a line. */
const STEP = 25;

function roundsAt(curves: readonly Curve[], pages: number): RoundErrors[] {
  return curves.flatMap((curve) => roundAt(curve, pages) ?? []);
}

function meanError(
  rounds: readonly RoundErrors[],
  of: (round: RoundErrors) => number | undefined,
): number | undefined {
  const errors = rounds.map(of).filter((error) => error !== undefined);
  return errors.length === 0 ? undefined : mean(errors);
}

function errorText(error: number | undefined): string {
  return error === undefined ? "–" : error.toFixed(3);
}
