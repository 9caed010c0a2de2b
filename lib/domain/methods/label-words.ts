import { GOOD_FROM } from "./label-need.ts";

/** The words for labels and their numbers. */
const LABELS: ReadonlyMap<string, number> = new Map([
  ["good", 1],
  ["bad", 0],
]);

/** Returns the label in [0,1] of a word; `undefined` when the word is not a label. */
export function labelOfWord(word: string): number | undefined {
  return LABELS.get(word);
}

/** Returns the word for a label. */
export function labelWord(label: number): "good" | "bad" {
  return label >= GOOD_FROM ? "good" : "bad";
}
