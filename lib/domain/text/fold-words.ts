import { WordScanner } from "./word-scanner.ts";

const scanner = new WordScanner();

/**
 * Returns the words of a text in the form in which they are compared: NFKC and full case folding.
 * Latin, Greek and Cyrillic letters lose their diacritics, and possessives lose their s. A Chinese,
 * Japanese, Thai, Lao, Khmer or Burmese character is a word of its own. Plurals stay.
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  scanner.start(text);
  while (scanner.next()) words.push(scanner.word());
  return words;
}
