import { canonicalUrl } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import type { Need } from "../strategy.ts";
import { trainTopicJudge } from "../topic-judge.ts";
import type { TrainingPair } from "./training-pairs.ts";

/** Up to so many fetched pages a word counts as much as one of them; later less, in proportion. */
const PRIOR_PAGES = 20;

/** Most words that count as links. */
const MOST_WORDS = 12;

/** Weight of the link without any word of the need, as a multiple of all others. */
const BLANK_FACTOR = 2;

/**
 * Returns each word of the need as if a link of that name had led to a relevant page, and a link
 * without a word to none. It is for needs without bad pages, and fades as `fetched` grows.
 */
export function topicPairs(need: Need, fetched: number): TrainingPair[] {
  if (need.bad.length > 0) return [];
  const terms = trainTopicJudge(need, 0).terms.slice(0, MOST_WORDS);
  const most = terms[0]?.[1] ?? 1;
  const weight = Math.min(1, PRIOR_PAGES / Math.max(1, fetched));
  const pair = (word: string, reward: number, share: number): TrainingPair[] => {
    const url = nameless(word);
    if (url === undefined) return [];
    const snippet = { anchor: word, before: word, after: "", title: "" };
    return [{ url, parent: undefined, snippet, reward, weight: weight * share }];
  };
  if (terms.length === 0) return [];
  return [
    ...terms.flatMap(([term, share]) => pair(term, share / most, 1)),
    ...pair("", 0, BLANK_FACTOR * terms.length),
  ];
}

/** Returns a URL with this word alone, on a host that cannot exist (RFC 2606). */
function nameless(word: string): Url | undefined {
  const parsed = canonicalUrl(`https://topic.invalid/${encodeURIComponent(word)}`);
  return parsed.ok ? parsed.url : undefined;
}
