import type { CountryCode } from "libphonenumber-js/max";
import type { Redacted, RedactedText } from "../../domain/text/redact-text.ts";
import { fail } from "../../errors.ts";
import type { Cell, Column } from "../../evaluation/export/table.ts";

/** The columns with words of pages, and of people about them. */
const WITH_WORDS: ReadonlySet<string> = new Set(
  "title text anchor why linkWhy labelNote author dateText".split(" "),
);

/** Takes e-mail addresses and phone numbers out of texts, and counts them. */
export interface Redaction {
  /**
   * Returns columns with redacted texts. URLs stay as they are: they name the pages.
   */
  columns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[];
  /** What was redacted so far. */
  counts(): Redacted;
}

/**
 * Opens a redaction; `country` is one whose national numbers are found, too.
 * @throws DowserError `bad-country`
 */
export async function openRedaction(country: string | undefined): Promise<Redaction> {
  // Loaded only where it is asked for: other exports need no package for it.
  const { redactText } = await import("../../domain/text/redact-text.ts");
  const known = country === undefined ? undefined : await countryOf(country);
  let [emails, phones] = [0, 0];
  const redact = (text: string): string => {
    const redacted: RedactedText = redactText(text, known);
    emails += redacted.emails;
    phones += redacted.phones;
    return redacted.text;
  };
  const redactCell = (cell: Cell): Cell => {
    if (typeof cell === "string") return redact(cell);
    return Array.isArray(cell) ? cell.map(redact) : cell;
  };
  return {
    columns: (columns) =>
      columns.map((column) => {
        const { name, read } = column;
        const hasWords = WITH_WORDS.has(name) || name.startsWith("field_");
        return hasWords ? { ...column, read: (row) => redactCell(read(row)) } : column;
      }),
    counts: () => ({ emails, phones }),
  };
}

async function countryOf(text: string): Promise<CountryCode> {
  const { isSupportedCountry } = await import("libphonenumber-js/max");
  const code = text.toUpperCase();
  if (isSupportedCountry(code)) return code;
  throw fail("bad-country", { text });
}

/** Says what was redacted, in words. */
export function redactedInWords({ emails, phones }: Redacted): string {
  const addresses = emails === 1 ? "1 e-mail address" : `${emails} e-mail addresses`;
  const numbers = phones === 1 ? "1 phone number" : `${phones} phone numbers`;
  return `${addresses} and ${numbers} were replaced by marks`;
}
