import type { Json } from "../domain/json.ts";
import type { Progress, Strategy } from "../domain/methods/strategy.ts";
import type { Rescored, Rescoring } from "../ports/frontier.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RunEvent, RunLog } from "../ports/run-log.ts";
import { CrawlEvidence } from "./crawl-evidence.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { rescoringBy } from "./rescoring.ts";

/** Trains on everything fetched so far, keeps the model, and re-scores the queued links. */
export async function trainModel(
  ports: Pick<DecidingPorts, "frontier" | "records" | "models" | "log" | "clock">,
  plan: Pick<CrawlPlan, "strategy" | "need">,
  previous: Pick<TrainedModel, "model"> | undefined,
  evidence?: CrawlEvidence,
): Promise<TrainedModel> {
  const trained = await fitModel(ports, plan, previous, evidence);
  await adoptModel(ports, plan, trained);
  return trained;
}

/** Re-scores the queued links by a model, which decides from now on. */
export async function adoptModel(
  ports: Pick<DecidingPorts, "frontier" | "log" | "clock">,
  plan: Pick<CrawlPlan, "strategy">,
  { hash, compiled, pages }: TrainedModel,
): Promise<void> {
  const rescoring = rescoringBy(plan, { hash, compiled });
  const rescored = rescoring === undefined ? 0 : await rescoreAll(ports, rescoring);
  const phase = compiled.phase === undefined ? {} : { phase: compiled.phase };
  const { labelNotes = [] } = compiled;
  const notes = labelNotes.length === 0 ? {} : { labelNotes };
  await ports.log.append({
    at: ports.clock.now(),
    kind: "trained",
    detail: { strategy: plan.strategy.name, ...phase, ...notes, model: hash, pages, rescored },
  });
}

/** Lets the model of an earlier process score the queued links that it left for later. */
export async function resumeModel(
  { frontier }: Pick<DecidingPorts, "frontier">,
  plan: Pick<CrawlPlan, "strategy">,
  model: Pick<TrainedModel, "hash" | "compiled">,
): Promise<void> {
  const rescoring = rescoringBy(plan, model);
  if (rescoring !== undefined) await frontier.resumeRescoring(rescoring);
}

/** Scores all queued links again, in steps, before each of which other work is done. */
async function rescoreAll(
  { frontier, clock }: Pick<DecidingPorts, "frontier" | "clock">,
  rescoring: Rescoring,
): Promise<number> {
  let scored = 0;
  for (let next: number | undefined = 0; next !== undefined; ) {
    await letOthersRun(clock);
    const step: Rescored = await frontier.rescore(rescoring, next);
    scored += step.scored;
    next = step.next;
  }
  return scored;
}

/** Ends a step of the event loop, so that a training does not hold up the fetches under way. */
function letOthersRun(clock: DecidingPorts["clock"]): Promise<void> {
  return clock.waitUntil(clock.now());
}

/** Trains on everything fetched so far and keeps the model: it does not decide anything yet. */
export async function fitModel(
  ports: Pick<DecidingPorts, "records" | "models" | "clock">,
  { strategy, need }: Pick<CrawlPlan, "strategy" | "need">,
  previous: Pick<TrainedModel, "model"> | undefined,
  evidence = new CrawlEvidence(ports, strategy),
): Promise<TrainedModel> {
  await letOthersRun(ports.clock);
  const { model, pages } = await evidence.train(need, previous?.model);
  await letOthersRun(ports.clock);
  const json = JSON.stringify(model);
  const hash = await ports.models.put(json);
  return compiledModel(strategy, { hash, json, pages });
}

/**
 * Returns the model that an earlier run of this crawl ended with, `undefined` when there is none. A
 * training that a crash cut short has no log entry, and is done again on the same evidence.
 */
export async function lastModel(
  ports: { readonly models: Pick<ModelStore, "get">; readonly log: Pick<RunLog, "list"> },
  { strategy }: Pick<CrawlPlan, "strategy">,
): Promise<TrainedModel | undefined> {
  const trainings = (await ports.log.list()).filter(({ kind }) => kind === "trained");
  return storedModel(ports.models, strategy, trainings.at(-1)?.detail);
}

/** Returns the model that the detail of an event names, `undefined` when there is none. */
export async function storedModel(
  models: Pick<ModelStore, "get">,
  strategy: Strategy,
  detail: RunEvent["detail"] | undefined,
): Promise<TrainedModel | undefined> {
  const { model: hash, pages } = detail ?? {};
  if (typeof hash !== "string" || typeof pages !== "number") return undefined;
  const json = await models.get(hash);
  return json === undefined ? undefined : compiledModel(strategy, { hash, json, pages });
}

/** Compiles a model from its stored form alone: a resumed crawl has the same model to the bit. */
function compiledModel(
  strategy: Strategy,
  { hash, json, pages }: { readonly hash: string; readonly json: string; readonly pages: number },
): TrainedModel {
  const model: Json = JSON.parse(json);
  return { hash, model, compiled: strategy.compile(model), pages };
}

/** Returns true when the strategy wants a new model. */
export function isStale(
  { strategy }: Pick<CrawlPlan, "strategy">,
  model: TrainedModel,
  progress: Omit<Progress, "pagesAtTraining">,
): boolean {
  return strategy.isStale({ ...progress, pagesAtTraining: model.pages }, model.model);
}
