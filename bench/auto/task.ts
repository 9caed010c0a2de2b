import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { StrategyChoice } from "../../lib/domain/methods/strategy-module.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** A task with its web, its examples of one seed, and the truth, which only the evaluator knows. */
export interface OpenTask {
  readonly web: RecordedWeb;
  readonly seeds: readonly Url[];
  /** What no crawl fetches: pages that the user has as examples, and files that nobody asks for. */
  readonly excluded: ReadonlySet<Url>;
  /** Relevant recorded pages, reachable or not, without seeds and examples. */
  readonly targets: ReadonlySet<Url>;
  /** Returns what a relevant page shows, as hashes: its thread first, then its posts; absent where it is not known. */
  readonly contentOf?: (url: Url) => Promise<readonly number[]>;
  /** Whether links to pages that are not recorded may be drawn, in vain, as a live crawl would. */
  readonly drawsUnrecorded: boolean;
  /** Pages that may be fetched, seeds included. */
  readonly budget: number;
  /** Types of files that are looked for, as in a project file; absent where pages are. */
  readonly files?: readonly string[];
  /** What a strategy is told. */
  readonly needFor: (strategy: StrategyChoice) => Promise<Need>;
}

/** Something to look for in one recorded web. */
export interface Task {
  readonly group: string;
  /** For tables; another for each task of a group. */
  readonly name: string;
  /** Tasks of one web share what a process has read of it. */
  readonly web: string;
  /** Whether the seed decides on examples, paths or starts; if not, it opens alike with each. */
  readonly isDrawn: boolean;
  /** `seed` draws the examples and what else is chosen by chance. */
  open(seed: number): Promise<OpenTask>;
}

/** Tasks of one kind. */
export interface Group {
  /** As on the command line. */
  readonly name: string;
  /** What is given and looked for, in one line. */
  readonly about: string;
  /** Name of the strategy that was made for such tasks. */
  readonly specialist: string;
  /** Whether strategies that can judge pages by labels are asked to. */
  readonly hasLabels: boolean;
  /** Strategies that need other options here, as on the command line, by name. */
  readonly options: ReadonlyMap<string, string>;
  /** Why the group is left out on this machine; `undefined` when it is not. */
  readonly absent: () => string | undefined;
  readonly tasks: () => readonly Task[];
}
