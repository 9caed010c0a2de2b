/** A look at all pages of a crawl: each is judged by all that is known now, and the crawl stays as it was. */

import { checkLabels } from "../domain/methods/adaptive/page-estimator/learned-estimation.ts";
import {
  bothReadings,
  type FirstReading,
  firstShare,
  readingAgain,
} from "../domain/methods/adaptive/page-estimator/second-reading.ts";
import {
  cutPageOf,
  isCalled,
  isWorthACut,
  type LookVerdict,
  placeCuts,
} from "../domain/methods/cut.ts";
import { GOOD_FROM, isGood } from "../domain/methods/label-need.ts";
import { type SeenPage, sampleEvenly } from "../domain/methods/sample-seen.ts";
import type {
  CompiledStrategy,
  LinkContext,
  Need,
  PageAssessment,
} from "../domain/methods/strategy.ts";
import { compileTopicJudge, trainTopicJudge } from "../domain/methods/topic-judge.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { PageView, TextView } from "../domain/page/page-view.ts";
import { fromLogOdds, logOdds } from "../domain/stats/log-odds.ts";
import type { Url } from "../domain/web/url/url.ts";
import { CrawlEvidence } from "./crawl-evidence.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { judgeKept } from "./judge-page.ts";
import type { NeedState } from "./need-state.ts";
import { correctedByRules, heldState, updatedPlan } from "./need-updates.ts";
import { judgeAgain } from "./read-page.ts";
import { lastModel, seenPages, seenViews } from "./train-model.ts";

/** The stores of a crawl that a look reads; it writes none. */
export type LookPorts = Pick<DecidingPorts, "records" | "pages" | "labels" | "clock"> & {
  readonly models: Pick<DecidingPorts["models"], "get">;
  readonly log: Pick<DecidingPorts["log"], "list">;
};

/** Returns the pages that a look calls under the cut that is the default. */
export async function calledPages(ports: LookPorts, plan: CrawlPlan): Promise<ReadonlySet<Url>> {
  const look = await openLook(ports, plan);
  const verdicts = await Array.fromAsync(look.verdicts(0));
  if (look.cannotTell !== undefined) return new Set();
  const { complete } = placeCuts(verdicts.map(cutPageOf), plan.need.threshold);
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
  const scores = new Map<Url, number>();
  const noted =
    <Page extends TextView>(assess: Assess<Page>): Assess<Page> =>
    (page, context) => {
      const assessment = assess(page, context);
      if (plan.labels?.has(page.url) === true) scores.set(page.url, assessment.utility);
      // The fields of a page are read, too, if a cut may call it.
      return assessment.least === undefined ? assessment : { ...assessment, isTarget: true };
    };
  const { judging, kept } = await lookingBy(ports, plan, asked.need, compiled, noted);
  const model: TrainedModel = { hash: "", ...trained, compiled: { ...compiled, ...judging } };
  return {
    cannotTell: compiled.cannotTell,
    labels,
    held: state.held ?? [],
    async *verdicts(after) {
      let count = 0;
      for await (const record of ports.records.list(after)) {
        const verdict = await verdictOn(ports, plan, { model, kept }, record);
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
  { model, kept }: { readonly model: TrainedModel; readonly kept: Kept },
  { url, sequence, page, ...link }: PageRecord,
): Promise<LookedAt | undefined> {
  if (page === undefined) return undefined;
  let again = await judgeKept({ read: kept, pages }, { plan, model }, { url, ...link });
  if (again === undefined) {
    const stored = await pages.get(url);
    if (stored === undefined) return undefined;
    again = judgeAgain({ clock }, { plan, model, page: stored, context: link });
  }
  const { assessment, fields } = again;
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

type Assess<Page> = (page: Page, context: LinkContext) => PageAssessment;

/** Texts that were read for samples: what is judged by them is not read once more. */
type Kept = ReadonlyMap<Url, TextView>;

/** Returns how pages are judged by a look, and the pages that need not be viewed again for it. */
async function lookingBy(
  ports: SamplePorts,
  plan: CrawlPlan,
  asked: Need,
  compiled: CompiledStrategy,
  noted: <Page extends TextView>(assess: Assess<Page>) => Assess<Page>,
): Promise<{
  readonly judging: Pick<CompiledStrategy, "assessPage" | "assessTexts">;
  readonly kept: Kept;
}> {
  const { pages } = await ports.records.totals();
  const sample = (all: readonly SeenPage[], seed: number) => sampleEvenly(all, seed, MOST_READ);
  const assessTexts = compiled.assessTexts?.bind(compiled);
  const isRead = plan.need.seen.length > 0;
  if (assessTexts === undefined) {
    const assessPage: Assess<PageView> = (page, context) => compiled.assessPage(page, context);
    const first = besideWords(plan.need, asked, assessPage);
    const read = isRead ? await seenViews(ports, plan, pages, sample) : [];
    const assess = await assessingAgain(ports, plan, first, read);
    return { judging: { assessPage: noted(assess) }, kept: new Map() };
  }
  const first = besideWords(plan.need, asked, assessTexts);
  const read = isRead ? await seenPages(ports, plan, pages, plan.need.seen, sample) : [];
  const again = noted(await assessingAgain(ports, plan, first, read));
  const kept = new Map<Url, TextView>();
  for (const texts of [...plan.need.seen, ...read]) kept.set(texts.url, texts);
  return { judging: { assessPage: again, assessTexts: again }, kept };
}

/** Labels of the rarer class that count as much as the words of a need, which alone decide nothing beside them. */
const LABELS_LIKE_WORDS = 5;
const LEAST_ODDS = 1e-2;

/**
 * Returns how pages are judged by a need that was labelled after it was asked: by its labels and by the words that it
 * was asked for with, which weigh less beside more labels. Few labels are mostly of one site, and would throw out what the
 * words find on others. Labels too few to learn from teach the second reading alone.
 */
function besideWords<Page extends TextView>(
  need: Need,
  examples: Pick<Need, "good" | "bad">,
  assess: Assess<Page>,
): Assess<Page> {
  const { topic, words, good, bad } = need;
  const isLabelled = good.length + bad.length > examples.good.length + examples.bad.length;
  if ((topic ?? words) === undefined || !isLabelled) return assess;
  const share = 1 - shareOfLabels(need);
  const asked = { ...need, good: examples.good, bad: [] };
  const judge = trainTopicJudge(asked, need.threshold ?? GOOD_FROM);
  const byTopic = compileTopicJudge(judge, { readsLinks: true });
  return (page, context) => {
    const assessment = assess(page, context);
    if (assessment.least === undefined) return assessment;
    const topic = byTopic(page, context);
    const own = (1 - share) * logOdds(assessment.utility, LEAST_ODDS);
    const utility = fromLogOdds(own + share * logOdds(topic.utility, LEAST_ODDS));
    const by = share < 1 ? "beside it by the topic" : "by the topic alone";
    return { ...assessment, utility, why: `${assessment.why}; ${by} ${topic.why}` };
  };
}

/** Returns how much the labels of a need say beside words, in [0,1): 0 where they are too few to learn from. */
export function shareOfLabels(need: Need): number {
  if (checkLabels(need) !== undefined) return 0;
  const rarer = Math.min(need.good.length, need.bad.length);
  return rarer / (rarer + LABELS_LIKE_WORDS);
}

/** Most pages that a second reading learns from: of all, so that no host has more than its share. */
const MOST_READ = 1_000;

type SamplePorts = Omit<LookPorts, "models" | "log">;

/** Returns how pages are judged after a second reading of some; as the judge does where it read none. */
async function assessingAgain<Page extends TextView>(
  ports: SamplePorts,
  { need, labels }: CrawlPlan,
  assess: Assess<Page>,
  read: readonly Page[],
): Promise<Assess<Page>> {
  if (read.length === 0) return assess;
  const views = new Map(read.map((view) => [view.url, view]));
  const assessments = new Map<Page, PageAssessment>();
  const first: FirstReading[] = [];
  let isWorth = false;
  for await (const record of ports.records.list()) {
    const view = views.get(record.url);
    if (view === undefined) continue;
    const assessment = assess(view, record);
    assessments.set(view, assessment);
    const { utility, least } = assessment;
    if (least === undefined) continue;
    isWorth ||= isWorthACut(utility, least);
    const label = labels?.get(record.url);
    first.push({ view, link: record, utility: label ?? utility, isLabelled: label !== undefined });
  }
  // Pages of which none is scored high would be told apart as clearly as others.
  if (!isWorth) return assess;
  const share = firstShare(shareOfLabels(need));
  const again = readingAgain(first, share);
  if (again === undefined) return assess;
  return (page, context) => {
    const assessment = assessments.get(page) ?? assess(page, context);
    if (assessment.least === undefined) return assessment;
    const second = again(page, context);
    const utility = bothReadings(assessment.utility, second, share);
    const why = `${assessment.why}; like pages called alike ${second.toFixed(3)}`;
    return { ...assessment, utility, isTarget: utility >= assessment.least, why };
  };
}
