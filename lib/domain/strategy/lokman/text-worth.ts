import { compileTermMatcher, type MatchTerm } from "../../text/term-matcher.ts";

/** A term with what one occurrence of it is worth. */
interface WeightedTerm extends MatchTerm {
  readonly worth: number;
}

/** What a text says of the topic. */
export interface TextWorth {
  /** Σ worth · occurrences. */
  readonly sum: number;
  /** The greatest worth of a term that occurs; 0 for none. */
  readonly best: number;
  /** Words of the text. */
  readonly words: number;
  /** Term → its occurrences. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** Makes terms ready to be weighed in many texts. */
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
