import type { PageView } from "../../page/page-view.ts";
import { textWords } from "../../strategy/adaptive/link-words.ts";
import { countSupports, countTerms, type TermCounts } from "../../text/term-counts.ts";
import type { SparseVector } from "../../vector/sparse-rows.ts";

/** The words that distinguish pages. */
export type WordSpace = {
  /** Column n is the word n, in code-unit order. */
  readonly words: readonly string[];
  /** Inverse document frequency of each, in (0, ∞). */
  readonly rarities: readonly number[];
};

/**
 * Words of a page that count: those with the greatest tf-idf, as many as in Diligenti et al. 2000.
 */
const WORDS_OF_A_PAGE = 40;

/**
 * Counts the stems of a page, in its title and in all its displayed text; stop words are left out.
 */
export function wordCounts({ title, text }: PageView): TermCounts {
  return countTerms([textWords(title), textWords(text)]);
}

/**
 * Learns the words with the greatest tf-idf on each of these pages. The formula is tf · ln(N ÷
 * pages with the word) among the N pages of the corpus, which contains these pages. A word on all
 * pages distinguishes none of them.
 */
export function learnWordSpace(
  pages: readonly TermCounts[],
  corpus: readonly TermCounts[],
): WordSpace {
  const supports = new Map<string, number>();
  for (const counts of corpus) countSupports(supports, counts);
  const rarityOf = (word: string) => Math.log(corpus.length / (supports.get(word) ?? 1));
  const words = [...new Set(pages.flatMap((counts) => bestWords(counts, rarityOf)))].toSorted();
  return { words, rarities: words.map(rarityOf) };
}

/**
 * Compiles a space to a function that returns how often a page has each word of the space that is
 * among its best by tf-idf.
 */
export function compileWordSpace({
  words,
  rarities,
}: WordSpace): (counts: TermCounts) => SparseVector {
  const columnOf = new Map(words.map((word, column) => [word, column]));
  const rarityOf = (word: string) => rarities[columnOf.get(word) ?? -1] ?? 0;
  return (counts) => {
    const best = bestWords(counts, rarityOf);
    const columns = Int32Array.from(best, (word) => columnOf.get(word) ?? 0).sort();
    const values = Float64Array.from(columns, (column) => counts.get(words[column] ?? "") ?? 0);
    return { columns, values };
  };
}

/**
 * Returns at most {@link WORDS_OF_A_PAGE} words; code-unit order breaks ties of tf-idf. Words with
 * tf-idf 0 are left out.
 */
function bestWords(counts: TermCounts, rarityOf: (word: string) => number): string[] {
  return Array.from(counts, ([word, count]) => ({ word, weight: count * rarityOf(word) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS_OF_A_PAGE)
    .map(({ word }) => word);
}
