/** Reads digits as phone numbers, with Google's metadata of all countries. */
import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";

/** What the metadata say of a number. */
export interface PhoneNumberFacts {
  readonly isValid: boolean;
  /** It has as many digits as a number of its country. */
  readonly isPossible: boolean;
  /** It begins with the prefix that its country dials before an area, or with the zero of an area. */
  readonly hasPrefix: boolean;
  /** Its country dials no such prefix, or its subscribers write mobile numbers without. */
  readonly needsNoPrefix: boolean;
  readonly isMobile: boolean;
  /** Sizes of the groups that it is written in, without the prefix. */
  readonly groups: readonly number[];
}

/**
 * Numbers that are read for a text, of 20 µs each. Of those beyond, the form alone decides, so that no text takes
 * long and none hides a number behind others.
 */
const MOST_READ = 5_000;

/** Reads the numbers of one text, as they are dialled from a country. */
export class PhoneReader {
  readonly #country: CountryCode | undefined;
  readonly #lengths: ReadonlySet<number>;
  readonly #prefix: string;
  #read = 0;
  /** How the last valid number of the country was written. */
  #groups: readonly number[] = [];

  constructor(country: CountryCode | undefined) {
    this.#country = country;
    this.#prefix = country === undefined ? "" : prefixOf(country);
    this.#lengths = new Set(country === undefined ? [] : lengthsOf(country));
  }

  /** Whether numbers are looked for as they are dialled within a country. */
  get hasCountry(): boolean {
    return this.#country !== undefined;
  }

  /** Whether digits begin with the prefix that the country dials before an area. */
  hasPrefix(digits: string): boolean {
    return this.#prefix !== "" && digits.startsWith(this.#prefix);
  }

  /** Whether a number of the country may have so many digits. */
  fits(digits: string): boolean {
    const bare = this.hasPrefix(digits) ? digits.length - this.#prefix.length : digits.length;
    return this.#lengths.has(digits.length) || this.#lengths.has(bare);
  }

  /** Reads digits that begin with the code of a country. */
  abroad(digits: string): PhoneNumberFacts | undefined {
    if (this.#isOver()) return this.#byForm(digits);
    return factsOf(parsePhoneNumberFromString(`+${digits}`), digits);
  }

  /** Reads digits as they are dialled within the country. */
  atHome(digits: string): PhoneNumberFacts | undefined {
    if (this.#country === undefined) return undefined;
    if (this.#isOver()) return this.#byForm(digits);
    const facts = factsOf(parsePhoneNumberFromString(digits, this.#country), digits);
    if (facts?.isValid === true) this.#groups = facts.groups;
    return facts;
  }

  #isOver(): boolean {
    this.#read += 1;
    return this.#read > MOST_READ;
  }

  #byForm(digits: string): PhoneNumberFacts {
    return {
      isValid: true,
      isPossible: true,
      hasPrefix: this.hasPrefix(digits),
      needsNoPrefix: true,
      isMobile: false,
      groups: this.#groups,
    };
  }
}

/** What a country dials before an area: the digits that a number has there and not abroad. */
function prefixOf(country: CountryCode): string {
  const example = getExampleNumber(country, examples);
  const national = example?.formatNational().replace(/\D/g, "") ?? "";
  const own = example?.nationalNumber ?? "";
  return national.endsWith(own) ? national.slice(0, national.length - own.length) : "";
}

function lengthsOf(country: CountryCode): readonly number[] {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const lengths = metadata.numberingPlan?.possibleLengths() ?? [];
  // In North America the code of the country is dialled before an area.
  const hasCode = getCountryCallingCode(country) === "1";
  return hasCode ? lengths.flatMap((length) => [length, length + 1]) : lengths;
}

function factsOf(number: PhoneNumber | undefined, digits: string): PhoneNumberFacts | undefined {
  if (number === undefined) return undefined;
  const isValid = number.isValid();
  const own = number.nationalNumber;
  const national = number.formatNational().replace(/\D/g, "");
  const isMobile = number.getType() === "MOBILE";
  const international = number.formatInternational().match(/\d+/g) ?? [];
  return {
    isValid,
    isPossible: number.isPossible(),
    hasPrefix: national === digits && (national !== own || own.startsWith("0")),
    needsNoPrefix: national === own || isMobile,
    isMobile,
    groups: international.slice(1).map(({ length }) => length),
  };
}
