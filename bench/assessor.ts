/**
 * Measures what an assessor that errs is worth. First how often the share of relevant pages is stated right when it
 * reads all pages of a crawl and a person judges a few of them: crawls of 300 pages of recorded webs, the truth by
 * people, the errors by a seed. The sample and its interval are those of `dowser sample` and `dowser judge`. Then what
 * its answers teach the judge of pages, which calls others by them.
 *
 * `npm run bench -- assessor [webkb | uci | usagov | wikispeedia …] [draws=60] [labels=1] [state | teach] [alike]`
 */
import { mean } from "../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../lib/domain/text/table.ts";
import { type JudgedCrawl, judgedCrawls } from "./assessor/judged-crawls.ts";
import { type Judges, stateFigures } from "./assessor/state-figures.ts";
import { type TaughtBy, type TaughtCase, taughtCases } from "./assessor/taught-judge.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { areSitesRecorded, JUDGED_WEBS, type JudgedWeb } from "./judge/webs.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "the number of relevant pages, stated from an assessor that errs, and what its answers teach",
  takes: "some 8 minutes",
};

const [GOOD, STRICT] = [
  { sensitivity: 0.9, specificity: 0.9 },
  { sensitivity: 0.9, specificity: 0.97 },
];

const JUDGES: readonly Judges[] = [
  ...[20, 30, 50, 100].map((keys) => ({ assessor: GOOD, keys })),
  ...[20, 30, 50, 100].map((keys) => ({ assessor: STRICT, keys })),
  ...[20, 30, 50, 100].map((keys) => ({ assessor: undefined, keys })),
];

export default async function assessor(args: string[]): Promise<void> {
  const numberOf = (name: string) => args.find((arg) => arg.startsWith(name))?.slice(name.length);
  const draws = Number(numberOf("draws=") ?? 60);
  const names = args.filter((arg) => JUDGED_WEBS.some(({ name }) => name === arg));
  const webs = JUDGED_WEBS.filter(({ name }) => names.length === 0 || names.includes(name));
  const recorded = webs.filter(areSitesRecorded);
  for (const { name } of webs.filter((web) => !recorded.includes(web)))
    console.log(`skipped: ${name} is not recorded here`);
  if (recorded.length === 0) return;
  if (!args.includes("teach")) await printStated(recorded, draws);
  const by = args.includes("alike") ? [...TAUGHT_BY, ALIKE] : TAUGHT_BY;
  if (!args.includes("state")) await printTaught(recorded, by, Number(numberOf("labels=") ?? 1));
}

async function printStated(webs: readonly JudgedWeb[], draws: number): Promise<void> {
  const crawls: JudgedCrawl[] = [];
  for (const web of webs) crawls.push(...(await judgedCrawls(web)));
  const rows: string[][] = [];
  for (const judges of JUDGES) rows.push(await rowOf(crawls, judges, draws));
  const titles = [
    "keys of a person",
    "within 1.5 ×",
    "interval holds",
    "high ÷ low",
    "interval of precision holds",
  ];
  const columns = [
    { title: "who reads all pages", align: "left" as const },
    ...titles.map(figures),
  ];
  printTable(`harvest stated: ${crawls.length} crawls, ${draws} draws each`, columns, rows);
}

const TAUGHT_BY: readonly TaughtBy[] = ["5/20 of people", "and 100 answers, half a label each"];

/** As if a person had given them. */
const ALIKE: TaughtBy = "and 100 answers, a label each";

/** Prints what answers teach, for each web and as means of webs. */
async function printTaught(
  webs: readonly JudgedWeb[],
  by: readonly TaughtBy[],
  draws: number,
): Promise<void> {
  const results: { readonly title: string; readonly cases: readonly TaughtCase[] }[] = [];
  for (const web of webs)
    results.push({
      title: web.title,
      cases: await taughtCases(web, { assessor: STRICT, by, draws }),
    });
  const lines = by.flatMap((labels) => {
    const ofWebs = results.map(({ title, cases }) => {
      const some = cases.filter((each) => each.labels === labels);
      return { title, figures: taughtFigures(some) };
    });
    const all = TAUGHT_COLUMNS.map((_, at) => mean(ofWebs.map((web) => web.figures[at] ?? 0)));
    return [{ title: "mean of webs", figures: all }, ...ofWebs].map((line) => {
      return [labels, line.title, ...line.figures.map((figure) => figure.toFixed(3))];
    });
  });
  const left = (title: string) => ({ title, align: "left" }) as const;
  const columns = [left("labels"), left("web"), ...TAUGHT_COLUMNS.map(([title]) => figures(title))];
  const title = `an assessor, right ${STRICT.sensitivity} of yes and ${STRICT.specificity} of no, teaches`;
  printTable(title, columns, lines);
}

const TAUGHT_COLUMNS: readonly (readonly [title: string, of: (each: TaughtCase) => number])[] = [
  ["precision", ({ cuts }) => cuts.complete.precision],
  ["recall", ({ cuts }) => cuts.complete.recall],
  ["clean: precision", ({ cuts }) => cuts.clean.precision],
  ["clean: recall", ({ cuts }) => cuts.clean.recall],
  ["average precision", ({ cuts }) => cuts.complete.averagePrecision],
  ["AUC", ({ cuts }) => cuts.complete.auc],
  ["calibration error", ({ cuts }) => cuts.complete.calibrationError],
  ["called within 1.5 ×", ({ cuts }) => Number(isNear(cuts.complete.countRatio))],
];

function taughtFigures(cases: readonly TaughtCase[]): number[] {
  return TAUGHT_COLUMNS.map(([, of]) => mean(cases.map(of)));
}

function isNear(ratio: number): boolean {
  return ratio <= 1.5 && ratio >= 1 / 1.5;
}

async function rowOf(
  crawls: readonly JudgedCrawl[],
  judges: Judges,
  draws: number,
): Promise<string[]> {
  const stated = [];
  for (const crawl of crawls) stated.push(await stateFigures(crawl, judges, draws));
  const { assessor: who, keys } = judges;
  const name =
    who === undefined
      ? "nobody"
      : `assessor, right ${who.sensitivity} of yes, ${who.specificity} of no`;
  const called = stated.flatMap(({ calledHolds }) => calledHolds ?? []);
  return [
    name,
    String(keys),
    mean(stated.map(({ within }) => within)).toFixed(3),
    mean(stated.map(({ holds }) => holds)).toFixed(3),
    mean(stated.map(({ width }) => Math.min(width, 100))).toFixed(1),
    called.length === 0 ? "–" : mean(called).toFixed(3),
  ];
}
