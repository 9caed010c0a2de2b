/** Plays strategies on one web, and shows their figures side by side. */
import type { CrawlPlan, CrawlPorts } from "../crawl/crawl-plan.ts";
import { calledPages } from "../crawl/look.ts";
import { runCrawl } from "../crawl/run-crawl.ts";
import { type CalledFigures, calledFigures } from "../domain/measures/called-figures.ts";
import {
  type HarvestCurve,
  harvestCurve,
  harvestRate,
  targetRecall,
} from "../domain/measures/harvest-rate.ts";
import type { Strategy } from "../domain/methods/strategy.ts";
import { figures, formatTable } from "../domain/text/table.ts";
import type { Url } from "../domain/web/url/url.ts";
import { OWN_EXPLAINED, OWN_HARVEST, OWN_TARGETS } from "./verdict-words.ts";

/** The relevant pages, known to the evaluator and to no strategy. */
export interface Truth {
  /** Target pages that the recorded web holds. */
  readonly targets: ReadonlySet<Url>;
  /** Recorded pages without a verdict, which count neither way; none when absent. */
  readonly unjudged?: ReadonlySet<Url>;
}

/** The figures of one strategy. */
export interface StrategyResult {
  readonly fetched: number;
  /** By truth; as predicted by the crawl when no truth is given. */
  readonly targets: number;
  /** Those of them that show what no page fetched before does; absent where these are all of them, or copies are not grouped. */
  readonly distinctTargets?: number;
  /** Targets ÷ pages fetched; pages without a verdict are left out. */
  readonly harvestRate: number;
  /** Pages fetched without a verdict in the truth; absent when there are none. */
  readonly unjudged?: number;
  /** `null` when no truth is given. */
  readonly targetRecall: number | null;
  /** Draws that the recording could not answer; they use no budget. */
  readonly notRecorded: number;
  readonly seconds: number;
  readonly curve: HarvestCurve;
  /** The called set of its last look, by truth; absent unless it was asked for. */
  readonly called?: CalledFigures;
}

export interface Comparison {
  readonly strategies: Readonly<Record<string, StrategyResult>>;
  readonly budget: number;
  readonly seed: number;
  /** Target pages in the recorded web by truth; `null` when no truth is given. */
  readonly knownTargets: number | null;
}

/** One compared strategy: its name as the user wrote it, options included. */
export interface Competitor {
  readonly name: string;
  readonly strategy: Strategy;
}

interface OpenedPorts {
  readonly ports: CrawlPorts;
  close(): Promise<void>;
}

/** The inputs that all compared strategies share. */
export interface ComparisonSetup {
  readonly plan: Omit<CrawlPlan, "strategy">;
  readonly seed: number;
  readonly truth: Truth | undefined;
  /** Whether each crawl looks at its pages once more, and its called set is measured; it needs a truth. */
  readonly asksCalled?: boolean;
  /** Opens new, empty stores and a frontier with this strategy's policy. */
  readonly openPorts: (competitor: Competitor) => Promise<OpenedPorts>;
  readonly onResult?: (name: string, result: StrategyResult) => void;
}

/** Crawls the same web with each strategy, one after another, each from empty stores. */
export async function compareStrategies(
  { plan, seed, truth, asksCalled = false, openPorts, onResult }: ComparisonSetup,
  competitors: readonly Competitor[],
): Promise<Comparison> {
  const strategies: Record<string, StrategyResult> = {};
  for (const competitor of competitors) {
    const opened = await openPorts(competitor);
    const { ports } = opened;
    try {
      const startedAt = ports.clock.now();
      await runCrawl(ports, { ...plan, strategy: competitor.strategy });
      const seconds = (ports.clock.now() - startedAt) / 1000;
      const found = await resultOf(ports, truth, seconds);
      const called =
        asksCalled && truth !== undefined
          ? await calledBy(ports, { ...plan, strategy: competitor.strategy }, truth)
          : undefined;
      const result = called === undefined ? found : { ...found, called };
      strategies[competitor.name] = result;
      onResult?.(competitor.name, result);
    } finally {
      await opened.close();
    }
  }
  return { strategies, budget: plan.budget.pages, seed, knownTargets: truth?.targets.size ?? null };
}

async function calledBy(ports: CrawlPorts, plan: CrawlPlan, truth: Truth): Promise<CalledFigures> {
  const called = await calledPages(ports, plan);
  const pages: { readonly isCalled: boolean; readonly verdict: boolean | undefined }[] = [];
  for await (const { url, page } of ports.records.list())
    if (page !== undefined)
      pages.push({ isCalled: called.has(url), verdict: verdictOf(truth, url) });
  return calledFigures(pages);
}

async function resultOf(
  { records }: Pick<CrawlPorts, "records">,
  truth: Truth | undefined,
  seconds: number,
): Promise<StrategyResult> {
  const hits: (boolean | undefined)[] = [];
  let [copies, distinct] = [0, 0];
  for await (const { url, page } of records.list()) {
    if (page === undefined) continue;
    const isTarget = truth === undefined ? page.isTarget : verdictOf(truth, url);
    hits.push(isTarget);
    if (page.copyOf !== undefined) copies += 1;
    else if (isTarget === true) distinct += 1;
  }
  const curve = harvestCurve(hits);
  const [, targets, unjudged = 0] = curve.at(-1) ?? [0, 0];
  const { reasons } = await records.totals();
  return {
    fetched: hits.length,
    targets,
    ...(copies > 0 && distinct < targets && { distinctTargets: distinct }),
    harvestRate: harvestRate(targets, hits.length - unjudged),
    ...(unjudged === 0 ? {} : { unjudged }),
    targetRecall: targetRecall(targets, truth?.targets.size),
    notRecorded: reasons.get("failed:not-recorded") ?? 0,
    seconds,
    curve,
  };
}

/** Returns whether a page is a target by the truth; `undefined` when it has no verdict. */
export function verdictOf({ targets, unjudged }: Truth, url: Url): boolean | undefined {
  return unjudged?.has(url) === true ? undefined : targets.has(url);
}

/** Formats the figures of a comparison for a terminal, a line a strategy, and by whose judgement they are. */
export function comparisonTable({ strategies, budget, knownTargets }: Comparison): string {
  const isOwn = knownTargets === null;
  const harvest = isOwn ? [OWN_TARGETS, OWN_HARVEST] : ["relevant", "harvest rate"];
  const titles = ["fetched", ...harvest, "recall", "not recorded", "seconds"];
  const table = formatTable(
    [{ title: "strategy", align: "left" }, ...titles.map(figures)],
    Object.entries(strategies).map(([name, result]) => [
      name,
      String(result.fetched),
      String(result.targets),
      result.harvestRate.toFixed(4),
      result.targetRecall === null ? "–" : result.targetRecall.toFixed(4),
      String(result.notRecorded),
      result.seconds.toFixed(1),
    ]),
  );
  const judge = isOwn ? OWN_EXPLAINED : `known relevant pages: ${knownTargets}`;
  return `${table}\nbudget ${budget} pages; ${judge}`;
}
