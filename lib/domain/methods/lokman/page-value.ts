import type { PageView } from "../../page/page-view.ts";
import type { PageAssessment } from "../strategy.ts";
import type { LokmanModel } from "./lokman-model.ts";
import type { LokmanSettings } from "./options.ts";
import type { TextWorth } from "./text-worth.ts";

/**
 * Words of a text per which `normalise: length` counts occurrences; shorter texts count as this
 * long.
 */
const WORDS_OF_A_PASSAGE = 100;

/** Utility stays below 1 by this much, so that the value can be read back from it. */
const LEAST_DOUBT = 2 ** -30;

/** Number of terms in an explanation. */
const TERMS_TOLD = 3;

/** Compiles a judge of pages by the topic's concepts in their text, as `nearWorth` weights them. */
export function compilePageJudgement(
  { threshold }: LokmanModel,
  { elements, normalise, weights }: LokmanSettings,
  nearWorth: (text: string) => TextWorth,
): (page: PageView) => PageAssessment {
  return ({ mainText, title, headings, emphasis }) => {
    const parts = [
      [mainText, elements.text],
      [title, elements.title],
      [headings.map(({ text }) => text).join("\n"), elements.headings],
      [emphasis.join("\n"), elements.emphasis],
    ] as const;
    const read = parts.flatMap(([text, factor]) => {
      return factor > 0 && text !== "" ? [{ worth: nearWorth(text), factor }] : [];
    });
    const sum = read.reduce((total, { worth, factor }) => total + factor * worth.sum, 0);
    const words = read.reduce((total, { worth }) => total + worth.words, 0);
    const own = NORMALISE[normalise](sum, words, weights.exact);
    const utility = utilityOf(own, weights.exact);
    const isTarget = threshold === null ? own > 0 : utility >= threshold;
    return { utility, isTarget, type: undefined, why: explain(own, read) };
  };
}

/**
 * Computes own ÷ (own + weight of an exact term): 0.5 for a page worth one occurrence of the topic.
 */
function utilityOf(own: number, exact: number): number {
  return Math.min(own / (own + exact), 1 - LEAST_DOUBT);
}

/** Returns the own value that a utility was computed from. */
export function ownValueOf({ utility }: Pick<PageAssessment, "utility">, exact: number): number {
  return (exact * utility) / (1 - utility);
}

type Normalise = (sum: number, words: number, exact: number) => number;

const NORMALISE: Readonly<Record<LokmanSettings["normalise"], Normalise>> = {
  none: (sum) => sum,
  length: (sum, words) => (sum * WORDS_OF_A_PASSAGE) / Math.max(words, WORDS_OF_A_PASSAGE),
  log: (sum, _words, exact) => exact * Math.log1p(sum / exact),
};

function explain(own: number, read: readonly { readonly worth: TextWorth }[]): string {
  if (own === 0) return "no concept of the topic";
  const total = new Map<string, number>();
  for (const { worth } of read) {
    for (const [term, count] of worth.occurrences) total.set(term, (total.get(term) ?? 0) + count);
  }
  const told = [...total].toSorted((a, b) => b[1] - a[1]).slice(0, TERMS_TOLD);
  return `own value ${own.toFixed(1)}: ${told.map(([term, count]) => `${term} ×${count}`).join(", ")}`;
}
