import { WordScanner } from "./word-scanner.ts";

const scanner = new WordScanner();

/**
 * Words of a text in the form in which they are compared: NFKC, full case folding, Latin, Greek and
 * Cyrillic letters without diacritics, possessives without their s, a Chinese, Japanese, Thai, Lao,
 * Khmer or Burmese character a word each. Plurals stay.
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  scanner.start(text);
  while (scanner.next()) words.push(scanner.word());
  return words;
}
