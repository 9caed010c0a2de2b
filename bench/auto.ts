/**
 * The default strategy beside every other one, on the tasks of all benches: one run with the same
 * seeds and budgets. Truth: labels and types that no strategy sees. What is printed depends on the
 * recordings alone, except times.
 *
 * `npm run bench -- auto [--groups a,b] [--tasks n] [--strategies x,y] [--seeds n] [--scale 0.5]
 * [--processes n] [--results FILE] [--before FILE] [--ablations] [--small] [--called]`
 *
 * `--called` adds which pages each crawl calls relevant in the end: F1, precision, recall, and count ÷ true count.
 *
 * `--small` is a sitting's work: twenty tasks of all groups, 300 pages, five seeds, simple strategies.
 *
 * `--results` names a file that keeps the results: what it has is not crawled again. `--before` names
 * one that another version of the program left, to compare with.
 */
import { parseArgs } from "node:util";
import { parseStrategyOption } from "../peers/commands/parse-strategy-option.ts";
import { ORACLE } from "./auto/crawled.ts";
import { GROUPS, groupOf } from "./auto/groups.ts";
import { printSinceBefore } from "./auto/report/since-before.ts";
import { report } from "./auto/report.ts";
import { readResults } from "./auto/results-file.ts";
import { crawlAll, type Run } from "./auto/run.ts";
import { ABLATIONS, allStrategies, OURS, SIMPLE, strategiesIn } from "./auto/strategies.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "every strategy on the tasks of all benches, beside the default one and the oracle",
  takes:
    "some 400 minutes; `--small` some 25, and `--groups`, `--tasks`, `--strategies` and `--seeds` choose a part",
};

/** Seeds of examples and of chance, if the command line does not say how many. */
const SEEDS = 3;

/** What `--small` crawls: so many tasks of each group, seeds, and pages of a crawl. */
const SMALL = {
  tasks: new Map([
    ...["universities", "modern-university", "encyclopedia", "health", "user-content"].map(
      (group): [string, number] => [group, 1],
    ),
    ...["forums", "good-alone"].map((group): [string, number] => [group, 1]),
    ...["files", "few-labels"].map((group): [string, number] => [group, 2]),
    ["generated", 3],
    ["cold-start", 6],
  ]),
  seeds: 5,
  pages: 300,
};

/** Names that only this bench knows. */
const NOT_PARSED: ReadonlySet<string> = new Set([ORACLE]);

/** Processes at once, if the command line does not say how many. */
const PROCESSES = 2;

export default async function bench(args: string[]): Promise<void> {
  const run = readArguments(args);
  // An unknown name is an error at once, not a refusal that a file of results would keep.
  for (const name of run.strategies) if (!NOT_PARSED.has(name)) await parseStrategyOption(name);
  const groups = run.groups.filter(({ name, absent }) => {
    const reason = absent();
    if (reason !== undefined) console.log(`${name} is left out: ${reason}`);
    return reason === undefined;
  });
  const results = await crawlAll({ ...run, groups });
  report(results);
  if (run.before !== undefined) printSinceBefore(results, [...readResults(run.before).values()]);
}

/** What the command line asks for. */
interface Arguments extends Run {
  /** Results of another version of the program. */
  readonly before: string | undefined;
}

function readArguments(args: string[]): Arguments {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ groups: text, tasks: text, strategies: text, seeds: text, scale: text },
      ...{
        processes: text,
        results: text,
        before: text,
        ablations: { type: "boolean" },
        small: { type: "boolean", default: false },
        called: { type: "boolean", default: false },
      },
    },
  });
  const number = (name: string, value: string | undefined, otherwise: number) => {
    const read = value === undefined ? otherwise : Number(value);
    if (!(read > 0)) throw new Error(`--${name} ${value} is no number above 0`);
    return read;
  };
  const { small } = values;
  const all = small ? [OURS, ...SIMPLE] : allStrategies();
  const named = values.strategies === undefined ? all : strategiesIn(values.strategies);
  const seeds = number("seeds", values.seeds, small ? SMALL.seeds : SEEDS);
  const most = number("tasks", values.tasks, Number.POSITIVE_INFINITY);
  return {
    groups: values.groups === undefined ? GROUPS : values.groups.split(",").map(groupOf),
    tasks: (group) => (small ? Math.min(most, SMALL.tasks.get(group) ?? 0) : most),
    strategies: [...named, ...(values.ablations === true ? ABLATIONS : [])],
    seeds: Array.from({ length: seeds }, (_, at) => at + 1),
    scale: number("scale", values.scale, 1),
    most: small ? SMALL.pages : undefined,
    isCalledCounted: values.called,
    processes: number("processes", values.processes, PROCESSES),
    results: values.results,
    before: values.before,
  };
}
