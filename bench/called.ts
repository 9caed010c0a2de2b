/**
 * Which pages `auto` calls relevant in the end, against the truth: F1, precision, recall and count of the called
 * set, by the verdicts of the crawl and after its last look.
 *
 * `npm run bench -- called [--groups a,b] [--tasks n] [--pages 300] [--seeds 1] [--words] [--results FILE]`
 *
 * `--results` names a file that keeps the scores, verdicts and truth of each crawl: what it has is not crawled
 * again, so that a cut is tried on all of them in no time. `--words` gives needs more words than those of their topic.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openLook } from "../lib/crawl/look.ts";
import { type CalledFigures, calledFigures } from "../lib/domain/measures/called-figures.ts";
import { judgesFor } from "../lib/domain/methods/auto/judges.ts";
import {
  cutPageOf,
  isCalled,
  JUDGE_DECIDES,
  placeCuts,
  type Scored,
} from "../lib/domain/methods/cut.ts";
import { mean } from "../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { Url } from "../lib/domain/web/url/url.ts";
import { webCrawlOf } from "./auto/crawl-task.ts";
import { GROUPS, groupOf, someTasks } from "./auto/groups.ts";
import type { Group, Task } from "./auto/task.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { longTopicOf } from "./judge/long-topics.ts";
import { crawledWeb } from "./known-web/crawl-web.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "the pages that the default strategy calls relevant in the end, against the truth",
  takes: "some 60 minutes; `--groups`, `--tasks` and `--pages` choose a part",
};

/** A fetched page: what the crawl and the look say, and the truth. */
interface Row extends Scored {
  readonly duringCrawl: boolean;
  readonly verdict: boolean;
}

/** A whole crawl, as it is kept in a file. */
interface Called {
  readonly group: string;
  readonly task: string;
  readonly seed: number;
  readonly judges: readonly string[];
  readonly cannotTell: boolean;
  readonly rows: readonly Row[];
}

/** Ways to choose the called set. */
const WAYS: Readonly<Record<string, (crawl: Called) => (row: Row) => boolean>> = {
  "verdicts of the crawl": () => (row) => row.duringCrawl,
  "judged again, own threshold": (crawl) => calledBy(crawl, "judge"),
  complete: (crawl) => calledBy(crawl, "complete"),
  clean: (crawl) => calledBy(crawl, "clean"),
};

function calledBy({ rows, cannotTell }: Called, name: "judge" | "complete" | "clean") {
  const cut = name === "judge" ? JUDGE_DECIDES : placeCuts(rows)[name];
  return (row: Row) => !cannotTell && isCalled(row, cut);
}

export default async function bench(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const options = { groups: text, tasks: text, pages: text, seeds: text, results: text };
  const isOn = { type: "boolean" } as const;
  const { values } = parseArgs({ args, options: { ...options, words: isOn } });
  const groups = (values.groups?.split(",").map(groupOf) ?? GROUPS).filter(
    ({ absent }) => absent() === undefined,
  );
  const asked = {
    pages: Number(values.pages ?? 300),
    file: values.results,
    hasWords: values.words === true,
  };
  const tasks = groups.flatMap((group) => someTasks(group, Number(values.tasks ?? 99)));
  const seeds = Array.from({ length: Number(values.seeds ?? 1) }, (_, at) => at + 1);
  const crawls = await crawlAll(tasks, seeds, asked);
  for (const group of groups) print(group, crawls);
  const words = crawls.filter(({ judges }) => judges.includes("labels"));
  if (words.length > 0) printWays("crawls judged by words or labels", words);
  printWays("all crawls", crawls);
}

interface Asked {
  readonly pages: number;
  readonly file: string | undefined;
  /** Whether needs have words beside their topic. */
  readonly hasWords: boolean;
}

async function crawlAll(
  tasks: readonly Task[],
  seeds: readonly number[],
  asked: Asked,
): Promise<Called[]> {
  const known = asked.file === undefined ? [] : readCrawls(asked.file);
  const crawls: Called[] = [];
  for (const task of tasks) {
    for (const seed of seeds) {
      const done = known.find(
        (each) => each.group === task.group && each.task === task.name && each.seed === seed,
      );
      const crawl = done ?? (await crawlOnce(task, seed, asked));
      if (done === undefined && asked.file !== undefined)
        appendFileSync(asked.file, `${JSON.stringify(crawl)}\n`);
      crawls.push(crawl);
    }
  }
  return crawls;
}

function readCrawls(file: string): Called[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Called => JSON.parse(line));
}

async function crawlOnce(
  task: Task,
  seed: number,
  { pages, hasWords }: Pick<Asked, "pages" | "hasWords">,
): Promise<Called> {
  const { group, name } = task;
  const open = await task.open(seed);
  const plan = { group, strategy: "auto", seed };
  const budget = Math.min(pages, open.budget);
  const given = await webCrawlOf(open, { option: "auto", budget, plan });
  const words = hasWords ? longTopicOf(name.slice(name.lastIndexOf(" ") + 1)) : undefined;
  const crawl = { ...given, need: { ...given.need, words } };
  const crawled = await crawledWeb(open.web, crawl);
  const during = new Map<Url, boolean>();
  for await (const { url, page } of crawled.ports.records.list())
    if (page !== undefined) during.set(url, page.isTarget);
  const look = await openLook(crawled.ports, crawled.plan);
  const rows: Row[] = [];
  for await (const verdict of look.verdicts(0)) {
    const { url } = verdict;
    const truth = { duringCrawl: during.get(url) === true, verdict: open.targets.has(url) };
    rows.push({ ...cutPageOf(verdict), ...truth });
  }
  const judges = judgesFor(crawl.need);
  const cannotTell = look.cannotTell !== undefined;
  return { group, task: name, seed, judges, cannotTell, rows };
}

function print({ name }: Group, crawls: readonly Called[]): void {
  const own = crawls.filter(({ group }) => group === name);
  if (own.length > 0) printWays(name, own);
}

/** Greatest factor between a count and the true one that counts as near. */
const NEAR = 1.5;

/** Prints means over the crawls that fetched a relevant page. */
function printWays(title: string, crawls: readonly Called[]): void {
  const some = crawls.filter(({ rows }) => rows.some(({ verdict }) => verdict));
  if (some.length === 0) {
    console.log(`${title}: no crawl fetched a relevant page`);
    return;
  }
  const rows = Object.entries(WAYS).map(([way, choose]) => {
    const all = some.map((crawl) => {
      const isChosen = choose(crawl);
      return calledFigures(
        crawl.rows.map((row) => ({ isCalled: isChosen(row), verdict: row.verdict })),
      );
    });
    const of = (figure: (each: CalledFigures) => number) => mean(all.map(figure)).toFixed(3);
    const near = of(({ ofTrue }) =>
      Number(ofTrue !== null && ofTrue <= NEAR && ofTrue >= 1 / NEAR),
    );
    return [
      way,
      of(({ f1 }) => f1),
      of(({ precision }) => precision),
      of(({ recall }) => recall),
      near,
    ];
  });
  const columns = ["F1", "precision", "recall", `within ${NEAR} ×`].map(figures);
  const first = { title: "called", align: "left" } as const;
  printTable(`${title}: ${some.length} crawls`, [first, ...columns], rows);
}
