import { type BaselineName, baselineStrategy } from "./baseline-strategy.ts";
import { type CommdSettings, commd } from "./comments/commd.ts";
import { type OpicSettings, opic } from "./comments/opic.ts";
import { type FishSettings, fishSearch } from "./fish-search.ts";
import { lokman } from "./lokman/lokman.ts";
import type { LokmanSettings } from "./lokman/lokman-settings.ts";
import { type RankSettings, rankStrategy } from "./rank-strategy.ts";
import { type SharkSettings, sharkSearch } from "./shark-search.ts";
import type { Strategy } from "./strategy.ts";
import { type IrobotSettings, irobot } from "./structure/irobot/irobot.ts";
import { sampleSize } from "./structure/sample-size.ts";
import { source } from "./structure/source/source.ts";
import type { SourceSettings } from "./structure/source-settings.ts";
import { type TpmSettings, tpm } from "./structure/tpm/tpm.ts";

/** A strategy's name and settings. */
export type StrategyChoice =
  | { readonly name: BaselineName }
  | FishSettings
  | SharkSettings
  | RankSettings
  | LokmanSettings
  | CommdSettings
  | OpicSettings
  | TpmSettings
  | IrobotSettings
  | SourceSettings;

/** The crawl that a strategy is made for. */
export interface StrategyContext {
  /** Seed of everything random. */
  readonly seed: number;
  /** Pages of the crawl's budget; `Infinity` where it sets no bound. */
  readonly pages: number;
}

/** The strategy that a project file asks for. */
export function createStrategy(choice: StrategyChoice, { seed, pages }: StrategyContext): Strategy {
  switch (choice.name) {
    case "breadth-first":
    case "depth-first":
    case "random":
    case "best-first":
      return baselineStrategy(choice.name);
    case "fish-search":
      return fishSearch(choice);
    case "shark-search":
      return sharkSearch(choice);
    case "pagerank":
    case "hits":
      return rankStrategy(choice);
    case "lokman":
      return lokman(choice);
    case "commd":
      return commd(choice);
    case "opic":
    case "opic-commd":
      return opic(choice);
    case "tpm":
      return tpm(choice, { seed, sampleSize: choice.sampleSize ?? sampleSize("target", pages) });
    case "irobot":
      return irobot(choice, { seed, sampleSize: choice.sampleSize ?? sampleSize("ucc", pages) });
    case "source":
      return source(choice, {
        seed,
        sampleSize: choice.sampleSize ?? sampleSize(choice.goal, pages),
      });
  }
}
