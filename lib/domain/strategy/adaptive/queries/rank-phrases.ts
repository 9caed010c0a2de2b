import { candidatePhrases } from "../../../text/rake.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import type { Visit } from "../../strategy.ts";
import type { WorthyPhrase } from "./diversify.ts";
import type { QueryPhrases, TargetPhrase } from "./query-phrases.ts";

/** Snippets that the background is taken from, the latest: enough to tell what is frequent. */
const MOST_SNIPPETS = 5_000;

/**
 * The wanted phrases by odds ratio × inverse background frequency, highest first, of equals in code unit
 * order; worth is the logarithm of that product as a share of the highest one's. The background is the bad
 * examples and what stands at the links of pages fetched so far, each page as far as it is useless.
 */
export function rankPhrases(
  phrases: QueryPhrases,
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): readonly WorthyPhrase[] {
  const inverseFrequency = backgroundOf(phrases, visits);
  const ranked = phrases.wanted
    .map((wanted) => ({ phrase: wanted.phrase, value: wanted.odds * inverseFrequency(wanted) }))
    .toSorted((a, b) => b.value - a.value || (a.phrase < b.phrase ? -1 : 1));
  const highest = Math.log1p(ranked[0]?.value ?? 1);
  return ranked.map(({ phrase, value }) => ({ phrase, worth: Math.log1p(value) / highest }));
}

/** Gives ln((pages + 1) ÷ (pages with the phrase + 1)) + 1, in [1, ∞). */
function backgroundOf(
  { bad, wanted }: QueryPhrases,
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): (phrase: TargetPhrase) => number {
  const useless = new Map(wanted.map(({ phrase }) => [phrase, 0]));
  let pages = bad;
  for (const { snippet, utility } of visits.slice(-MOST_SNIPPETS)) {
    if (snippet === undefined) continue;
    const { anchor, before, after, title } = snippet;
    const text = [title, before, anchor, after].join("\n");
    for (const phrase of candidatePhrases(text, stopWordsOf(undefined))) {
      const known = useless.get(phrase);
      if (known !== undefined) useless.set(phrase, known + 1 - utility);
    }
    pages += 1 - utility;
  }
  return ({ phrase, bad: inBad }) =>
    Math.log((pages + 1) / (inBad + (useless.get(phrase) ?? 0) + 1)) + 1;
}
