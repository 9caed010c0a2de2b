const NOT_A_WORD = /[^\p{L}\p{N}]+/u;

/** Words of a text in order: lower case, NFKC, runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().split(NOT_A_WORD);
  if (words.at(-1) === "") words.pop();
  if (words[0] === "") words.shift();
  return words;
}
