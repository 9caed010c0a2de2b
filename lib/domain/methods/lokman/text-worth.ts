import { compileTermMatcher, type MatchTerm } from "../../text/term-matcher.ts";

/** A term with the worth of one occurrence. */
interface WeightedTerm extends MatchTerm {
  readonly worth: number;
}

/** The occurrences of the topic in a text. */
export interface TextWorth {
  /** Σ worth · occurrences. */
  readonly sum: number;
  /** The greatest worth of a term that occurs; 0 when there is none. */
  readonly best: number;
  /** Number of words of the text. */
  readonly words: number;
  /** Term → its occurrences. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** Compiles terms to a function that weighs texts. */
export function compileTextWorth(terms: readonly WeightedTerm[]): (text: string) => TextWorth {
  const weighted = terms.filter(({ worth }) => worth > 0);
  const matcher = compileTermMatcher(weighted);
  return (text) => {
    const { counts, words } = matcher.count(text);
    const occurrences = new Map<string, number>();
    let sum = 0;
    let best = 0;
    for (const [index, count] of counts) {
      const { term, worth } = weighted[index] ?? { term: "", worth: 0 };
      occurrences.set(term, count);
      sum += worth * count;
      best = Math.max(best, worth);
    }
    return { sum, best, words, occurrences };
  };
}
