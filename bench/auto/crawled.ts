import type { CalledFigures } from "../../lib/domain/measures/called-figures.ts";

/** What says which crawl it is. Crawls with the same plan differ in the program's version alone. */
export interface Plan {
  readonly group: string;
  readonly task: string;
  /** As named on the command line, or {@link ORACLE}. */
  readonly strategy: string;
  readonly seed: number;
  /** Factor of the task's budget. */
  readonly scale: number;
  /** Most pages, whatever the budget. */
  readonly most?: number | undefined;
  /** Whether the called set is counted, too. */
  readonly isCalledCounted?: boolean | undefined;
}

/** A crawl with what all its figures are made from. */
export interface Crawled extends Plan {
  /** The strategy with the options that it has on this task. */
  readonly option: string;
  /** Pages that it might fetch, and that it fetched. */
  readonly budget: number;
  readonly pages: number;
  /** Relevant recorded pages, reachable or not, without seeds and examples. */
  readonly known: number;
  /** Positions of the relevant pages in order of fetching, from 1, each at most the budget. */
  readonly found: readonly number[];
  /** Distinct threads, or texts, of the relevant pages found, and distinct posts; absent where they are not known. */
  readonly threads?: number;
  readonly posts?: number;
  /** What the crawl calls relevant in the end; absent where it is not counted. */
  readonly called?: CalledFigures;
  /** Draws that led to no page. */
  readonly inVain: number;
  /** Processor time, user and system, in ms; 0 of the oracle. */
  readonly cpuMs: number;
  /** Area under the oracle's curve at the same budget, by {@link areaUnder}. */
  readonly oracleArea: number;
}

/** A crawl that a strategy cannot make with what the task gives. */
export interface Refused extends Plan {
  readonly refused: string;
}

export type Result = Crawled | Refused;

/** The greedy order that knows the truth, by its name in tables: no strategy of the project. */
export const ORACLE = "(oracle)";

/** Returns whether a crawl was made. */
export function isCrawled(result: Result): result is Crawled {
  return "found" in result;
}

/** Returns the name of a plan, by which a result is recognised. */
export function keyOf(plan: Plan): string {
  const { group, task, strategy, seed, scale, most, isCalledCounted } = plan;
  return JSON.stringify([
    group,
    task,
    strategy,
    seed,
    scale,
    ...(most === undefined ? [] : [most]),
    ...(isCalledCounted === true ? ["called"] : []),
  ]);
}
