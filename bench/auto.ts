/**
 * The default strategy beside every other one, on the tasks of all benches: one run with the same
 * seeds and budgets. Truth: labels and types that no strategy sees. What is printed depends on the
 * recordings alone, except times.
 *
 * `npm run bench -- auto [--groups a,b] [--tasks n] [--strategies x,y] [--seeds n] [--scale 0.5]
 * [--processes n] [--results FILE]`
 */
import { parseArgs } from "node:util";
import { GROUPS, groupOf } from "./auto/groups.ts";
import { crawlAll, type Run } from "./auto/run.ts";
import { allStrategies, strategiesIn } from "./auto/strategies.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "every strategy on the tasks of all benches, beside the default one and the oracle",
  takes: "many hours; `--groups`, `--tasks`, `--strategies` and `--seeds` choose a part",
};

/** Seeds of examples and of chance, if the command line does not say how many. */
const SEEDS = 3;

/** Processes at once, if the command line does not say how many. */
const PROCESSES = 2;

export default async function bench(args: string[]): Promise<void> {
  const run = readArguments(args);
  const groups = run.groups.filter(({ name, absent }) => {
    const reason = absent();
    if (reason !== undefined) console.log(`${name} is left out: ${reason}`);
    return reason === undefined;
  });
  await crawlAll({ ...run, groups });
}

function readArguments(args: string[]): Run {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ groups: text, tasks: text, strategies: text, seeds: text, scale: text },
      ...{ processes: text, results: text },
    },
  });
  const number = (name: string, value: string | undefined, otherwise: number) => {
    const read = value === undefined ? otherwise : Number(value);
    if (!(read > 0)) throw new Error(`--${name} ${value} is no number above 0`);
    return read;
  };
  const seeds = number("seeds", values.seeds, SEEDS);
  return {
    groups: values.groups === undefined ? GROUPS : values.groups.split(",").map(groupOf),
    tasks: number("tasks", values.tasks, Number.POSITIVE_INFINITY),
    strategies: values.strategies === undefined ? allStrategies() : strategiesIn(values.strategies),
    seeds: Array.from({ length: seeds }, (_, at) => at + 1),
    scale: number("scale", values.scale, 1),
    processes: number("processes", values.processes, PROCESSES),
    results: values.results,
  };
}
