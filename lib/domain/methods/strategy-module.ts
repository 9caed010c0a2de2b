import type { z } from "zod";
import type { Json } from "../json.ts";
import type { MarkedPaths, Strategy } from "./strategy.ts";

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

/** What a strategy learns from click paths, to be kept as a file for crawls of other sites. */
export interface PathModelMaker<Settings> {
  /** Name of the form of the learned data. */
  readonly variant: string;
  /** Learns from marked paths: the same paths and seed give the same data. */
  learn(settings: Settings, marked: MarkedPaths, seed: number): Json;
  /**
   * Computes the mean absolute errors on a site that was left out of training; `null` when only
   * one site is marked.
   */
  leftOutErrors?(marked: MarkedPaths, seed: number): LeftOutErrors | null;
}

/** Mean absolute errors, in units of relevance, in [0,1]; `null` when there is nothing to predict. */
export interface LeftOutErrors {
  /** Registrable domains, each left out once. */
  readonly sites: readonly string[];
  /** Means over the sites, on their marked pages and the links to those. */
  readonly pages: number | null;
  readonly links: number | null;
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
  /** How `dowser paths train` makes that file; left out, click paths teach no model. */
  readonly pathModel?: PathModelMaker<z.output<Options>>;
  /** Creates the strategy; it returns a promise when parts are loaded only on demand. */
  create(options: z.output<Options>, context: StrategyContext): Strategy | Promise<Strategy>;
}

/** Creates a strategy module whose `create` is typed by its own options. */
export function strategyModule<Options extends z.ZodType>(
  module: StrategyModule<Options>,
): StrategyModule<Options> {
  return module;
}
