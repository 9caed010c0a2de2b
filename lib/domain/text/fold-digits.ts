/** Numbers of more digits are all alike. */
const MOST_DIGITS = 5;

const NUMBER = /^\d+$/;
const DIGIT = /\d/g;

/** A word with 0 for each digit, of long numbers the first five: numbers differ where texts of a kind are alike. */
export function foldDigits(word: string): string {
  if (NUMBER.test(word)) return "0".repeat(Math.min(MOST_DIGITS, word.length));
  return word.replace(DIGIT, "0");
}
