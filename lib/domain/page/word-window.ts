import { detach } from "./detach.ts";

/** Words of context kept on each side of a link. */
const WORDS = 10;
/** Longest context in UTF-16 units: bounds scripts without spaces between words. */
const MAX_LENGTH = 160;

const SPACE = 0x20;

/** Returns the last ten words before `end` of a text whose words are separated by single spaces. */
export function wordsBefore(text: string, end: number): string {
  const stop = Math.max(0, end - MAX_LENGTH);
  let words = 0;
  let start = end;
  let inWord = false;
  while (start > stop) {
    const space = text.charCodeAt(start - 1) === SPACE;
    if (inWord && space) {
      words++;
      if (words === WORDS) break;
    }
    inWord = !space;
    start--;
  }
  return detach(text.slice(start, end).trim());
}

/** Returns the first ten words from `start`. */
export function wordsAfter(text: string, start: number): string {
  const stop = Math.min(text.length, start + MAX_LENGTH);
  let words = 0;
  let end = start;
  let inWord = false;
  while (end < stop) {
    const space = text.charCodeAt(end) === SPACE;
    if (inWord && space) {
      words++;
      if (words === WORDS) break;
    }
    inWord = !space;
    end++;
  }
  return detach(text.slice(start, end).trim());
}
