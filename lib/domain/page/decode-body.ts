import chardet from "chardet";
import { ResultType, Sniffer } from "encoding-sniffer/sniffer";
import type { FetchedPage } from "../web/http/fetch-outcome.ts";

/** The source of a page's encoding. */
type EncodingSource = "bom" | "header" | "meta" | "sniffed" | "default";

/** A page's text, with the encoding used to decode its bytes. */
interface DecodedBody {
  readonly text: string;
  /** WHATWG name of the encoding, lower case. */
  readonly encoding: string;
  readonly source: EncodingSource;
}

/**
 * The default of browsers for unlabelled pages in most locales (HTML standard, "determining the
 * character encoding").
 */
const DEFAULT_ENCODING = "windows-1252";

/**
 * Bytes of a page searched for `<meta charset>`: the limit that the HTML standard sets for authors.
 */
const PRESCAN_BYTES = 1024;

/**
 * Bytes searched when nothing else labels a page. Browsers go on looking as long as they parse; a
 * head of real pages ends long before.
 */
const LATE_PRESCAN_BYTES = 65_536;

/** Bytes shown to the detector, from the first that is not ASCII: 16 KiB take it about 6 ms. */
const SAMPLE_BYTES = 16_384;

/** Fewest bytes outside ASCII from which the detector can infer an encoding. */
const MIN_SAMPLE_BYTES = 8;

/** Least confidence of the detector, in percent, that overrides the default. */
const LEAST_CONFIDENCE = 20;

/** Begins the shifts of ISO-2022-JP, which has only ASCII bytes. */
const ESCAPE = 0x1b;

/** Decodes a page: as its scripts left it, if it was rendered. */
export function decodePage({
  body,
  charset,
  rendered,
}: Pick<FetchedPage, "body" | "charset" | "rendered">): ReturnType<typeof decodeBody> {
  return rendered === undefined ? decodeBody(body, charset) : decodeBody(rendered, "utf-8");
}

/**
 * Decodes a page by its byte order mark, then the header's label, then `<meta>`. Without these,
 * text that is valid UTF-8 is UTF-8; else a late `<meta>` decides, then UTF-8 if most of the text
 * is, then statistics. Labels unknown
 * to the WHATWG Encoding standard are skipped; invalid bytes become U+FFFD. Never throws.
 */
export function decodeBody(body: Uint8Array, charset: string | undefined): DecodedBody {
  const { encoding, resultType } = prescan(body, PRESCAN_BYTES);
  return (
    (resultType === ResultType.BOM ? decodeAs(encoding, body, "bom") : undefined) ??
    decodeAs(charset, body, "header") ??
    (resultType === ResultType.DEFAULT ? undefined : decodeAs(encoding, body, "meta")) ??
    decodeUnlabelled(body)
  );
}

/**
 * Decodes a text that a person brings: by its byte order mark, as UTF-16 where every second byte is zero,
 * then as a page without a label. Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  return asUtf8(bytes) ?? decodeBody(bytes, undefined).text;
}

/** Bytes by which UTF-16 without a mark is told. */
const WIDE_SAMPLE_BYTES = 512;

/** Returns the encoding of a text of mostly ASCII in two bytes each, `undefined` for another. */
export function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const least = sample.length / 4;
  if (odd > least && even === 0) return "utf-16le";
  return even > least && odd === 0 ? "utf-16be" : undefined;
}

function prescan(body: Uint8Array, maxBytes: number): Pick<Sniffer, "encoding" | "resultType"> {
  const sniffer = new Sniffer({ maxBytes });
  sniffer.write(body.subarray(0, maxBytes));
  return sniffer;
}

function decodeAs(
  label: string | undefined,
  body: Uint8Array,
  source: EncodingSource,
): DecodedBody | undefined {
  const decoder = decoderFor(label);
  if (decoder === undefined) return undefined;
  return { text: decoder.decode(body), encoding: decoder.encoding, source };
}

/**
 * Returns the decoder for a label as sent; `undefined` for a label that is unknown or must not be
 * decoded (`replacement`).
 */
function decoderFor(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label.trim());
  } catch {
    return undefined;
  }
}

function decodeUnlabelled(body: Uint8Array): DecodedBody {
  const utf8 = asUtf8(body);
  const isAscii = utf8 !== undefined && utf8.length === body.length;
  if (utf8 !== undefined && !isAscii) return { text: utf8, encoding: "utf-8", source: "sniffed" };
  // The prescan reads byte by byte: most unlabelled pages are spared it.
  if (utf8 === undefined || /charset/i.test(utf8)) {
    const late = prescan(body, LATE_PRESCAN_BYTES);
    const isFound = late.resultType !== ResultType.DEFAULT;
    const labelled = isFound ? decodeAs(late.encoding, body, "meta") : undefined;
    if (labelled !== undefined) return labelled;
  }
  if (isAscii && !body.includes(ESCAPE)) {
    return { text: utf8, encoding: DEFAULT_ENCODING, source: "default" };
  }
  const sniffed = mostlyUtf8(body) ?? decodeAs(detect(body), body, "sniffed");
  if (sniffed !== undefined) return sniffed;
  const text = new TextDecoder(DEFAULT_ENCODING).decode(body);
  return { text, encoding: DEFAULT_ENCODING, source: "default" };
}

/**
 * Returns the text of valid UTF-8. A character cut off at the end is accepted, since bodies end at
 * size limits.
 */
function asUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Least share of the characters beyond ASCII that are right for a text to be UTF-8 with damaged bytes,
 * or with quotes from pages in another encoding. Of text in other encodings, at most some 28 % are
 * right by chance (Chinese and Japanese in two bytes), in European ones none.
 */
const LEAST_RIGHT = 2 / 3;

function mostlyUtf8(body: Uint8Array): DecodedBody | undefined {
  const text = new TextDecoder("utf-8").decode(body);
  let [right, wrong] = [0, 0];
  for (const character of text) {
    if (character === "\uFFFD") wrong += 1;
    else if (character > "\x7f") right += 1;
  }
  const isUtf8 = right > 0 && right >= LEAST_RIGHT * (right + wrong);
  return isUtf8 ? { text, encoding: "utf-8", source: "sniffed" } : undefined;
}

function detect(body: Uint8Array): string | undefined {
  const first = body.findIndex((byte) => byte > 0x7f || byte === ESCAPE);
  const sample = body.subarray(first, first + SAMPLE_BYTES);
  const isShifted = sample[0] === ESCAPE;
  if (!isShifted && countHigh(sample) < MIN_SAMPLE_BYTES) return undefined;
  const best = chardet
    .analyse(sample)
    .find(({ name }) => !UNFIT.has(name) && decoderFor(name) !== undefined);
  return best === undefined || best.confidence < LEAST_CONFIDENCE ? undefined : best.name;
}

/** Names that cannot be right here: valid UTF-8 and pure ASCII never reach the detector. */
const UNFIT: ReadonlySet<string> = new Set(["ASCII", "UTF-8", "UTF-16LE", "UTF-16BE"]);

function countHigh(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x7f) count++;
  return count;
}
