/** Judges beside Φ: the words of the need, and the addresses of pages. Their odds are multiplied with its own. */
import type { TextView } from "../../../page/page-view.ts";
import { mean } from "../../../stats/intervals/paired-bootstrap.ts";
import { fromLogOdds, logOdds } from "../../../stats/log-odds.ts";
import { GOOD_FROM, type LabelledPage } from "../../label-need.ts";
import type { JudgePage, Need } from "../../strategy.ts";
import { compileTopicJudge, type TopicJudge, trainTopicJudge } from "../../topic-judge.ts";
import { type AddressModel, compileAddressJudge, trainAddressJudge } from "./address-judge.ts";

/** A judge's log-odds are worth `weight` · (log-odds − `centre`) beside those of Φ. */
type Share = { readonly weight: number; readonly centre: number };

/** What is believed beside Φ, each as far as there is evidence of it. */
export type Beside = {
  readonly topic?: Share & { readonly judge: TopicJudge };
  readonly address?: Share & { readonly judge: AddressModel };
};

/**
 * Weight of the topic beside a number n of labels of the rarer class: TOPIC_WEIGHT ÷ (1 + n ÷
 * LABELS_LIKE_TOPIC). Chosen by three webs, and checked on a fourth.
 */
const TOPIC_WEIGHT = 0.15;
const LABELS_LIKE_TOPIC = 100;

/** Weight of the address: what it says, the text of the page says in part. */
const ADDRESS_WEIGHT = 0.5;

/** Whether the link that was followed to a page is evidence, too; published orders judge the page alone. */
interface Reading {
  readonly readsLinks?: boolean;
}

/**
 * Trains the judges beside Φ on the pages that Φ is trained on; that of addresses if links are read.
 * Returns `undefined` when there are none.
 */
export function trainBeside(
  need: Need,
  labelled: readonly LabelledPage[],
  reading: Reading,
): Beside | undefined {
  const isGood = (row: number) => (labelled[row]?.label ?? 0) >= GOOD_FROM;
  const topic = topicBeside(need, labelled, isGood, reading);
  const address = reading.readsLinks === true ? addressBeside(need, labelled, isGood) : undefined;
  if (topic === undefined && address === undefined) return undefined;
  return { ...(topic && { topic }), ...(address && { address }) };
}

function topicBeside(
  need: Need,
  labelled: readonly LabelledPage[],
  isGood: (row: number) => boolean,
  reading: Reading,
): Beside["topic"] {
  if ((need.topic ?? need.words) === undefined) return undefined;
  const judge = trainTopicJudge({ ...need, good: [], bad: [], examplePage: undefined }, GOOD_FROM);
  const assess = compileTopicJudge(judge, reading);
  const odds = labelled.map(({ view }) => logOdds(assess(view, need.links?.get(view.url)).utility));
  const [good, bad] = [true, false].map((is) => odds.filter((_, row) => isGood(row) === is));
  const centre = (mean(good ?? []) + mean(bad ?? [])) / 2;
  const rarer = Math.min(good?.length ?? 0, bad?.length ?? 0);
  return { judge, centre, weight: TOPIC_WEIGHT / (1 + rarer / LABELS_LIKE_TOPIC) };
}

function addressBeside(
  { seen, links }: Need,
  labelled: readonly LabelledPage[],
  isGood: (row: number) => boolean,
): Beside["address"] {
  const addressed = ({ url }: Pick<TextView, "url">) => ({ url, link: links?.get(url) });
  const own = labelled.map(({ view }) => addressed(view));
  const judge = trainAddressJudge(own, isGood, seen.map(addressed));
  if (judge === undefined) return undefined;
  const good = labelled.filter((_, row) => isGood(row)).length;
  const centre = Math.log(good / (labelled.length - good));
  return { judge, centre, weight: ADDRESS_WEIGHT };
}

/** Compiles a judge of pages to one that multiplies its odds with those of others, and says so. */
export function compileJointly(
  judge: JudgePage,
  { topic, address }: Beside,
  reading: Reading,
): JudgePage {
  const byTopic = topic && compileTopicJudge(topic.judge, reading);
  const byAddress = address && compileAddressJudge(address.judge);
  return (page, followed) => {
    const own = judge(page, followed);
    const ofTopic = byTopic?.(page, followed).utility;
    const ofAddress = byAddress?.({ url: page.url, link: followed });
    const sum = logOdds(own.utility) + worthOf(topic, ofTopic) + worthOf(address, ofAddress);
    const utility = fromLogOdds(sum);
    const parts = [
      own.why,
      ...(ofTopic === undefined ? [] : [`by the topic ${ofTopic.toFixed(3)}`]),
      ...(ofAddress === undefined ? [] : [`by URL and link ${ofAddress.toFixed(3)}`]),
      `together ${utility.toFixed(3)}`,
    ];
    const isTarget = utility >= (own.least ?? GOOD_FROM);
    return { ...own, utility, isTarget, why: parts.join("; ") };
  };
}

function worthOf(share: Share | undefined, probability: number | undefined): number {
  if (share === undefined || probability === undefined) return 0;
  return share.weight * (logOdds(probability) - share.centre);
}
