/** The figures of a run as a report has them, with those by ground truth. */
import type { Cost } from "../../domain/cost/cost.ts";
import type { Json } from "../../domain/json.ts";
import { rankedFigures } from "../../domain/measures/ranked-collecting.ts";
import type { PolitenessLedger } from "../../domain/measures/request-gaps.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import { wilsonInterval } from "../../domain/stats/intervals/paired-bootstrap.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RunFigures } from "../run-figures.ts";
import type { SeedAnswers } from "../seed-outcomes.ts";
import type { RunAnswers, TruthFigures } from "./answers.ts";

/** All data in the report of a run. */
export interface RunReport extends RunAnswers {
  /** When it is written, ms since the epoch, and by which version of Dowser. */
  readonly writtenAt: number;
  readonly version: string;
  readonly figures: RunFigures;
  /** `undefined` when the seeds are on one site. */
  readonly seeds: SeedAnswers | undefined;
  /** The main texts of the pages shown, by page; a page that is not stored has none. */
  readonly texts: ReadonlyMap<Url, string>;
  /** `undefined` for a recording: no host was asked. */
  readonly politeness: PolitenessLedger | undefined;
  /** `undefined` for a crawl on one machine. */
  readonly cost: Cost | undefined;
  readonly request: CrawlRequest;
}

/** The request of the crawl, in the project's words. */
export interface CrawlRequest {
  readonly name: string;
  readonly strategy: string;
  readonly need: NeedRequest;
  readonly seeds: readonly string[];
  readonly queries: readonly string[];
  /** Names of recordings; `undefined` for a crawl on the live web. */
  readonly recordings: readonly string[] | undefined;
  /** The contact that servers were given. */
  readonly contact: string | undefined;
  readonly minDelayMs: number;
  readonly connectionsPerHost: number;
  readonly scope: ScopeRequest;
  /** The whole project, as it was read. */
  readonly project: Json;
}

/** The need of the crawl, as the section `need` of a project file. */
interface NeedRequest {
  readonly topic: string | undefined;
  /** Words beside the topic. */
  readonly words: readonly string[];
  readonly ontology: string | undefined;
  /** Number of the user's own terms. */
  readonly terms: number;
  /** Number of example pages. */
  readonly good: number;
  readonly bad: number;
  readonly examplePage: string | undefined;
  readonly hasPaths: boolean;
  /** Types of the files that are looked for; empty where pages are. */
  readonly files: readonly string[];
  readonly detect: Need["detect"];
}

/** The pages asked for, as the section `scope` of a project file. */
interface ScopeRequest {
  readonly hosts: string;
  readonly allowHosts: readonly string[];
  readonly denyHosts: readonly string[];
  readonly allowPatterns: readonly string[];
  readonly denyPatterns: readonly string[];
  readonly languages: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly maxDepth: number | undefined;
}

/** Whether pages are targets, known to the evaluation alone. */
export type RunTruth = ReadonlyMap<Url, boolean>;

/** Counts the targets that a truth knows. */
function knownTargets(truth: RunTruth): number {
  return truth.values().reduce((known, isTarget) => known + Number(isTarget), 0);
}

/**
 * Counts the fetched pages of a run by a truth; returns `undefined` for a truth that knows no target.
 */
export function truthFigures(
  pages: readonly { readonly url: Url }[],
  truth: RunTruth,
): TruthFigures | undefined {
  const known = knownTargets(truth);
  if (known === 0) return undefined;
  const judged = pages.filter(({ url }) => truth.has(url)).length;
  const found = pages.flatMap(({ url }, at) => (truth.get(url) === true ? [at + 1] : []));
  // The pages that the truth knows are the web, as far as anybody knows.
  const webPages = Math.max(truth.size, pages.length);
  return {
    targets: found.length,
    known,
    harvest: wilsonInterval(found.length, judged),
    ranked: rankedFigures({ found, known, budget: pages.length }, webPages),
  };
}

/** Returns the figures as programs read them; rates are in [0,1]. */
export function truthAsJson({ targets, known, harvest, ranked }: TruthFigures) {
  const { cases: judged, share: harvestRate = 0 } = harvest;
  return { targets, judged, known, harvestRate, targetRecall: targets / known, ranked };
}
