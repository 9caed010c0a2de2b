import { type Candidate, candidates, MOST_PHRASE_WORDS } from "./phrase-candidates.ts";

/** A keyword of a text. */
export interface KeyPhrase {
  /** Its words, separated by single spaces. */
  readonly phrase: string;
  readonly words: readonly string[];
  /**
   * Sum of its words' degree ÷ frequency, at least 1: long phrases, and words of long phrases,
   * score high.
   */
  readonly score: number;
  /** How often it is a candidate in the text. */
  readonly count: number;
}

/** Limits of the phrases. */
export interface RakeOptions {
  /** Longest phrase, in words other than stop words. */
  readonly mostWords?: number;
}

/**
 * Fewest occurrences of two keywords with the same stop words between them for both to become one
 * keyword.
 */
const LEAST_ADJOINING = 2;

interface Tally {
  readonly words: readonly string[];
  count: number;
}

interface AdjoiningTally extends Tally {
  /** The keywords that it joins. */
  readonly members: readonly [Candidate, Candidate];
}

/** How often a word occurs in candidates, and the sum of their lengths. */
interface WordTally {
  frequency: number;
  degree: number;
}

/**
 * Returns the keywords of a text by rapid automatic keyword extraction (Rose, Engel, Cramer &
 * Cowley 2010, section 1.2). They are every candidate phrase, and every two that are neighbours
 * twice in the same order with the same stop words between them. The highest score comes first, and
 * code unit order breaks ties. The authors keep the best third. Linear in the text, apart from the
 * sorting.
 */
export function keyPhrases(
  text: string,
  stopWords: ReadonlySet<string>,
  { mostWords = MOST_PHRASE_WORDS }: RakeOptions = {},
): readonly KeyPhrase[] {
  const found = candidates(text, stopWords, mostWords);
  const tallies = tallyWords(found);
  const scoreOf = ({ words }: Pick<Candidate, "words">): number =>
    words.reduce((sum, word) => sum + wordScore(tallies.get(word)), 0);
  const keywords = new Map<string, KeyPhrase>();
  for (const [phrase, { members, words, count }] of adjoining(found, mostWords)) {
    if (count < LEAST_ADJOINING) continue;
    const score = members.reduce((sum, member) => sum + scoreOf(member), 0);
    keywords.set(phrase, { phrase, words, score, count });
  }
  for (const [phrase, tally] of tallyPhrases(found))
    keywords.set(phrase, { phrase, ...tally, score: scoreOf(tally) });
  return [...keywords.values()].toSorted(byScore);
}

/**
 * Returns the distinct candidate phrases of a text in order of first occurrence. They are the
 * keywords of {@link keyPhrases} without those that it joins, in half the time.
 */
export function candidatePhrases(
  text: string,
  stopWords: ReadonlySet<string>,
  { mostWords = MOST_PHRASE_WORDS }: RakeOptions = {},
): readonly string[] {
  const phrases = new Set<string>();
  for (const { words } of candidates(text, stopWords, mostWords)) phrases.add(words.join(" "));
  return [...phrases];
}

function byScore(a: KeyPhrase, b: KeyPhrase): number {
  return b.score - a.score || (a.phrase < b.phrase ? -1 : 1);
}

function wordScore(tally: WordTally | undefined): number {
  return tally === undefined ? 0 : tally.degree / tally.frequency;
}

function tallyWords(found: readonly Candidate[]): Map<string, WordTally> {
  const tallies = new Map<string, WordTally>();
  for (const { words } of found) {
    for (const word of words) {
      const tally = tallies.get(word) ?? { frequency: 0, degree: 0 };
      tally.frequency += 1;
      tally.degree += words.length;
      tallies.set(word, tally);
    }
  }
  return tallies;
}

function tallyPhrases(found: readonly Candidate[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { words } of found) {
    const phrase = words.join(" ");
    const tally = tallies.get(phrase) ?? { words, count: 0 };
    tally.count += 1;
    tallies.set(phrase, tally);
  }
  return tallies;
}

/** Returns the candidates with only stop words between them, as one phrase. */
function adjoining(found: readonly Candidate[], mostWords: number): Map<string, AdjoiningTally> {
  const tallies = new Map<string, AdjoiningTally>();
  for (const [at, second] of found.entries()) {
    const first = found[at - 1];
    if (first === undefined || second.bridge.length === 0) continue;
    if (first.words.length + second.words.length > mostWords) continue;
    const words = [...first.words, ...second.bridge, ...second.words];
    const phrase = words.join(" ");
    const tally = tallies.get(phrase) ?? { words, members: [first, second] as const, count: 0 };
    tally.count += 1;
    tallies.set(phrase, tally);
  }
  return tallies;
}
