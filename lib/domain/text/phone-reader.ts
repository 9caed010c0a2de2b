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
  /** Its country dials no such prefix, or mobile numbers are written without, as in India. */
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

const NORTH_AMERICAN_PREFIX = "011";
const FEW_LENGTHS = 3;

/** Reads the numbers of one text, as they are dialled from a country. */
export class PhoneReader {
  readonly #country: CountryCode | undefined;
  readonly #lengths: ReadonlySet<number>;
  readonly #prefix: string;
  readonly #isNorthAmerican: boolean;
  #read = 0;
  /** How the last valid number of the country was written. */
  #groups: readonly number[] = [];

  constructor(country: CountryCode | undefined) {
    this.#country = country;
    this.#prefix = country === undefined ? "" : prefixOf(country);
    this.#isNorthAmerican = country !== undefined && getCountryCallingCode(country) === "1";
    const lengths = country === undefined ? [] : lengthsOf(country);
    // The code of the country is dialled before an area there.
    const own = this.#isNorthAmerican ? lengths.flatMap((length) => [length, length + 1]) : lengths;
    this.#lengths = new Set(own);
  }

  /** Whether numbers are looked for as they are dialled within a country. */
  get hasCountry(): boolean {
    return this.#country !== undefined;
  }

  /** What is dialled before the code of a country. */
  get prefixesAbroad(): readonly string[] {
    return this.#isNorthAmerican ? ["00", NORTH_AMERICAN_PREFIX] : ["00"];
  }

  /** Whether numbers of the country have nearly all the same length, in groups as each likes. */
  get hasOneLength(): boolean {
    return this.#lengths.size <= FEW_LENGTHS && !this.#isNorthAmerican;
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
  return metadata.numberingPlan?.possibleLengths() ?? [];
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
    hasPrefix: national === digits && (national !== own || (isValid && own.startsWith("0"))),
    needsNoPrefix: national === own || (isMobile && number.country === "IN"),
    isMobile,
    groups: international.slice(1).map(({ length }) => length),
  };
}
