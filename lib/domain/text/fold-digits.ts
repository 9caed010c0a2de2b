/** Most digits of a number that are kept: longer numbers are all equal. */
const MOST_DIGITS = 5;

const NUMBER = /^\d+$/;
const DIGIT = /\d/g;

/**
 * Returns a word with 0 for each digit, of long numbers only the first five: texts of one kind
 * differ in their numbers.
 */
export function foldDigits(word: string): string {
  if (NUMBER.test(word)) return "0".repeat(Math.min(MOST_DIGITS, word.length));
  return word.replace(DIGIT, "0");
}
