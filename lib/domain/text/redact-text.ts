import type { CountryCode } from "libphonenumber-js/max";
import { findEmails } from "./find-emails.ts";
import { findPhones } from "./find-phones.ts";
import { foldText } from "./folded-text.ts";

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
