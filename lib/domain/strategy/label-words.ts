import { GOOD_FROM } from "./label-need.ts";

/** The words for labels and what they are as numbers. */
const LABELS: ReadonlyMap<string, number> = new Map([
  ["good", 1],
  ["bad", 0],
]);

/** The label in [0,1] that a word stands for; `undefined` where it stands for none. */
export function labelOfWord(word: string): number | undefined {
  return LABELS.get(word);
}

/** The word for a label. */
export function labelWord(label: number): string {
  return label >= GOOD_FROM ? "good" : "bad";
}
