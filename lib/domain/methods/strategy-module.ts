import type { z } from "zod";
import type { Strategy } from "./strategy.ts";

/** The crawl that a strategy is made for. */
export interface StrategyContext {
  /** Seed of everything random. */
  readonly seed: number;
  /** Pages of the crawl's budget; `Infinity` when it sets no bound. */
  readonly pages: number;
  /**
   * Whether the crawl asks a search engine queries that the strategy composes; false if left out.
   */
  readonly asksQueries?: boolean;
}

/** A strategy's name with its options, as written in a project file. */
export interface StrategyChoice {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** A strategy as a module: its name, its options and its constructor. */
export interface StrategyModule<Options extends z.ZodType = z.ZodType> {
  /** Name in project files, in lower case with hyphens. */
  readonly name: string;
  /** One sentence for the JSON Schema of project files. */
  readonly description: string;
  /** Options besides the name: a strict object, which may be transformed into settings. */
  readonly options: Options;
  /** Option that names a file made by `dowser paths train`; it replaces `need.paths`. */
  readonly modelOption?: string;
  /** Creates the strategy; it returns a promise when parts are loaded only on demand. */
  create(options: z.output<Options>, context: StrategyContext): Strategy | Promise<Strategy>;
}

/** Creates a strategy module whose `create` is typed by its own options. */
export function strategyModule<Options extends z.ZodType>(
  module: StrategyModule<Options>,
): StrategyModule<Options> {
  return module;
}
