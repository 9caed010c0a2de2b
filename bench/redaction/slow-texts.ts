/** Texts that were made to take the redaction long, by what they repeat. */

const SEED = 12_345;

/** Writes a text of so many characters. */
type Write = (length: number) => string;

/** Texts by their names. */
export const SLOW_TEXTS: Readonly<Record<string, Write>> = {
  words: repeated("hello world "),
  "digits and spaces": repeated("1 "),
  zeros: repeated("0 "),
  "digits in one": repeated("1234567890"),
  "open brackets": repeated("(1"),
  "at signs": repeated("a@"),
  addresses: repeated("ann@example.org "),
  labels: repeated("a@b.c."),
  "unknown domains": numbered((number) => `a@b.भारत${number}अआइईउऊ `),
  "long names": repeated(`${"a".repeat(300)}@`),
  "quoted names": repeated('"a'),
  "phone numbers": numbered((number) => `0221 4${number} , `),
  "numbers with countries": numbered((number) => `+49 221 4${number} , `),
  "labelled numbers": numbered((number) => `Tel: 1${number} `),
  "groups of a number": repeated("0221 4701 "),
  "rows of figures": numbered((number) => `4${number}.5 ${number} `),
  dates: repeated("01.02.2024 "),
  "Arabic digits": repeated("٤٩ ٢٢ "),
  "characters without width": repeated("a\u200b"),
  "full-width at signs": repeated("＠a"),
  references: repeated("&#0000"),
  "words in brackets": repeated(" (at (dot"),
  extensions: repeated("0221 4701234 x"),
};

function repeated(part: string): Write {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

/** Numbers of six digits that differ from each other, always the same. */
function numbered(write: (number: number) => string): Write {
  return (length) => {
    const parts: string[] = [];
    let state = SEED;
    for (let left = length; left > 0; left -= parts.at(-1)?.length ?? left) {
      state = (state * 1_103_515_245 + SEED) % 2 ** 31;
      parts.push(write(100_000 + (state % 900_000)));
    }
    return parts.join("").slice(0, length);
  };
}
