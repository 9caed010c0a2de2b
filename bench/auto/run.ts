import { join } from "node:path";
import { meanPagesToTarget } from "../../lib/domain/measures/ranked-collecting.ts";
import { doJobs } from "../pool/do-jobs.ts";
import { isCrawled, keyOf, ORACLE, type Plan, type Result } from "./crawled.ts";
import { cpuMsPerPage, harvestAtBudget, normalisedArea } from "./figures.ts";
import { someTasks } from "./groups.ts";
import { appendResult, openResults } from "./results-file.ts";
import { isUndrawn } from "./strategies.ts";
import type { Group, Task } from "./task.ts";
import type { Answer } from "./worker.ts";

/** Which crawls are made, and where their results are kept. */
export interface Run {
  readonly groups: readonly Group[];
  /** Returns the most tasks of a group. */
  readonly tasks: (group: string) => number;
  readonly strategies: readonly string[];
  readonly seeds: readonly number[];
  readonly scale: number;
  /** Most pages of a crawl; `undefined` for the budget of its task. */
  readonly most: number | undefined;
  /** Whether the called set of each crawl is counted. */
  readonly isCalledCounted: boolean;
  /** Processes at once. */
  readonly processes: number;
  /** Results of earlier runs are taken from here; `undefined` keeps none. */
  readonly results: string | undefined;
}

/**
 * Makes all crawls of a run that its file does not have, prints a line for each, and returns the
 * results of all. A crawl that fails is printed and left out: the next run tries it again.
 */
export async function crawlAll(run: Run): Promise<Result[]> {
  const planned = run.groups.flatMap((group) =>
    someTasks(group, run.tasks(group.name)).flatMap((task) => jobsOf(task, run)),
  );
  const jobs = planned.filter(({ plan, made }) => plan === made);
  const results = run.results === undefined ? new Map() : openResults(run.results);
  const areas = oracleAreas([...results.values()]);
  const toDo = jobs
    .filter(({ plan }) => !results.has(keyOf(plan)))
    .map((job) => ({ ...job, oracleArea: areas.get(sharedName(job.plan)) }));
  console.log(`${jobs.length} crawls, ${jobs.length - toDo.length} of them done before`);
  await doJobs(toDo, {
    what: "auto",
    worker: join(import.meta.dirname, "worker.ts"),
    datasetOf: ({ web }) => web,
    processes: run.processes,
    onResult: ({ plan }, result) => {
      // Workers of this bench answer with nothing else.
      const answer = result as Answer;
      if ("failure" in answer) {
        console.error(`${nameOf(plan)}: failed: ${answer.failure}`);
        process.exitCode = 1;
        return;
      }
      results.set(keyOf(plan), answer);
      if (run.results !== undefined) appendResult(run.results, answer);
      console.log(lineOf(answer));
    },
  });
  return planned.flatMap(({ plan, made }) => {
    const result = results.get(keyOf(made));
    return result === undefined ? [] : { ...result, seed: plan.seed };
  });
}

/** Returns the crawls of a task, each with the one that is `made` for it: what no seed changes is crawled with the first. */
export function jobsOf(
  { group, name, web, isDrawn }: Task,
  run: Pick<Run, "seeds" | "strategies" | "scale" | "most" | "isCalledCounted">,
) {
  const { seeds, strategies, scale, most, isCalledCounted } = run;
  const firsts = new Map<string, Plan>();
  return seeds.flatMap((seed) =>
    strategies.map((strategy) => {
      const plan: Plan = { group, task: name, strategy, seed, scale, most, isCalledCounted };
      const first = firsts.get(strategy) ?? plan;
      firsts.set(strategy, first);
      return { plan, made: isDrawn || !isUndrawn(strategy) ? plan : first, web };
    }),
  );
}

/** Returns the areas under the oracle's curves that results tell. */
function oracleAreas(results: readonly Result[]): ReadonlyMap<string, number> {
  const made = results.filter(isCrawled);
  return new Map(made.map((crawled) => [sharedName(crawled), crawled.oracleArea]));
}

/** Returns a name that crawls by all strategies share. */
function sharedName(plan: Plan): string {
  return keyOf({ ...plan, strategy: ORACLE });
}

function nameOf({ group, task, strategy, seed }: Plan): string {
  return `${group} | ${task} | ${strategy} | seed ${seed}`;
}

function lineOf(result: Result): string {
  if (!isCrawled(result)) return `${nameOf(result)}: refused: ${result.refused}`;
  const figures = [
    `harvest ${harvestAtBudget(result).toFixed(3)}`,
    `nAUC ${normalisedArea(result).toFixed(3)}`,
    `ATD ${meanPagesToTarget(result).toFixed(0)}`,
    `${cpuMsPerPage(result).toFixed(1)} CPU ms a page`,
    `${result.found.length} of ${result.known} in ${result.pages} of ${result.budget} pages`,
  ];
  return `${nameOf(result)}: ${figures.join(", ")}`;
}
