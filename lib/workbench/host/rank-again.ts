import { setImmediate } from "node:timers/promises";
import { storedModel } from "../../crawl/train-model.ts";
import type { CompiledStrategy } from "../../domain/methods/strategy.ts";
import type { QueuedPage } from "../../evaluation/label-queue.ts";
import { storedViews } from "../../run/folder/stored-views.ts";
import { strategyOfRun } from "../../run/folder/strategy-of-run.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Most pages of a queue that are judged again: each is parsed once more, some ms. */
export const MOST_RANKED = 40;

/** Scores by the newest model of each run, by page. */
const scored = new WeakMap<
  WatchedRun,
  { readonly model: string; readonly scores: Map<string, number> }
>();

/**
 * Puts the first pages of a queue into the order of the newest model: their stored scores are those of
 * the models that were there when they were fetched. So a training shows in what is judged next.
 */
export async function rankAgain(
  watched: WatchedRun,
  queue: "uncertain" | "likely" | "random",
  pages: readonly QueuedPage[],
): Promise<readonly QueuedPage[]> {
  const first = pages.slice(0, MOST_RANKED);
  const scores = await scoresOf(watched, first);
  if (scores === undefined) return pages;
  const border = watched.rows.leastOfTarget;
  const worth = ({ url }: QueuedPage) => {
    const score = scores.get(url) ?? watched.rows.find(url)?.utility ?? 0;
    return queue === "likely" ? score : -Math.abs(score - border);
  };
  return [...first.toSorted((a, b) => worth(b) - worth(a)), ...pages.slice(MOST_RANKED)];
}

async function scoresOf(
  watched: WatchedRun,
  pages: readonly QueuedPage[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const trained = (await watched.run.log.list()).findLast(({ kind }) => kind === "trained");
  const model = trained?.detail["model"];
  const strategy = await strategyOfRun(watched.project);
  if (typeof model !== "string" || strategy === undefined) return undefined;
  const known = scored.get(watched);
  const scores = known?.model === model ? known.scores : new Map<string, number>();
  scored.set(watched, { model, scores });
  if (pages.every(({ url }) => scores.has(url))) return scores;
  const loaded = await storedModel(watched.run.models, strategy, { model, pages: 0 });
  if (loaded === undefined) return undefined;
  await addScores(watched, loaded.compiled, pages, scores);
  return scores;
}

async function addScores(
  watched: WatchedRun,
  compiled: CompiledStrategy,
  pages: readonly QueuedPage[],
  scores: Map<string, number>,
): Promise<void> {
  const viewOf = storedViews(watched.run.pages, watched.project);
  for (const { url } of pages) {
    if (scores.has(url)) continue;
    const [view, record] = [await viewOf(url), await watched.run.records.get(url)];
    if (view === undefined || record === undefined) continue;
    scores.set(url, compiled.assessPage(view, record).utility);
    await setImmediate();
  }
}
