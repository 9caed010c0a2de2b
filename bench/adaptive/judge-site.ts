import { SEED_PRIORITY } from "../../lib/crawl/admit-links.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { rocAuc } from "../../lib/domain/stats/intervals/prediction-quality.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { confusionOf, precision, recall } from "../../peers/learners/confusion.ts";
import { viewOf } from "../known-web/labelled-web.ts";
import type { Dataset } from "./dataset.ts";
import type { Judged, JudgeJob } from "./jobs.ts";

const CONTEXT = { depth: 0, group: "", parent: undefined, snippet: undefined };
const NO_EVIDENCE = { visits: [], misses: [] };

/** Judges every page of a site that is not an example, and compares with the labels. */
export async function judgeSite(
  { task, known, need, budget }: Dataset,
  { strategy: option }: Pick<JudgeJob, "strategy">,
): Promise<Judged> {
  const startedAt = performance.now();
  const strategy = await createStrategy(await parseStrategyOption(option), {
    seed: 1,
    pages: budget,
  });
  const { assessPage } = strategy.compile(strategy.train(NO_EVIDENCE, need, undefined));
  const trainedAt = performance.now();
  const examples = new Set([...need.good, ...need.bad].map(({ url }) => url));
  const cases: { actual: boolean; said: boolean; utility: number }[] = [];
  let judgeMs = 0;
  for (const [url, classes] of known.classesOf) {
    if (examples.has(url)) continue;
    const page: PageView = await viewOf(known, url);
    const from = performance.now();
    const { utility, isTarget } = assessPage(page, { ...CONTEXT, priority: SEED_PRIORITY });
    judgeMs += performance.now() - from;
    cases.push({ actual: classes.has(task.need), said: isTarget, utility });
  }
  const confusion = confusionOf(cases);
  const squares = cases.reduce(
    (sum, { actual, utility }) => sum + (Number(actual) - utility) ** 2,
    0,
  );
  const utilities = Float64Array.from(cases, ({ utility }) => utility);
  return {
    auc: rocAuc(utilities, (at) => cases[at]?.actual === true) ?? Number.NaN,
    error: Math.sqrt(squares / cases.length),
    precision: precision(confusion) ?? 0,
    recall: recall(confusion) ?? 0,
    trainSeconds: (trainedAt - startedAt) / 1000,
    judgeMs: judgeMs / cases.length,
  };
}
