/** A keyword of a text. */
interface KeyPhrase {
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
interface RakeOptions {
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

/** A run of words without stop words and phrase delimiters. */
interface Candidate {
  /** In the form of {@link "./words.ts"}: lower case, NFKC. */
  readonly words: readonly string[];
  /**
   * The stop words between the candidate before and this one; empty if there are more than a few.
   */
  readonly bridge: readonly string[];
}

/** Most words of a candidate: longer ones come from lists without punctuation, menus, tables. */
const MOST_PHRASE_WORDS = 5;
/** Most stop words of a bridge: `out of the`, with room to spare. */
const LONGEST_BRIDGE = 4;
/** Longest word in UTF-16 units: a longer one is data, not language, and separates phrases. */
const LONGEST_WORD = 64;

const NOT_ASCII = /\P{ASCII}/u;
/** Soft hyphens, joiners, zero-width spaces, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const IS_WORD = /[\p{L}\p{N}\p{M}]/u;
const IS_SPACE = /\p{Zs}/u;
const IS_LETTER = /\p{L}/u;
/** Separate words, not phrases, if there is a letter on both sides: `follow-up`, `l'école`. */
const IS_HYPHEN = /[-‐_]/u;
const IS_APOSTROPHE = /['’ʼ]/u;

const WORD = 1;
const SPACE = 2;
const HYPHEN = 3;
const APOSTROPHE = 4;
const DELIMITER = 5;

/** The letter after the apostrophe of a possessive. */
const POSSESSIVE = "s";
/**
 * The letters after the apostrophe of English contractions, which are function words: `don't`,
 * `we'll`.
 */
const CONTRACTED: ReadonlySet<string> = new Set(["t", "ll", "re", "ve", "d", "m"]);

/** Kind of each UTF-16 unit, 0 if not looked up yet. */
const kinds = new Uint8Array(0x1_0000);

/**
 * Returns the candidates of a text in document order. Phrases end at stop words, punctuation and
 * line ends (Rose, Engel, Cramer & Cowley 2010, section 1.2.1). White space, hyphens and
 * apostrophes separate words only. Candidates of more than `mostWords` words are left out, and so
 * are those of numbers and single letters alone. Linear in the text.
 */
function candidates(
  text: string,
  stopWords: ReadonlySet<string>,
  mostWords: number,
): readonly Candidate[] {
  const folded = fold(text);
  const collector = new Collector(stopWords, mostWords);
  let start = -1;
  let before = DELIMITER;
  for (let at = 0; at <= folded.length; at += 1) {
    const kind = at === folded.length ? DELIMITER : kindAt(folded, at);
    if (kind === WORD) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) collector.addWord(folded.slice(start, at), before === APOSTROPHE);
    const isInWord = start >= 0 && at + 1 < folded.length && kindAt(folded, at + 1) === WORD;
    start = -1;
    before = kind === SPACE || (kind !== DELIMITER && isInWord) ? kind : DELIMITER;
    if (before === DELIMITER) collector.endFragment();
  }
  return collector.found;
}

function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.replace(INVISIBLE, "").normalize("NFKC") : text;
  return plain.toLowerCase();
}

/** A collector that groups words into candidates. */
class Collector {
  readonly found: Candidate[] = [];
  readonly #stopWords: ReadonlySet<string>;
  readonly #mostWords: number;
  #words: string[] = [];
  #bridge: string[] = [];
  /** Whether there is only the bridge between the last candidate and the next word. */
  #isBridged = false;

  constructor(stopWords: ReadonlySet<string>, mostWords: number) {
    this.#stopWords = stopWords;
    this.#mostWords = mostWords;
  }

  addWord(word: string, followsApostrophe: boolean): void {
    if (followsApostrophe && word === POSSESSIVE) return;
    if (word.length > LONGEST_WORD) this.endFragment();
    else if (followsApostrophe && CONTRACTED.has(word)) this.#contract(word);
    else if (this.#stopWords.has(word)) this.#addStopWord(word);
    else this.#words.push(word);
  }

  endFragment(): void {
    this.#endCandidate();
    this.#bridge = [];
    this.#isBridged = false;
  }

  #addStopWord(word: string): void {
    this.#endCandidate();
    this.#bridge.push(word);
  }

  /** The word before the apostrophe is part of the contraction. */
  #contract(word: string): void {
    const stem = this.#words.pop() ?? this.#bridge.pop() ?? "";
    this.#addStopWord(`${stem}'${word}`);
  }

  #endCandidate(): void {
    const words = this.#words;
    if (words.length === 0) return;
    const isCandidate = words.length <= this.#mostWords && words.some(isSignificant);
    const isBridged = this.#isBridged && this.#bridge.length <= LONGEST_BRIDGE;
    if (isCandidate) this.found.push({ words, bridge: isBridged ? this.#bridge : [] });
    this.#isBridged = isCandidate;
    this.#words = [];
    this.#bridge = [];
  }
}

function isSignificant(word: string): boolean {
  return word.length > 1 && IS_LETTER.test(word);
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return kinds[unit] || lookUp(text, at, unit);
}

/** Looks up a unit; halves of a surrogate pair are looked up together, each time. */
function lookUp(text: string, at: number, unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const codePoint = text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? unit;
    return IS_WORD.test(String.fromCodePoint(codePoint)) ? WORD : DELIMITER;
  }
  const kind = classify(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function classify(character: string): number {
  if (IS_APOSTROPHE.test(character)) return APOSTROPHE;
  if (IS_HYPHEN.test(character)) return HYPHEN;
  if (IS_WORD.test(character)) return WORD;
  return IS_SPACE.test(character) ? SPACE : DELIMITER;
}
