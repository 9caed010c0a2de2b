/** Decodes the bytes of a page: which character encoding they are in, where its labels disagree or are missing. */
import chardet from "chardet";
import { ResultType, Sniffer } from "encoding-sniffer/sniffer";
import type { FetchedPage } from "../web/http/fetch-outcome.ts";
import { wideEncoding } from "../web/http/sniff-type.ts";

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

/** Bytes of the longest byte order mark, which alone overrules a header, and of the longest character that is cut off. */
const MARK_BYTES = 3;

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

const NOT_ASCII = /[^\0-\x7f]/;

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
 * Decodes a page by its byte order mark, as UTF-16 where the bytes of its markup are, then by the header's
 * label, then by `<meta>`. A label that the bytes
 * contradict gives way, as servers label all their files alike: of the header's encoding, that of
 * `<meta>` and UTF-8, the first of several bytes a character wins whose rules the text keeps throughout.
 * Without a label a late `<meta>` decides, then UTF-8 if most of the text is, then statistics. Labels
 * unknown to the WHATWG Encoding standard are skipped; invalid bytes become U+FFFD. Never throws.
 */
export function decodeBody(body: Uint8Array, charset: string | undefined): DecodedBody {
  const mark = prescan(body, MARK_BYTES);
  const marked =
    mark.resultType === ResultType.BOM ? decodeAs(mark.encoding, body, "bom") : undefined;
  // Its markup begins with a letter of ASCII in two bytes.
  const mayBeWide = body[0] === 0 || body[1] === 0;
  const wide = mayBeWide ? decodeAs(wideEncoding(body), body, "sniffed") : undefined;
  const sure = marked ?? wide ?? decodeKept(charset, body, "header");
  if (sure !== undefined) return sure;
  const { encoding, resultType } = prescan(body, PRESCAN_BYTES);
  const meta = resultType === ResultType.DEFAULT ? undefined : encoding;
  const kept = decodeKept(meta, body, "meta") ?? decodeKept("utf-8", body, "sniffed");
  if (kept !== undefined) return kept;
  const labels = [
    { label: charset, source: "header" },
    { label: meta, source: "meta" },
  ] as const;
  for (const { label, source } of labels) {
    const labelled = decodeAs(label, body, source);
    const isWrong = labelled?.encoding === "utf-8" && mostlyUtf8(body) === undefined;
    if (labelled !== undefined && !isWrong) return labelled;
  }
  return decodeUnlabelled(body);
}

/** Encodings of several bytes a character: of text in another one, few bytes keep their rules. */
const WIDE: ReadonlySet<string> = new Set(
  "utf-8 gbk gb18030 big5 euc-jp shift_jis euc-kr".split(" "),
);

/** Decodes as an encoding of several bytes a character whose rules the text keeps; of ASCII alone, only a header says more. */
function decodeKept(
  label: string | undefined,
  body: Uint8Array,
  source: "header" | "meta" | "sniffed",
): DecodedBody | undefined {
  const encoding = decoderFor(label)?.encoding;
  const text = encoding !== undefined && WIDE.has(encoding) ? strictly(encoding, body) : undefined;
  if (encoding === undefined || text === undefined) return undefined;
  // A page in Latin-1 may end in a letter with an accent, which is no character of UTF-8 that is cut off.
  const cut = body.length - text.length;
  const isAscii = cut === 0 || (cut > 0 && cut <= MARK_BYTES && !NOT_ASCII.test(text));
  return isAscii && source !== "header" ? undefined : { text, encoding, source };
}

/**
 * Returns the text of bytes that are valid throughout. A character cut off at the end is accepted, since
 * bodies end at size limits.
 */
function strictly(encoding: string, body: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

/** Decodes a text that a person brings: most are UTF-8, and none says so. Never throws. */
export function decodeText(bytes: Uint8Array): string {
  return decodeBody(bytes, "utf-8").text;
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
    const name = pageName(label);
    return name === label ? undefined : decoderFor(name);
  }
}

/** Names of code pages in use that the standard lacks: `cp949`, `win-1251`, `x-windows-932`. */
const CODE_PAGE = /^\s*(?:x-)?(?:cp|ms|win|windows)[-_ ]?(?<page>\d{3,5})\s*$/i;

/** Code pages of several bytes a character, by the names of the standard. */
const WIDE_PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({ 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 65001: "utf-8" }),
);

/** Returns the name that the standard has for a label of a code page. */
function pageName(label: string): string | undefined {
  const page = CODE_PAGE.exec(label)?.groups?.page;
  return page === undefined ? undefined : (WIDE_PAGES.get(page) ?? `windows-${page}`);
}

/** Decodes what no label at its beginning tells, and is ASCII or no valid UTF-8. */
function decodeUnlabelled(body: Uint8Array): DecodedBody {
  const valid = strictly("utf-8", body);
  const ascii = valid?.length === body.length ? valid : undefined;
  // The prescan reads byte by byte: most unlabelled pages are spared it.
  if (ascii === undefined || /charset/i.test(ascii)) {
    const late = prescan(body, LATE_PRESCAN_BYTES);
    const isFound = late.resultType !== ResultType.DEFAULT;
    const labelled = isFound ? decodeAs(late.encoding, body, "meta") : undefined;
    if (labelled !== undefined) return labelled;
  }
  if (ascii !== undefined && !body.includes(ESCAPE)) {
    return { text: ascii, encoding: DEFAULT_ENCODING, source: "default" };
  }
  const sniffed = mostlyUtf8(body) ?? decodeAs(detect(body), body, "sniffed");
  if (sniffed !== undefined) return sniffed;
  const text = new TextDecoder(DEFAULT_ENCODING).decode(body);
  return { text, encoding: DEFAULT_ENCODING, source: "default" };
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
