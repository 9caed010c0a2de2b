/**
 * How many e-mail addresses and phone numbers the redaction of exports takes out, how much else, and how fast: on
 * made-up sentences in ten languages, on recorded pages, and on texts made to be slow.
 */
import { type CountryCode, isSupportedCountry } from "libphonenumber-js/max";
import { type RedactedText, redactText } from "../lib/domain/text/redact-text.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { madeUpSentences, type Sentence } from "./redaction/made-up.ts";
import { type Half, type RealPage, realPages } from "./redaction/real-pages.ts";
import { removedParts } from "./redaction/removed-parts.ts";
import { SLOW_TEXTS } from "./redaction/slow-texts.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "recall and precision of `export --redact`, by language and on recorded pages, and its speed",
  takes: "1 minute",
};

const PAGES_OF_CORPUS = 300;
const SLOW_LENGTH = 5_000_000;
const HALVES: readonly Half[] = ["chosen on", "held back"];

/** Addresses as nearly all are: what a simple expression finds. */
const PLAIN = /[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g;
/** Numbers behind a word that says they are of a phone, by an expression that knows no country. */
const LABELLED =
  /(?<!\p{L})(?:tel|telephone|phone|fax|mobile|téléphone|teléfono|telefon|тел|телефон|電話)[.:\s]{1,3}(\+?\(?\d[\d ()./-]{6,18}\d)(?![\d-])/giu;
/** Countries of sites, by their top-level domain; all others are of the United States. */
const COUNTRIES: Readonly<Record<string, CountryCode>> = {
  ...({ uk: "GB", de: "DE", pl: "PL", cz: "CZ", ru: "RU", fr: "FR", jp: "JP", es: "ES" } as const),
  ...({ ie: "IE", be: "BE", nl: "NL", it: "IT", ca: "CA", ch: "CH", at: "AT", in: "IN" } as const),
};

/**
 * `npm run bench -- redaction [PAGES] [LENGTH] [only=CORPUS] [show=held]`: pages of each corpus, characters of slow
 * texts; the last prints all that is taken out of the half held back.
 */
export default async function redaction(args: string[]): Promise<void> {
  const [pages = PAGES_OF_CORPUS, length = SLOW_LENGTH] = args
    .filter((arg) => /^\d+$/.test(arg))
    .map(Number);
  printMadeUp(madeUpSentences());
  const only = args.find((arg) => arg.startsWith("only="))?.slice("only=".length);
  const real = await realPages(pages, only);
  if (real.length === 0) console.log("recorded pages: skipped, no corpora in ../shared/corpora");
  else printReal(real);
  if (args.includes("show=held")) show(real.filter(({ half }) => half === "held back"));
  printSlow(length);
}

function printMadeUp(sentences: readonly Sentence[]): void {
  const byLanguage = Map.groupBy(sentences, ({ language }) => language);
  const rows = [...byLanguage, ["all", sentences] as const].map(([language, own]) => {
    const redacted = own.map((each) => ({ ...each, ...redactedOf(each) }));
    const mails = redacted.filter(({ kind }) => kind === "e-mail");
    const phones = redacted.filter(({ kind }) => kind === "phone");
    const marks = redacted.filter(({ isMarked }) => isMarked).length;
    const right = redacted.filter(({ isGone }) => isGone);
    const others = redacted.filter(({ kind, isMarked }) => kind === "other" && isMarked).length;
    return [
      language,
      share(mails.filter(({ isGone }) => isGone).length, mails.length),
      share(phones.filter(({ isGone }) => isGone).length, phones.length),
      share(right.length, marks),
      share(right.filter(({ isExact }) => isExact).length, right.length),
      String(others),
    ];
  });
  printTable(
    `made-up sentences (${sentences.length})`,
    [
      { title: "language", align: "left" },
      ...[
        "e-mail recall",
        "phone recall",
        "precision",
        "nothing else gone",
        "of other figures",
      ].map(figures),
    ],
    rows,
  );
}

function redactedOf({ text, country, kind, planted }: Sentence) {
  const redacted = redactText(text, countryOf(country));
  const mark = kind === "e-mail" ? "[e-mail]" : "[phone]";
  const isMarked = redacted.emails + redacted.phones > 0;
  const count = kind === "e-mail" ? redacted.emails : redacted.phones;
  const isGone = kind !== "other" && count > 0 && !isLeft(redacted.text, text, planted);
  return { isMarked, isGone, isExact: redacted.text === text.replace(planted, () => mark) };
}

/** Whether a part of what was planted is still there: a word, or a number of three digits. */
function isLeft(redacted: string, text: string, planted: string): boolean {
  const around = text.replace(planted, "");
  const left = redacted.replaceAll(/\[e-mail\]|\[phone\]/g, "");
  const pieces = planted.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
  return pieces.some((piece) => left.includes(piece) && !around.includes(piece));
}

function countryOf(code: string): CountryCode | undefined {
  return isSupportedCountry(code) ? code : undefined;
}

function countryOfSite(site: string): CountryCode {
  return COUNTRIES[site.slice(site.lastIndexOf(".") + 1)] ?? "US";
}

function printReal(pages: readonly RealPage[]): void {
  const rows = HALVES.map((half) => {
    const own = pages.filter((page) => page.half === half);
    const started = process.cpuUsage().user;
    const redacted = own.map(({ text, site }) => redactText(text, countryOfSite(site)));
    const ms = (process.cpuUsage().user - started) / 1_000;
    const length = own.reduce((sum, { text }) => sum + text.length, 0);
    const sum = (count: (page: RealPage, redacted: RedactedText) => number) =>
      own.reduce(
        (all, page, index) =>
          all + count(page, redacted[index] ?? { text: "", emails: 0, phones: 0 }),
        0,
      );
    const plain = sum(({ text }) => matches(text, PLAIN).length);
    const linked = sum((page) => page.linked.length);
    const labelled = sum(({ text }) => matches(text, LABELLED).length);
    return [
      half,
      String(own.length),
      String(new Set(own.map(({ site }) => site)).size),
      share(plain - sum((_, { text }) => matches(text, PLAIN).length), plain),
      share(
        linked -
          sum(
            (page, { text }) =>
              page.linked.filter((each) => text.toLowerCase().includes(each)).length,
          ),
        linked,
      ),
      share(labelled - sum((_, { text }) => matches(text, LABELLED).length), labelled),
      String(sum((_, { emails }) => emails)),
      String(sum((_, { phones }) => phones)),
      (ms / (length / 1e6)).toFixed(0),
    ];
  });
  printTable(
    `recorded pages (${pages.length})`,
    [
      { title: "sites", align: "left" },
      ...["pages", "of sites", "plain addresses", "linked addresses", "labelled numbers"].map(
        figures,
      ),
      ...["e-mails", "phones", "ms CPU a MB"].map(figures),
    ],
    rows,
  );
}

function matches(text: string, expression: RegExp): readonly string[] {
  return text.match(expression) ?? [];
}

function printSlow(length: number): void {
  const rows = Object.entries(SLOW_TEXTS).map(([name, write]) => {
    const text = write(length);
    const started = process.cpuUsage().user;
    redactText(text, "DE");
    return [name, ((process.cpuUsage().user - started) / 1e6).toFixed(2)];
  });
  printTable(
    `texts of ${length.toLocaleString("en")} characters, with \`DE\``,
    [{ title: "of", align: "left" }, figures("s CPU")],
    rows,
  );
}

/** Prints what was taken out with what stood around it, for a person to judge. */
function show(pages: readonly RealPage[]): void {
  for (const { site, text } of pages)
    for (const { mark, part } of removedParts(text, redactText(text, countryOfSite(site)).text)) {
      const around = text.slice(Math.max(0, part.from - 30), part.from);
      const after = text.slice(part.to, part.to + 20);
      console.log(
        `${mark} ${site} ${JSON.stringify([around, text.slice(part.from, part.to), after])}`,
      );
    }
}

function share(part: number, of: number): string {
  return `${part.toLocaleString("en")} of ${of.toLocaleString("en")}`;
}
