/**
 * Windows-1252 bytes (WHATWG Encoding) for the typographic signs below; the rest must be Latin-1.
 */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map([
  ["€", 0x80],
  ["…", 0x85],
  ["‘", 0x91],
  ["’", 0x92],
  ["“", 0x93],
  ["”", 0x94],
  ["–", 0x96],
]);

const FIRST_HIRAGANA = 0x3041;
const LAST_HIRAGANA = 0x3093;

/** Shift_JIS code of the first hiragana; the others follow without a gap. */
const FIRST_HIRAGANA_SHIFT_JIS = 0x829f;

/** Encodes text for pages that are not in UTF-8, which Node can decode but not encode. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => WINDOWS_1252.get(sign) ?? sign.charCodeAt(0));
}

/** Encodes ASCII and hiragana as Shift_JIS. */
export function toShiftJis(text: string): Uint8Array {
  const bytes = Array.from(text).flatMap((sign) => {
    const point = sign.charCodeAt(0);
    if (point < FIRST_HIRAGANA || point > LAST_HIRAGANA) return [point];
    const code = FIRST_HIRAGANA_SHIFT_JIS + point - FIRST_HIRAGANA;
    return [code >> 8, code & 0xff];
  });
  return Uint8Array.from(bytes);
}
