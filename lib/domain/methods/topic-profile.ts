import type { TextView } from "../page/page-view.ts";
import {
  combine,
  cosine,
  explainTerms,
  norm,
  type TermVector,
  termVector,
} from "../text/term-vector.ts";
import type { Need, PageAssessment } from "./strategy.ts";

/** The need as one weighted bag of words, and the least similarity of a target page. */
export type TopicProfile = {
  readonly terms: readonly (readonly [term: string, weight: number])[];
  /** Least cosine of a target page, in [0,1]. */
  readonly threshold: number;
};

/**
 * Rocchio's weights of topic words, good and bad examples (Salton & Buckley 1990: β 0.75, γ 0.25).
 */
export const TOPIC_FACTOR = 1;
export const GOOD_FACTOR = 0.75;
const BAD_FACTOR = 0.25;

/**
 * Least cosine with a bare topic. A page of 300 different words that contains one topic word once
 * has about 0.04. A page about the topic (five times or more) has 0.1.
 */
const TOPIC_THRESHOLD = 0.07;

/** Share of the good examples' mean cosine that a page needs when there are no bad examples. */
const SHARE_OF_GOOD = 0.5;

/** Reads the need; without topic and good pages the profile is empty and every page is a target. */
export function topicProfile(need: Need): TopicProfile {
  const good = goodPages(need).map(pageVector);
  const bad = need.bad.map(pageVector);
  const profile = combine([
    [termVector(need.topic ?? "", undefined), TOPIC_FACTOR],
    ...good.map((vector) => [vector, GOOD_FACTOR / good.length] as const),
    ...bad.map((vector) => [vector, -BAD_FACTOR / bad.length] as const),
  ]);
  const similarTo = (vector: TermVector) => cosine(vector, profile);
  const threshold = need.threshold ?? learnThreshold(good.map(similarTo), bad.map(similarTo));
  return { terms: [...profile], threshold };
}

/** Compiles a judge of pages by their cosine with the profile. */
export function compileTopicProfile(profile: TopicProfile): (page: TextView) => PageAssessment {
  if (profile.terms.length === 0) return () => EVERY_PAGE;
  const terms: TermVector = new Map(profile.terms);
  const length = norm(terms);
  return (page) => {
    const { cosine: utility, shared } = similarity(terms, length, pageVector(page));
    return {
      utility,
      isTarget: utility >= profile.threshold,
      type: undefined,
      why: explainTerms("cosine", utility, shared),
    };
  };
}

/** Computes the cosine of profile and text, and the contribution of each shared term. */
export function similarity(terms: TermVector, length: number, vector: TermVector) {
  const shared: [term: string, share: number][] = [];
  let dot = 0;
  for (const [term, weight] of terms) {
    const share = weight * (vector.get(term) ?? 0);
    if (share > 0) shared.push([term, share]);
    dot += share;
  }
  return { cosine: dot === 0 ? 0 : Math.min(1, dot / (length * norm(vector))), shared };
}

/** The judgement of each page by a need without topic and examples. */
export const EVERY_PAGE: PageAssessment = {
  utility: 1,
  isTarget: true,
  type: undefined,
  why: "no topic and no example given: every page is relevant",
};

/** Returns the pages that the need calls good, the example page included. */
export function goodPages({ good, examplePage }: Need): readonly TextView[] {
  return examplePage === undefined ? good : [...good, examplePage];
}

function pageVector(page: TextView): TermVector {
  return termVector(`${page.title}\n${page.mainText}`, page.language);
}

/**
 * Finds the cut between good and bad examples with the fewest errors; without bad ones, half the
 * good ones' mean.
 */
function learnThreshold(good: readonly number[], bad: readonly number[]): number {
  if (good.length === 0) return TOPIC_THRESHOLD;
  if (bad.length === 0) {
    return (SHARE_OF_GOOD * good.reduce((sum, value) => sum + value, 0)) / good.length;
  }
  const values = [...new Set([...good, ...bad])].toSorted((a, b) => a - b);
  let best = { errors: Number.POSITIVE_INFINITY, cut: 0 };
  for (const [index, value] of values.entries()) {
    const cut = index === 0 ? value : (value + (values[index - 1] ?? value)) / 2;
    const errors =
      good.filter((similarity) => similarity < cut).length +
      bad.filter((similarity) => similarity >= cut).length;
    if (errors < best.errors) best = { errors, cut };
  }
  return best.cut;
}
