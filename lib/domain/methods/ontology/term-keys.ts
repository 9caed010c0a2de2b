import { foldWords } from "../../text/words.ts";

/** `enuresis, nocturnal`: one comma with a space after it, as catalogues write terms noun first. */
const INVERTED = /^([^,]+), ([^,]+)$/;

/** Returns the key of a term: its folded words. Terms of one key are the same to a reader. */
export function termKey(term: string): string {
  return foldWords(term).join(" ");
}

/**
 * Returns the key of a term written noun first, in spoken order; `undefined` for any other term.
 */
export function spokenKey(term: string): string | undefined {
  const [, noun, quality] = INVERTED.exec(term) ?? [];
  return noun === undefined || quality === undefined ? undefined : termKey(`${quality} ${noun}`);
}
