/** Keywords in the names of elements that mark comments, and those that are known from the start. */
import knownKeywords from "./known-keywords.json" with { type: "json" };

/** Marks a keyword that must be a whole name, without its numbers; the others are substrings. */
export const WHOLE = "=";

/**
 * Begins once in a run of separators, so that a name of separators alone, of any length, is read
 * once.
 */
const NUMBERS = /(?<![-_.:])[-_.:]+\d+[-_.:]*|\d+[-_.:]*/g;

/** Folds a name to the form in which keywords are compared with it: lower case. */
export function foldName(name: string): string {
  return name.toLowerCase();
}

/**
 * Returns a folded name without its numbers and their separators: `comment-17` becomes `comment`.
 */
export function withoutNumbers(folded: string): string {
  return folded.replace(NUMBERS, "");
}

/** A name and the keyword it holds. */
interface KeywordMatch {
  readonly name: string;
  readonly keyword: string;
}

/** Finds the first name that holds a keyword. */
interface KeywordMatcher {
  inClasses(names: readonly string[]): KeywordMatch | undefined;
  inIds(ids: readonly string[]): KeywordMatch | undefined;
}

/**
 * Compiles keywords. A name holds a keyword as a substring, ignoring case (Neunerdt et al. 2013,
 * section III). A keyword that begins with `=` must equal the whole name without its numbers. This
 * is an addition of this project: `=comment` does not match `comments-link`.
 *
 * Among ids only numbered ones match a whole name: `comment-17` is a comment, `comment` the field
 * of a form.
 */
export function compileKeywords(keywords: readonly string[]): KeywordMatcher {
  const folded = keywords.map(foldName).filter((keyword) => keyword !== "" && keyword !== WHOLE);
  const whole = new Set(
    folded.filter(isWhole).map((keyword) => withoutNumbers(keyword.slice(WHOLE.length))),
  );
  const parts = folded.filter((keyword) => !isWhole(keyword));
  const match = (name: string, numberedOnly: boolean): KeywordMatch | undefined => {
    const own = foldName(name);
    const part = parts.find((keyword) => own.includes(keyword));
    if (part !== undefined) return { name, keyword: part };
    const bare = withoutNumbers(own);
    if (!whole.has(bare) || (numberedOnly && bare === own)) return undefined;
    return { name, keyword: WHOLE + bare };
  };
  return {
    inClasses: (names) => firstOf(names, (name) => match(name, false)),
    inIds: (ids) => firstOf(ids, (id) => match(id, true)),
  };
}

function firstOf(
  names: readonly string[],
  match: (name: string) => KeywordMatch | undefined,
): KeywordMatch | undefined {
  for (const name of names) {
    const found = match(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWhole(keyword: string): boolean {
  return keyword.startsWith(WHOLE);
}

/** The verdict of a comment detector on a page. */
export interface Detection {
  /** Does the page hold readers' comments? */
  readonly isComment: boolean;
  /** How sure, in [0, 1]; the decision is made at one half. */
  readonly score: number;
  /** The evidence, for human readers. */
  readonly why: string;
}

/**
 * Class names of a comment itself, or of a post of a forum, in the markup of common engines, which the file names;
 * `docs/decisions/comments.md` says which of them are documented.
 *
 * Class names that also occur on pages without comments are left out on purpose. These are forms
 * (`comment-form`, `comment-respond`), links and counts (`comments-link`), and the area around
 * comments (`comments-area`). Lists of recent comments are another case: `comment-author` is a part
 * of their `comment-author-link`. So are elements that a script fills (`fb-comments`,
 * `disqus_thread`).
 */
export const DEFAULT_KEYWORDS: readonly string[] = Object.keys(knownKeywords);
