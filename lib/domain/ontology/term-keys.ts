import { foldWords } from "../text/fold-words.ts";

/** `enuresis, nocturnal`: one comma with a space after it, as catalogues put the noun first. */
const INVERTED = /^([^,]+), ([^,]+)$/;

/** What a term is looked up by: its folded words. Terms of one key are the same to a reader. */
export function termKey(term: string): string {
  return foldWords(term).join(" ");
}

/** The key of a term written noun first, in the order in which it is spoken; `undefined` for any other term. */
export function spokenKey(term: string): string | undefined {
  const [, noun, quality] = INVERTED.exec(term) ?? [];
  return noun === undefined || quality === undefined ? undefined : termKey(`${quality} ${noun}`);
}
