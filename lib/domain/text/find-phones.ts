/**
 * Phone numbers in a folded text. Runs of digits are told apart by their form, which costs little; only those that
 * look like a number somebody dials are read with the metadata of its country.
 */
import type { CountryCode } from "libphonenumber-js/max";
import type { Part } from "./folded-text.ts";
import { type PhoneNumberFacts, PhoneReader } from "./phone-reader.ts";

/** Digits, in groups with what people write between them; the second plus of a name such as C++ is no prefix. */
const RUN = /(?:(?<!\p{L}\+)\+[ (]{0,2}|\()?\d(?:[\t ()[\]./-]{0,4}\d)*/gu;
/** What continues a number with its country behind a line break. */
const NEXT_LINE = /(?:\n\d(?:[ ()/-]{0,2}\d){1,11}){1,2}(?![\d\p{L}])/uy;
/** A number of as many digits is not continued there. */
const WHOLE_DIGITS = 10;
const GROUP = /\d+/g;
const ZERO = 0x30;

const LEAST_DIGITS = 7;
/** E.164 allows 15; a zero in brackets or the prefix for calls abroad comes in addition. */
const MOST_DIGITS = 17;
/** The most of a number that only the word before it tells. */
const MOST_LABELLED = 13;
const MOST_GROUPS = 8;
/** Most groups of one digit: `1-800-…`. */
const MOST_SINGLE = 2;
/** Most groups of a run that is no row of figures. */
const MOST_RUN = 16;
/** Groups of a number that may be of other sizes than usual. */
const MANY_GROUPS = 4;
/** The least of a number with its country that the metadata does not know, as of an area that was renamed. */
const LEAST_UNKNOWN = 9;
/** The least of a number in one piece, with its prefix and without. */
const LEAST_IN_ONE = { prefixed: 9, bare: 10 } as const;
/** The least of a number in groups with its prefix. */
const LEAST_PREFIXED = 8;
/** The most of one in a country whose numbers are of one length. */
const MOST_PREFIXED = 11;

/** Words that announce a number in the languages of the web, at the end of what stands before it. */
const LABEL =
  /(?:(?<!\p{L})(?:tel|phone|t[ée]l[ée]ph|fax|mobil|m[óo]vil|cell|celular|tlf|portable|handy|fon|ruf|hotline|gsm|whatsapp|viber|kom[óo]rk|тел|моб|факс|هاتف|تلفن|جوال|فاكس|فکس|موبایل|फ़ोन|फोन|मोबाइल|दूरभाष|(?:[tfmp]|cel|kom|mob)(?=[:.]))[\p{L}\p{M}]{0,12}|电话|電話|手机|手機|传真|傳真|携帯|전화)[^\p{L}\d\n]{0,8}\n?$/iu;
/** Words that announce other numbers. */
const OTHER_LABEL =
  /(?:isbn|issn|doi|iban|bic|vat|ean|oclc|orcid|arxiv|pmid|zip|postcode|kto|konto|blz|steuer|siret|siren|nif|cif|nip|regon|pesel|ssn|order|invoice|version|инн|огрн)[ \p{L}.-]{0,10}[:#№]? ?$/iu;
const ENDS_IN_LABEL = /[\p{L}.:#№-] ?$/u;
const LABEL_LENGTH = 28;
/** Numbers as near as this share a label. */
const SAME_LABEL = 4;

/** Letters of scripts with spaces between words, and signs: beside them digits are a part of something else. */
const BESIDE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_=#&%$€£¥₹°@\\^~]/u;
const PART_OF_FIGURE = { before: /(?:\d[.,:']|-)$/, after: /^(?:[,:']\d|[-+*/]\p{L})/u } as const;
/** What stands before the two digits of an IBAN. */
const ACCOUNT = /(?<!\p{L})[A-Z]{2}$/u;
const IN_URL = /(?:\/\/|www\.)\S*$/;
const URL_LENGTH = 100;

/** Dates, ranges of years and of hours, addresses of computers, decimals, numbers of books, names of documents. */
const OTHER_FORM = new RegExp(
  [
    String.raw`\d{1,2}(?:\. ?|[/-])\d{1,2}(?:\. ?|[/-])(?:\d{4}(?!\d)|\d{2}(?![./-]?\d))`,
    String.raw`(?:1[5-9]|20)\d\d(?:[./-]\d{1,2}[./-]\d{1,2}(?!\d)|(?: ?[-/] ?| )(?:1[5-9]|20)\d\d(?!\d))`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}(?![.\d])`,
    String.raw`(?:0|[1-9]\d{0,2})\.\d{3,}(?![.\d -])`,
    String.raw`[0-2]?\d\.[0-5]\d ?- ?[0-2]?\d\.[0-5]\d(?![.\d])`,
    String.raw`[0-3]\d [01]\d (?:19|20)\d\d(?! ?\d)`,
    String.raw`\d{1,5}/(?:19|20)\d\d(?! ?\d)`,
    String.raw`97[89][ -]\d[\d -]{8,13}\d`,
    String.raw`10\.\d{4,9}/\d+`,
  ].join("|"),
  "y",
);
/** Signs between groups that differ, and are usual: 202 555-0142, 202/555-0142. */
const EVEN: ReadonlySet<string> = new Set([" -", "/-"]);
const THOUSANDS = /^\d{1,3}(?:[ .]\d{3})+$/;
const BOOK = /^\d-\d{2,7}-\d{2,7}-[\dX]$/;

const BRACKETS: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/** An extension behind a number. */
const EXTENSION =
  /[ ,;]{0,2}\(?(?:ext(?:ension|n)?|x|#|durchwahl|dw|poste|ramal|int(?:erno)?|wew|доб|داخلی|تحويلة|内线|內線)[.:]? ?\d{1,6}\)?(?!\d)/iuy;

/** A run of digits with its surroundings. */
interface Run extends Part {
  readonly text: string;
  /** Begins and ends of its groups of digits, in turn. */
  readonly groups: readonly number[];
  readonly reader: PhoneReader;
  /** Whether a word before it says that it is a phone number; it is looked for when it is asked. */
  readonly isLabelled: () => boolean;
}

/** Some groups of a run. */
interface Candidate {
  readonly first: number;
  readonly last: number;
  readonly digits: string;
}

/** Returns the places of phone numbers in a folded text, in order and beside those that are taken. */
export function findPhones(
  text: string,
  taken: readonly Part[],
  country: CountryCode | undefined,
): Part[] {
  const reader = new PhoneReader(country);
  const parts: Part[] = [];
  let next = 0;
  for (const { 0: digits, index } of text.matchAll(RUN)) {
    const from = Math.max(index, parts.at(-1)?.to ?? 0);
    while ((taken[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const to = Math.min(index + digits.length, taken[next]?.from ?? Number.POSITIVE_INFINITY);
    if (to - from < LEAST_DIGITS && (to <= from || digits.charAt(0) !== "+")) continue;
    const isNear = parts.length > 0 && from - (parts.at(-1)?.to ?? 0) <= SAME_LABEL;
    for (const part of phonesInRun(text, { from, to }, reader, isNear)) parts.push(part);
  }
  return parts;
}

function phonesInRun(text: string, part: Part, reader: PhoneReader, isNear: boolean): Part[] {
  const isAbroad = text.charAt(part.from) === "+";
  const digits = text.slice(part.from, part.to);
  if (!isAbroad && !reader.hasCountry && !digits.includes("00")) return [];
  const before = text.slice(Math.max(0, part.from - LABEL_LENGTH), part.from);
  let label: boolean | undefined;
  const isLabelled = () => (label ??= reader.hasCountry && (isNear || LABEL.test(before)));
  if (!isAbroad && ACCOUNT.test(before) && /^\d\d(?!\d)/.test(digits)) return [];
  const run = {
    from: part.from,
    to: part.to,
    text,
    groups: groupsOf(text, part),
    reader,
    isLabelled,
  };
  const parts: Part[] = [];
  for (let first = 0; first < groupCount(run); ) {
    const found = mayBegin(run, first) ? phoneFrom(run, first) : undefined;
    if (found !== undefined) parts.push(withBrackets(text, found));
    const end = found?.to ?? otherFormFrom(run, first);
    first += 1;
    while (first < groupCount(run) && fromOf(run, first) < end) first += 1;
  }
  const mayBeOther = !isAbroad && parts.length > 0 && ENDS_IN_LABEL.test(before);
  return mayBeOther && OTHER_LABEL.test(before) ? [] : parts;
}

/** Whether a number may begin with a group; most figures of a table are told by this alone. */
function mayBegin(run: Run, first: number): boolean {
  const from = fromOf(run, first);
  if (first === 0 && run.text.charAt(run.from) === "+") return true;
  if (run.text.startsWith("00", from)) return true;
  if (!run.reader.hasCountry) return false;
  if (run.reader.hasPrefix(groupText(run, first))) return true;
  const isShort = groupCount(run) - first <= MOST_GROUPS && groupCount(run) <= MOST_RUN;
  return (
    isShort || toOf(run, first) - from >= LEAST_IN_ONE.bare || run.text.charAt(from - 1) === "("
  );
}

/** Returns the longest number that begins with a group of a run. */
function phoneFrom(run: Run, first: number): Part | undefined {
  const group = groupText(run, first);
  if (first === 0 && run.text.charAt(run.from) === "+")
    return onNextLine(run) ?? abroad(run, first, "");
  const isLoose = first === 0 ? !isInFigure(run) : /[\s/(]/.test(gapAfter(run, first - 1));
  if (!isLoose || otherFormFrom(run, first) > 0) return undefined;
  const prefix = run.reader.prefixesAbroad.find((each) => group.startsWith(each));
  const found = prefix === undefined ? undefined : abroad(run, first, prefix);
  return found ?? (run.reader.hasCountry ? atHome(run, first) : undefined);
}

/** A number with the code of its country behind `+` or the prefix for calls abroad. */
function abroad(run: Run, first: number, prefix: string): Part | undefined {
  let possible: Part | undefined;
  for (const candidate of candidatesFrom(run, first)) {
    const digits = candidate.digits.slice(prefix.length);
    const facts = run.reader.abroad(digits);
    const part = partOf(run, candidate);
    if (facts?.isValid === true) return prefix === "" || !isInUrl(run) ? part : undefined;
    const isGrouped = digits.length >= LEAST_IN_ONE.bare && candidate.last - first > 1;
    const isUnknown = digits.length >= LEAST_UNKNOWN && (facts?.isPossible === true || isGrouped);
    if (isUnknown && prefix === "") possible ??= part;
  }
  return possible;
}

function onNextLine(run: Run): Part | undefined {
  NEXT_LINE.lastIndex = run.to;
  const [line] = NEXT_LINE.exec(run.text) ?? [];
  if (line === undefined) return undefined;
  const own = run.text.slice(run.from, run.to).replace(/\(0\)|\D/g, "");
  if (own.length >= WHOLE_DIGITS) return undefined;
  const digits = own + line.replace(/\D/g, "");
  const isValid = run.reader.abroad(digits)?.isValid === true;
  return isValid ? { from: run.from, to: run.to + line.length } : undefined;
}

/** A number as it is dialled within the country. */
function atHome(run: Run, first: number): Part | undefined {
  for (const candidate of candidatesFrom(run, first)) {
    const isFound = isLocal(run, candidate) || isPhone(run, candidate);
    if (isFound && !isInUrl(run)) return partOf(run, candidate);
  }
  return labelled(run, first);
}

/** A number behind a word for it that is of another country, or of none that the metadata know. */
function labelled(run: Run, first: number): Part | undefined {
  if (first > 0) return undefined;
  const candidate = candidatesFrom(run, first).find(({ digits }) => digits.length <= MOST_LABELLED);
  const isLong = candidate !== undefined && candidate.digits.length > LEAST_DIGITS;
  return isLong && run.isLabelled() && !isInUrl(run) ? partOf(run, candidate) : undefined;
}

function isPhone(run: Run, candidate: Candidate): boolean {
  const { digits, first, last } = candidate;
  const { reader, isLabelled } = run;
  if (!reader.fits(digits)) return false;
  const isLong = digits.length >= LEAST_IN_ONE.bare || last - first > 1;
  if (!isLong && !reader.hasPrefix(digits) && !isLabelled()) return false;
  const facts = reader.atHome(digits);
  if (facts === undefined || !(facts.isValid || facts.isPossible)) return false;
  return isWrittenAs(facts, run, candidate) || isLabelled();
}

/** Whether a number is written as its country writes them. */
function isWrittenAs(facts: PhoneNumberFacts, run: Run, candidate: Candidate): boolean {
  const { digits, first, last } = candidate;
  if (BOOK.test(run.text.slice(run.from, run.to))) return false;
  const isInOne = first === last;
  const text = run.text.slice(fromOf(run, first), toOf(run, last));
  // Where all numbers are of one length, it tells also those that nobody has been given.
  const isOfLength = digits.length >= LEAST_IN_ONE.prefixed && digits.length <= MOST_PREFIXED;
  const hasLength = run.reader.hasOneLength && isOfLength;
  const isSure = facts.isValid || (hasLength && !isInOne && !THOUSANDS.test(text));
  if (facts.hasPrefix)
    return isSure && digits.length >= (isInOne ? LEAST_IN_ONE.prefixed : LEAST_PREFIXED);
  if (!facts.isValid) return false;
  if (isInOne) return facts.isMobile && facts.needsNoPrefix && digits.length >= LEAST_IN_ONE.bare;
  return facts.needsNoPrefix && isGroupedAs(facts, run, candidate);
}

/** Whether a labelled number is one within an area: `Phone: 555-0142`. */
function isLocal(run: Run, { first, last, digits }: Candidate): boolean {
  const size = groupText(run, first).length;
  const mayBe = last === first + 1 && digits.length === LEAST_DIGITS && size === 3;
  return mayBe && run.isLabelled();
}

/** Whether a number is in the groups that its country writes, and could not be figures of a table or a text. */
function isGroupedAs(
  facts: PhoneNumberFacts,
  run: Run,
  { first, last, digits }: Candidate,
): boolean {
  const text = run.text.slice(fromOf(run, first), toOf(run, last));
  const sizes = text.match(GROUP)?.map(({ length }) => length) ?? [];
  const gaps = text.replace(/\d/g, "");
  const isAlone = first === 0 && last === groupCount(run) - 1;
  const isEven = EVEN.has(gaps) || new Set(gaps).size === 1;
  const isFigure = THOUSANDS.test(text) && !facts.isMobile;
  const isAmongOthers = gaps.startsWith(" ") && !isAlone;
  if ((!isEven || isFigure || isAmongOthers) && !gaps.includes(")")) return false;
  const wanted = facts.groups.join();
  // The code of the country may stand before: 1-202-555-0142.
  if (sizes.join() === wanted || sizes.slice(1).join() === wanted) return true;
  const mayBeOwn = digits.length <= LEAST_IN_ONE.bare && run.reader.hasOneLength;
  return mayBeOwn && isAlone && sizes.length >= MANY_GROUPS;
}

/** Groups from one on, the longest first, that end where a number may end. */
function candidatesFrom(run: Run, first: number): Candidate[] {
  const candidates: Candidate[] = [];
  const end = Math.min(groupCount(run), first + MOST_GROUPS);
  let digits = "";
  let single = 0;
  for (let last = first; last < end; last += 1) {
    const group = groupText(run, last);
    const isZero = group === "0" && last > 0 && /[([]$/.test(gapAfter(run, last - 1));
    if (!isZero) digits += group;
    if (group.length === 1 && run.text.charAt(run.from) !== "+") single += 1;
    if (digits.length > MOST_DIGITS || single > MOST_SINGLE) break;
    if (digits.length >= LEAST_DIGITS && mayEnd(run, last))
      candidates.push({ first, last, digits });
  }
  return candidates.toReversed();
}

function mayEnd(run: Run, last: number): boolean {
  if (last < groupCount(run) - 1) return /[\s/()[\]]/.test(gapAfter(run, last));
  const after = run.text.slice(run.to, run.to + 2);
  if (!BESIDE.test(after.charAt(0)) && !PART_OF_FIGURE.after.test(after)) return true;
  return (
    run.text.charAt(run.from) === "+" || extensionAt(run.text, run.to) > run.to || run.isLabelled()
  );
}

/** Whether the first group of a run continues a word or a figure. */
function isInFigure({ text, from, isLabelled }: Run): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const isPart = BESIDE.test(before.slice(-1)) || PART_OF_FIGURE.before.test(before);
  return isPart && !isLabelled();
}

function isInUrl({ text, from }: Run): boolean {
  return IN_URL.test(text.slice(Math.max(0, from - URL_LENGTH), from));
}

/** Returns the end of a date or the like that begins with a group, 0 if none does. */
function otherFormFrom(run: Run, first: number): number {
  if (first === groupCount(run) - 1) return 0;
  OTHER_FORM.lastIndex = fromOf(run, first);
  return OTHER_FORM.test(run.text) ? OTHER_FORM.lastIndex : 0;
}

/** Returns the begins and ends of the groups of digits of a run; a long row of figures has very many. */
function groupsOf(text: string, { from, to }: Part): number[] {
  const groups: number[] = [];
  let isInside = false;
  for (let at = from; at <= to; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = at < to && code >= ZERO && code < ZERO + 10;
    if (isDigit !== isInside) groups.push(at);
    isInside = isDigit;
  }
  return groups;
}

function groupCount({ groups }: Run): number {
  return groups.length / 2;
}

function fromOf({ groups, to }: Run, index: number): number {
  return groups[2 * index] ?? to;
}

function toOf({ groups, to }: Run, index: number): number {
  return groups[2 * index + 1] ?? to;
}

function groupText(run: Run, index: number): string {
  return run.text.slice(fromOf(run, index), toOf(run, index));
}

function gapAfter(run: Run, index: number): string {
  return run.text.slice(toOf(run, index), fromOf(run, index + 1));
}

function partOf(run: Run, { first, last }: Candidate): Part {
  const from = first === 0 ? run.from : fromOf(run, first);
  return { from, to: extensionAt(run.text, toOf(run, last)) };
}

/** Returns the end of an extension behind a number; the place itself where there is none. */
function extensionAt(text: string, at: number): number {
  EXTENSION.lastIndex = at;
  return at + (EXTENSION.exec(text)?.[0].length ?? 0);
}

/** Takes the bracket before a number along if it ends in the number, and leaves it if it does not. */
function withBrackets(text: string, { from, to }: Part): Part {
  const part = text.slice(from, to);
  if (part.startsWith("(") && !part.includes(")")) return { from: from + 1, to };
  const closing = BRACKETS[text.charAt(from - 1)];
  const isOpen = closing !== undefined && part.includes(closing);
  return isOpen && !/[([]/.test(part) ? { from: from - 1, to } : { from, to };
}
