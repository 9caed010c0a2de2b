import words from "./comment-words.json" with { type: "json" };

/** Words in the headings of comment lists, in common languages; lower-case stems. */
const NAMES = words.names.join("|");

/** The same in scripts that do not separate words. */
const UNSEPARATED = words.unseparated;

/**
 * Words that name comments in headings that count them: "3 thoughts on bees" of the themes of
 * WordPress and their translations, "2 Answers". Without a number they name other texts, too.
 */
const COUNTED = words.counted.join("|");

const ANNOUNCES = new RegExp(
  `${UNSEPARATED}|(?<!\\p{L})(?:${NAMES}|(?:\\d|one|une?|uno|ein|eén|один)\\s+(?:${COUNTED})|(?:${COUNTED})\\p{L}*\\s?[(（]\\d)`,
  "iu",
);

/**
 * Returns whether a heading announces comments, in any of some thirty languages: "3 Responses",
 * "Kommentare".
 */
export function announcesComments(heading: string): boolean {
  return ANNOUNCES.test(heading);
}

/** A number of at most three digits, and no year of a date. */
const NUMBER = "(?<![\\d.,:/-])[1-9]\\d{0,2}(?!\\d)";
const LETTERS = "[\\p{L}\\p{M}]*";
const COUNT_BEFORE = `${NUMBER}\\s?(?:件の|条|則|개의)?\\s?`;
const COUNT_AFTER = `${LETTERS}\\s?[:：]?\\s?[(（[]?${NUMBER}`;

const COUNT = new RegExp(
  `(?:${COUNT_BEFORE}(?:${NAMES}|${UNSEPARATED})|(?:(?<!\\p{L})(?:${NAMES})|${UNSEPARATED})${COUNT_AFTER})`,
  "iu",
);
const ALL_COUNT = new RegExp(
  `^[^\\p{L}\\d]*(?:${COUNT_BEFORE}(?:${NAMES}|${COUNTED}|${UNSEPARATED})${LETTERS}|(?:${NAMES}|${UNSEPARATED})${COUNT_AFTER})[^\\p{L}\\d]*$`,
  "iu",
);

/** Longest heading that is nothing but a number of comments, in UTF-16 units. */
const MOST_COUNT = 200;

/** Returns whether a heading is nothing but a number of comments, at least one: "1 Answer". */
export function countsComments(heading: string): boolean {
  return heading.length <= MOST_COUNT && ALL_COUNT.test(heading);
}

/** Returns whether a text has a number of comments: "Comments: 7", "2 Replies". */
export function hasCount(text: string): boolean {
  return COUNT.test(text);
}

/** Commands to answer a comment or to quote it, in common languages. */
const COMMANDS = words.commands.join("|");

/** A short line with a command; the line may have further ones. */
const COMMAND_LINE = new RegExp(
  `(?:^|\\n)(?=[^\\n]{1,80}(?:\\n|$))[^\\n]*(?<!\\p{L})(?:${COMMANDS})(?!\\p{L})`,
  "iu",
);

/** Returns whether a text of several lines has a command to answer it, in a line of commands. */
export function offersReply(text: string): boolean {
  return COMMAND_LINE.test(text);
}

const PLACE = /(?:comment|kommentar|komentar|reply|response|answer)s?[-_.:]?\d+$/i;

/** Returns whether the name of a numbered place is that of a comment: `comment-7`. */
export function namesComment(place: string): boolean {
  return PLACE.test(place);
}
