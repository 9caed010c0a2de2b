/**
 * Measures how often the share of relevant pages is stated right when an assessor that errs reads all pages of a
 * crawl and a person judges a few of them: crawls of 300 pages of recorded webs, the truth by people, the
 * assessor's errors by a seed. The sample and its interval are those of `dowser sample` and `dowser judge`.
 *
 * `npm run bench -- assessor [webkb | uci | usagov | wikispeedia …] [draws=60]`
 */
import { figures } from "../lib/domain/text/table.ts";
import { type JudgedCrawl, judgedCrawls } from "./assessor/judged-crawls.ts";
import { type Judges, stateFigures } from "./assessor/state-figures.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { areSitesRecorded, JUDGED_WEBS } from "./judge/webs.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "the number of relevant pages, stated from an assessor that errs and few verdicts",
  takes: "some 3 minutes",
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
  const draws = Number(args.find((arg) => arg.startsWith("draws="))?.slice("draws=".length) ?? 60);
  const names = args.filter((arg) => !arg.includes("="));
  const webs = JUDGED_WEBS.filter(({ name }) => names.length === 0 || names.includes(name));
  const crawls: JudgedCrawl[] = [];
  for (const web of webs) {
    if (areSitesRecorded(web)) crawls.push(...(await judgedCrawls(web)));
    else console.log(`skipped: ${web.name} is not recorded here`);
  }
  if (crawls.length === 0) return;
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

async function rowOf(
  crawls: readonly JudgedCrawl[],
  judges: Judges,
  draws: number,
): Promise<string[]> {
  const stated = [];
  for (const crawl of crawls) stated.push(await stateFigures(crawl, judges, draws));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
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
