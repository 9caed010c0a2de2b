import { type Candidate, candidates, MOST_PHRASE_WORDS } from "./phrase-candidates.ts";

/** A keyword of a text. */
export interface KeyPhrase {
  /** Its words, parted by single spaces. */
  readonly phrase: string;
  readonly words: readonly string[];
  /** Sum of its words' degree ÷ frequency, from 1 on: long phrases, and words of long phrases, are high. */
  readonly score: number;
  /** How often it is a candidate of the text. */
  readonly count: number;
}

/** How far phrases may reach. */
export interface RakeOptions {
  /** Longest phrase, in words that are no stop words. */
  readonly mostWords?: number;
}

/** Two keywords with the same stop words between them are one keyword from this count on. */
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
 * Rapid automatic keyword extraction (Rose, Engel, Cramer & Cowley 2010, section 1.2): every candidate
 * phrase of a text, and every two that adjoin twice in the same order with the same stop words between
 * them, highest score first, of equal ones in code unit order. The authors keep the best third. Linear in
 * the text, but for the sorting.
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
 * The distinct candidate phrases of a text in order of first occurrence: the keywords of {@link keyPhrases}
 * without those that it joins, at half the price.
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

/** Candidates with nothing but stop words between them, as one phrase. */
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
