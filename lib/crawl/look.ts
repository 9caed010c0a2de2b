/** A look at all pages of a crawl: each is judged by all that is known now, and the crawl stays as it was. */

import { checkLabels } from "../domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { readingAgain } from "../domain/methods/adaptive/page-estimator/second-reading.ts";
import { cutPageOf, isCalled, type LookVerdict, placeCuts } from "../domain/methods/cut.ts";
import { GOOD_FROM, isGood } from "../domain/methods/label-need.ts";
import type { CompiledStrategy, LinkContext, Need } from "../domain/methods/strategy.ts";
import { compileTopicJudge, trainTopicJudge } from "../domain/methods/topic-judge.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";
import { CrawlEvidence } from "./crawl-evidence.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import type { NeedState } from "./need-state.ts";
import { correctedByRules, heldState, updatedPlan } from "./need-updates.ts";
import { judgeAgain } from "./read-page.ts";
import { lastModel } from "./train-model.ts";

/** The stores of a crawl that a look reads; it writes none. */
export type LookPorts = Pick<DecidingPorts, "records" | "pages" | "labels" | "clock"> & {
  readonly models: Pick<DecidingPorts["models"], "get">;
  readonly log: Pick<DecidingPorts["log"], "list">;
};

/** Returns the pages that a look calls under the cut that is the default. */
export async function calledPages(ports: LookPorts, plan: CrawlPlan): Promise<ReadonlySet<Url>> {
  const look = await openLook(ports, plan);
  const verdicts: LookedAt[] = [];
  for await (const verdict of look.verdicts(0)) verdicts.push(verdict);
  if (look.cannotTell !== undefined) return new Set();
  const { complete } = placeCuts(verdicts.map(cutPageOf));
  return new Set(verdicts.filter((page) => isCalled(page, complete)).map(({ url }) => url));
}

/** The verdict of a look on one page. */
export interface LookedAt extends LookVerdict {
  readonly url: Url;
  readonly sequence: number;
}

/** A look that is about to begin. */
export interface Look {
  /** Why the judge cannot tell relevant pages yet; it calls none then. */
  readonly cannotTell: string | undefined;
  /** Labels that it knows, and pages whose labels are held back. */
  readonly labels: number;
  readonly held: readonly string[];
  /** Yields the verdicts on stored pages in order of fetching, after a sequence. */
  verdicts(after: number): AsyncGenerator<LookedAt>;
}

/** Pages judged before the process yields: some tens of ms of work. */
const PAGES_PER_SLICE = 10;

/**
 * Trains on all pages and labels that there are, for a look at all stored pages. Neither the model nor a
 * verdict is written: what is drawn next stays as it was.
 */
export async function openLook(ports: LookPorts, asked: CrawlPlan): Promise<Look> {
  const { strategy } = asked;
  const labels = (await ports.labels.list()).length;
  const { pages } = await ports.records.totals();
  const learnsFromSeen = strategy.learnsFromSeen?.(asked.need) === true;
  const known = { labels, seen: learnsFromSeen ? pages : 0 };
  const state: NeedState = labels === 0 ? known : await heldState(ports, asked, known);
  const plan = await updatedPlan(ports, asked, state);
  const last = await lastModel(ports, plan);
  const trained = await new CrawlEvidence(ports, strategy).train(plan.need, last?.model);
  const compiled = strategy.compile(trained.model);
  const assessPage = await assessingAgain(
    ports,
    plan,
    byWordsAlone(plan.need, asked.need, compiled),
  );
  const scores = new Map<Url, number>();
  const model: TrainedModel = {
    hash: "",
    ...trained,
    compiled: {
      ...compiled,
      assessPage: (page, context) => {
        const assessment = assessPage(page, context);
        if (plan.labels?.has(page.url) === true) scores.set(page.url, assessment.utility);
        // The fields of a page are read, too, if a cut may call it.
        return assessment.least === undefined ? assessment : { ...assessment, isTarget: true };
      },
    },
  };
  return {
    cannotTell: compiled.cannotTell,
    labels,
    held: state.held ?? [],
    async *verdicts(after) {
      let count = 0;
      for await (const record of ports.records.list(after)) {
        const verdict = await verdictOn(ports, plan, model, record);
        if (verdict === undefined) continue;
        const label = plan.labels?.get(record.url);
        const score = scores.get(record.url);
        const known = label !== undefined && score !== undefined;
        yield known ? { ...verdict, label: { isGood: isGood({ label }), score } } : verdict;
        count += 1;
        if (count % PAGES_PER_SLICE === 0) await ports.clock.waitUntil(ports.clock.now());
      }
    },
  };
}

/** Judges a stored page; `undefined` of what is none, or is lost. */
async function verdictOn(
  { pages, clock }: Pick<LookPorts, "pages" | "clock">,
  plan: CrawlPlan,
  model: TrainedModel,
  { url, sequence, page, ...link }: PageRecord,
): Promise<LookedAt | undefined> {
  const stored = page && (await pages.get(url));
  if (page === undefined || stored === undefined) return undefined;
  const { assessment, fields } = judgeAgain(
    { clock },
    { plan, model, page: stored, context: link },
  );
  const { utility, type, why, least } = assessment;
  const isTarget = least === undefined ? assessment.isTarget : utility >= least;
  const judged = { ...page, utility, isTarget, type, why, fields };
  const ruled = correctedByRules(plan, url, judged);
  const verdict = {
    utility: ruled.utility,
    isTarget: ruled.isTarget,
    type,
    why: ruled.why,
    fields,
  };
  const byScore = ruled === judged && least !== undefined ? { least } : {};
  return { url, sequence, ...verdict, ...byScore };
}

type AssessPage = CompiledStrategy["assessPage"];

/**
 * Returns how pages are judged by a need whose labels are too few to learn from: by the words that it was asked
 * for with. These labels teach the second reading alone.
 */
function byWordsAlone(
  need: Need,
  examples: Pick<Need, "good" | "bad">,
  compiled: CompiledStrategy,
): AssessPage {
  const assessPage: AssessPage = (page, context) => compiled.assessPage(page, context);
  const { topic, words, good, bad } = need;
  const isLabelled = good.length + bad.length > examples.good.length + examples.bad.length;
  if ((topic ?? words) === undefined || !isLabelled || checkLabels(need) === undefined)
    return assessPage;
  const judge = trainTopicJudge(
    { ...need, good: examples.good, bad: [] },
    need.threshold ?? GOOD_FROM,
  );
  const byTopic = compileTopicJudge(judge, { readsLinks: true });
  return (page, context) => {
    const assessment = assessPage(page, context);
    if (assessment.least === undefined) return assessment;
    const { utility, why } = byTopic(page, context);
    return { ...assessment, utility, why: `${assessment.why}; by the topic alone ${why}` };
  };
}

/** Returns how pages are judged after a second reading of the sample; as the judge does where it has none. */
async function assessingAgain(
  { records }: Pick<LookPorts, "records">,
  { need, labels, seed }: CrawlPlan,
  assessPage: AssessPage,
): Promise<AssessPage> {
  const views = new Map(need.seen.map((view) => [view.url, view]));
  if (views.size === 0) return assessPage;
  const contexts = new Map<Url, LinkContext>();
  for await (const record of records.list())
    if (views.has(record.url)) contexts.set(record.url, record);
  const first = [...contexts].flatMap(([url, context]) => {
    const view = views.get(url);
    if (view === undefined) return [];
    const { utility, least } = assessPage(view, context);
    return least === undefined ? [] : [{ view, utility: labels?.get(url) ?? utility }];
  });
  const again = readingAgain(first, seed);
  if (again === undefined) return assessPage;
  return (page, context) => {
    const assessment = assessPage(page, context);
    if (assessment.least === undefined) return assessment;
    const second = again(page);
    const utility = (assessment.utility + second) / 2;
    const why = `${assessment.why}; like pages called alike ${second.toFixed(3)}`;
    return { ...assessment, utility, isTarget: utility >= assessment.least, why };
  };
}
