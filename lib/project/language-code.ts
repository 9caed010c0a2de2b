/** English names of languages, by the language data of the JavaScript engine (CLDR). */
const NAMES = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** Returns whether a language tag (BCP 47) begins with the code of a known language. */
export function isKnownLanguage(tag: string): boolean {
  const [code = ""] = tag.toLowerCase().split("-");
  return code.length <= 3 && nameOf(code) !== undefined;
}

/** Returns the two-letter code (ISO 639-1) of a language by its English name; `undefined` for others. */
export function codeOfLanguage(name: string): string | undefined {
  const asked = name.toLowerCase();
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.find((code) => nameOf(code)?.toLowerCase() === asked);
}

function nameOf(code: string): string | undefined {
  try {
    return NAMES.of(code);
  } catch {
    // The engine throws for what is no code at all.
    return undefined;
  }
}
