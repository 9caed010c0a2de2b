import type { z } from "zod";
import type { Strategy } from "./strategy.ts";

/** The crawl that a strategy is made for. */
export interface StrategyContext {
  /** Seed of everything random. */
  readonly seed: number;
  /** Pages of the crawl's budget; `Infinity` where it sets no bound. */
  readonly pages: number;
  /** Whether the crawl asks a search engine queries that the strategy composes; it does not if left out. */
  readonly asksQueries?: boolean;
}

/** A strategy's name and, beside it, its options, as a project file has them. */
export interface StrategyChoice {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** A strategy as a module: what it is called, its options, and how it is made. */
export interface StrategyModule<Options extends z.ZodType = z.ZodType> {
  /** Name in project files, in lower case with hyphens. */
  readonly name: string;
  /** One sentence for the JSON Schema of project files. */
  readonly description: string;
  /** Options beside the name: a strict object, which may be transformed into settings. */
  readonly options: Options;
  /** Option that names a file made by `dowser paths train`; it takes the place of `need.paths`. */
  readonly modelOption?: string;
  /** Makes the strategy; the promise is for parts that are loaded only where they are asked for. */
  create(options: z.output<Options>, context: StrategyContext): Strategy | Promise<Strategy>;
}

/** A strategy module whose `create` is typed by its own options. */
export function strategyModule<Options extends z.ZodType>(
  module: StrategyModule<Options>,
): StrategyModule<Options> {
  return module;
}
