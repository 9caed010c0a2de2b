/**
 * Characters, paths and URLs of any kind. They stand for `unit: "binary"`, `webPath` and `webUrl` of fast-check, which
 * makes a table of all characters for these: a second of processor time in each process.
 */
import fc from "fast-check";

/** Surrogates are no characters of their own: so many code points from here on. */
const SURROGATES = { from: 0xd800, count: 0x800 };
const CODE_POINTS = 0x11_0000;

/** Any character of Unicode, as a unit of strings: by the same seed those of `unit: "binary"`. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: CODE_POINTS - SURROGATES.count - 1 })
  .map(
    (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
    indexOf,
  );

function indexOf(value: unknown): number {
  const code = typeof value === "string" ? value.codePointAt(0) : undefined;
  if (code === undefined || value !== String.fromCodePoint(code))
    throw new Error(`not one character: ${String(value)}`);
  return code < SURROGATES.from ? code : code - SURROGATES.count;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const PLAIN = Array.from(`${LETTERS}${LETTERS.toUpperCase()}0123456789`);

/** Any character as a URL has it where only plain ones stand for themselves: mostly these and some marks. */
const urlCharacter = (marks: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...PLAIN, ...Array.from(marks)) },
    { weight: 1, arbitrary: anyCharacter.map(percentEncoded) },
  );

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  const code = character.charCodeAt(0).toString(16);
  return encoded === character ? `%${code}` : encoded;
}

const MARKS = "-._~!$&'()*+,;=:@";
const inPath = urlCharacter(MARKS);

const pathOf = (length: fc.Size, segments: fc.Size): fc.Arbitrary<string> =>
  fc
    .array(fc.string({ unit: inPath, size: length }), { size: segments })
    .map((parts) => parts.map((part) => `/${part}`).join(""));

/** Any path of a URL: long segments or many. */
export const anyPath: fc.Arbitrary<string> = fc.oneof(
  pathOf("small", "xsmall"),
  pathOf("xsmall", "small"),
);

/** Any query of a URL, or fragment, without the mark before it. */
export const anyQuery: fc.Arbitrary<string> = fc.string({ unit: urlCharacter(`${MARKS}/?`) });

/** Any URL of the web, some with a query, none with a fragment. */
export const anyWebUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.webAuthority(),
    anyPath,
    fc.option(anyQuery, { nil: undefined }),
  )
  .map(([scheme, authority, path, query]) => {
    const end = query === undefined ? "" : `?${query}`;
    return `${scheme}://${authority}${path}${end}`;
  });
