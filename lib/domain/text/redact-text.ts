import type { CountryCode } from "libphonenumber-js/max";
import { parse } from "tldts";
import { findPhones } from "./find-phones.ts";
import { foldText, type Part } from "./folded-text.ts";

/** What stands in the place of what was removed. */
const MARKS = { emails: "[e-mail]", phones: "[phone]" } as const;

/** Numbers of texts that were replaced. */
export type Redacted = Readonly<Record<keyof typeof MARKS, number>>;

/** A text without e-mail addresses and phone numbers, and how many there were. */
export interface RedactedText extends Redacted {
  readonly text: string;
}

/**
 * Replaces e-mail addresses and phone numbers in a text. Phone numbers are found as they are dialled
 * from abroad, with `+`; with a country (ISO 3166-1, such as `DE`) also as they are dialled there.
 */
export function redactText(text: string, country?: CountryCode): RedactedText {
  const folded = foldText(text);
  const emails = findEmails(folded.text);
  const phones = findPhones(folded.text, emails, country);
  const marked = [
    ...emails.map((part) => ({ ...part, mark: MARKS.emails })),
    ...phones.map((part) => ({ ...part, mark: MARKS.phones })),
  ].toSorted((a, b) => a.from - b.from);
  let result = "";
  let end = 0;
  for (const { from, to, mark } of marked) {
    result += text.slice(end, folded.placeOf(from)) + mark;
    end = folded.placeOf(to);
  }
  return { text: result + text.slice(end), emails: emails.length, phones: phones.length };
}

/** Longest name before the `@`: RFC 5321 allows 64 octets, and lists that rewrite addresses use more. */
const NAME = String.raw`[\p{L}\p{M}\p{N}._%+'~!#$&^\-]{1,128}`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]{1,63}`;

/** `@` with the name before it, and the domain after it; one space or line break may stand between them. */
const ADDRESS = new RegExp(
  String.raw`@(?<=(?<name>${NAME}|"[^"\n]{1,64}")(?<before>[ \n]?)@)(?<after>[ \n]?)(?<domain>${LABEL}(?:\.${LABEL}){1,8}|\[(?:IPv6:)?[\da-fA-F.:]{2,45}\])`,
  "gu",
);

/** What may begin a name by the characters of names alone, and is not part of it. */
const BEFORE_NAME = /^.*\.{3}|^(?:%[0-3][0-9a-f]|[.'~!#$&^-])+/iu;
/** Text of another script before a name of Latin letters and digits, without a space between them. */
const GLUED =
  /^.*[^\p{Script=Latin}\P{L}](?=[\p{Script=Latin}\d][\p{Script=Latin}\p{M}\d._%+'~!#$&^-]*$)/u;
const CAPITAL = /\p{Lu}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u;

/** What belongs to an address before its name: a handle of a federated network is `@ann@social.example`. */
const BEFORE_ADDRESS = /(?:mailto:(?:\/\/)?|@)$/i;
const BEFORE_LENGTH = 9;

/** Login names of servers of source code, which are nobody's address: `git@host:path`. */
const SERVICES: ReadonlySet<string> = new Set(["git", "hg", "svn"]);

/** A version of a package (`name@1.2.3`), and a file with a number (`name@2x.png`, `name@2024.zip`). */
const NUMBERED = /^v?\d+\.(?:\d+|x)\b|^\d[\dx._-]*\.(?:zip|mov|md|sh|py|rs|pl|ps)$/i;
/** Longest top-level domain that is not written in ASCII, in UTF-16 units. */
const LONGEST_TOP_LEVEL = 12;
const OTHER_LETTERS = /^[[\p{L}\p{M}]--\p{ASCII}]+/v;
const TWO_LETTERS = /[\p{L}\p{M}]{2}/u;
/** A domain whose end the Internet does not know: of a network of one's own, or misspelt. Code has capitals in it. */
const UNKNOWN = /^[^\p{Lu}]+\.(?:[a-z]{2,6}|xn--[a-z\d-]{2,59})$/u;

/** Top-level domains for examples and networks of one's own. */
const OWN: ReadonlySet<string> = new Set([
  ..."example test invalid localhost localdomain local internal lan home corp intranet onion".split(
    " ",
  ),
  // In examples of addresses without ASCII, and in tests by those who give out the names.
  ..."广告 测试 テスト 테스트 испытание δοκιμή परीक्षा إختبار آزمایشی".split(" "),
]);

/** Ends of file names that are no domains. */
const FILE_ENDS: ReadonlySet<string> = new Set(
  "avif bmp css csv eot gif html htm ico jpeg jpg js json jsx less log mjs mp3 mp4 pdf php png scss svg tif tiff ts tsx txt vue webp woff xml yaml yml".split(
    " ",
  ),
);

/** Returns the places of e-mail addresses in a folded text, in order; they do not overlap. */
function findEmails(text: string): Part[] {
  const parts: Part[] = [];
  for (const { index, groups = {} } of text.matchAll(ADDRESS)) {
    const { before = "", after = "" } = groups;
    const domain = domainIn(groups["domain"] ?? "");
    const name = nameIn(groups["name"] ?? "");
    if (domain === undefined || name === "") continue;
    if (before + after !== "" && !isSpaced(name, before, after, domain)) continue;
    const end = index + 1 + after.length + domain.length;
    if (SERVICES.has(name) && /[:/]/.test(text.charAt(end))) continue;
    const from = beginOf(text, index - before.length - name.length);
    const last = parts.at(-1);
    if (last !== undefined && from < last.to)
      parts[parts.length - 1] = { from: last.from, to: end };
    else parts.push({ from, to: end });
  }
  return parts;
}

/** Whether what is spaced out is an address and no place (`Live @ Example.org`) or handle (`ann @example.org`). */
function isSpaced(name: string, before: string, after: string, domain: string): boolean {
  return after !== "" && isKnown(domain) && (before === "" || !CAPITAL.test(name));
}

function beginOf(text: string, from: number): number {
  const before = text.slice(Math.max(0, from - BEFORE_LENGTH), from);
  return from - (BEFORE_ADDRESS.exec(before)?.[0].length ?? 0);
}

/** Returns the name at the end of a run of characters that names may have; empty if there is none. */
function nameIn(run: string): string {
  if (run.startsWith('"')) return run;
  const name = run.replace(BEFORE_NAME, "").replace(GLUED, "");
  return LETTER_OR_DIGIT.test(name) ? name : "";
}

/** Returns the domain at the beginning of a run of labels; `undefined` if there is none. */
function domainIn(run: string): string | undefined {
  if (run.startsWith("[")) return run;
  if (!TWO_LETTERS.test(run)) return undefined;
  const labels = run.split(".");
  const last = cutTopLevel(labels.at(-1) ?? "");
  const whole = [...labels.slice(0, -1), last].join(".");
  if (NUMBERED.test(whole)) return undefined;
  if (isKnown(whole)) return whole;
  // A sentence may begin behind the address without a space.
  const shorter = labels.slice(0, -1).join(".");
  if (labels.length > 2 && isKnown(shorter)) return shorter;
  const mayBeDomain = UNKNOWN.test(whole) && !FILE_ENDS.has(last);
  return mayBeDomain ? whole : undefined;
}

/** Cuts what follows a top-level domain without a space: text of another script, or a word with a capital. */
function cutTopLevel(label: string): string {
  const before = /^[a-z]{2,}(?=[A-Z])/.exec(label)?.[0];
  if (before !== undefined && isKnown(before)) return before;
  if (isKnown(label)) return label;
  const [letters] = /^[a-z]+/i.exec(label) ?? [];
  if (letters !== undefined) return isKnown(letters) ? letters : label;
  const [others = ""] = OTHER_LETTERS.exec(label) ?? [];
  const longest = Math.min(others.length, LONGEST_TOP_LEVEL);
  for (let length = longest; length > 1; length -= 1)
    if (isKnown(label.slice(0, length))) return label.slice(0, length);
  return label;
}

/** Whether the Internet has the top-level domain of a name, or it is one for examples and networks of one's own. */
function isKnown(name: string): boolean {
  const top = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (top.length < 2) return false;
  return OWN.has(top) || parse(`a.${top}`, { allowPrivateDomains: false }).isIcann === true;
}
