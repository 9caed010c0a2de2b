import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/max";
import { LinkifyIt } from "linkify-it";

/** What stands in the place of what was removed. */
const MARKS = { emails: "[e-mail]", phones: "[phone]" } as const;

/** Numbers of texts that were replaced. */
export type Redacted = Readonly<Record<keyof typeof MARKS, number>>;

/** A text without e-mail addresses and phone numbers, and how many there were. */
export interface RedactedText extends Redacted {
  readonly text: string;
}

/** A part of a text, in UTF-16 units. */
interface Part {
  readonly from: number;
  readonly to: number;
}

const linkify = new LinkifyIt({ fuzzyEmail: true });

/**
 * Replaces e-mail addresses and phone numbers in a text. Phone numbers are found as they are dialled
 * from abroad, with `+`; with a country (ISO 3166-1, such as `DE`) also as they are dialled there.
 */
export function redactText(text: string, country?: CountryCode): RedactedText {
  const emails = text.includes("@")
    ? (linkify.match(text) ?? [])
        .filter(({ url }) => url.startsWith("mailto:"))
        .map(({ index, lastIndex }) => ({ from: index, to: lastIndex }))
    : [];
  const withoutEmails = replaced(text, emails, MARKS.emails);
  const phones = phonesIn(withoutEmails, country);
  return {
    text: replaced(withoutEmails, phones, MARKS.phones),
    emails: emails.length,
    phones: phones.length,
  };
}

function phonesIn(text: string, country: CountryCode | undefined): Part[] {
  if (!DIGITS.test(text)) return [];
  return findPhoneNumbersInText(text, country).map(({ startsAt, endsAt }) => ({
    from: startsAt,
    to: endsAt,
  }));
}

/** The shortest phone number that is looked for: most texts have no such run of digits. */
const DIGITS = /\d[\d\s()./-]{3,}\d/;

/** Replaces parts of a text, which are in order and do not overlap. */
function replaced(text: string, parts: readonly Part[], mark: string): string {
  let result = "";
  let end = 0;
  for (const { from, to } of parts) {
    result += text.slice(end, from) + mark;
    end = to;
  }
  return result + text.slice(end);
}
