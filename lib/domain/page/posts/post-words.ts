/** Words beside the dates and the names of posts, in common languages, as parts of regular expressions. */
import words from "./post-words.json" with { type: "json" };

/**
 * Begins a date that is not that of the post: of its last change, or of its author's registration or last visit. Words
 * of languages that separate words, and of those that do not.
 */
const ASIDE_WORDS = `(?:(?<!\\p{L})(?:${[...words.changed, ...words.joined].join("|")})(?!\\p{L})|${words.unseparated})`;

const ASIDE_DATE = new RegExp(ASIDE_WORDS, "iu");
const ASIDE_LABEL = new RegExp(`^[^\\p{L}\\p{Nd}]*${ASIDE_WORDS}[^\\p{L}\\p{Nd}]*$`, "iu");

/** Names of elements with such a date. */
const ASIDE_NAME =
  /(?:^|[\s_-])(?:last-?)?(?:edit(?:ed|s)?|modified|updated|joined|registered|join-?date)(?=$|[\s_-])/;
const CAMEL = /([a-z])([A-Z])/g;

/** Returns whether a line is nothing but such words, as the label of a date below it is. */
export function isAsideLabel(line: string): boolean {
  return ASIDE_LABEL.test(line);
}

/** Returns whether words before a date say that it is not that of the post. */
export function saysAside(words: string): boolean {
  return ASIDE_DATE.test(words);
}

/** Returns whether the classes of an element say that its date is not that of the post. */
export function isNamedAside(classes: string): boolean {
  return ASIDE_NAME.test(classes.replace(CAMEL, "$1-$2").toLowerCase());
}

/** Words of these languages say after a date that it is that of a change. */
const SAID_AFTER = /编辑|編輯|修改|編集|수정|szerkeszt|módosít|düzenle/iu;

/** Returns whether words after a date say that it is not that of the post. */
export function saysAsideAfter(words: string): boolean {
  return SAID_AFTER.test(words);
}

/** What is beside the name of an author: what was done, ranks and groups, commands, and nobody. */
const NO_NAME = new RegExp(`^(?:${words.noName.join("|")})$`, "iu");

/** Names of elements in a post that are not of its text: a signature, who changed it last, who likes it. */
const BESIDE_TEXT =
  /(?:^|[\s_-])(?:signatures?|sig|last-?edit(?:ed)?|edited|edit-?by|reactions?|likes?|liked-?by|thanks?|boosts)(?=$|[\s_-])/;
const QUOTE =
  /(?:^|[\s_-])(?:block-?)?quot(?:e|es|ed|ation)(?:$|[\s]|[_-]?(?:body|block|box|content|contents|container|header|title|author|text))/;

/** Returns whether the names of an element say that it is beside the text of a post. */
export function isNamedBeside(names: string): boolean {
  return BESIDE_TEXT.test(names.replace(CAMEL, "$1-$2").toLowerCase());
}

/** Returns whether the classes of an element say that it holds a quotation. */
export function isNamedQuote(classes: string): boolean {
  return QUOTE.test(classes.replace(CAMEL, "$1-$2").toLowerCase());
}

/** A number with what it counts. */
const COUNT = /^\W*\d[\d.,\s]*[kKmM]?\s+\p{L}+$/u;
const LABEL_END = /[:：]$/u;

/** Returns whether a text is known to be no person's name: a verb, a rank, a number of posts, a command. */
export function isNoName(text: string): boolean {
  return NO_NAME.test(text) || COUNT.test(text) || LABEL_END.test(text);
}
