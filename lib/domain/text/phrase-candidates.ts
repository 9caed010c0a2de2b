/** A run of words without stop words and phrase delimiters. */
export interface Candidate {
  /** In the form of {@link "./words.ts"}: lower case, NFKC. */
  readonly words: readonly string[];
  /**
   * The stop words between the candidate before and this one; empty if there are more than a few.
   */
  readonly bridge: readonly string[];
}

/** Most words of a candidate: longer ones come from lists without punctuation, menus, tables. */
export const MOST_PHRASE_WORDS = 5;
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
export function candidates(
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
