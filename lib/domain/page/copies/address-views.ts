/**
 * Learns which addresses show what a fetched page shows already: print views, sort orders, permalinks, numbers of
 * posts. Nothing is known of any site. Two addresses of some forms that have the same value at some places lead to the
 * same content, or do not; how often they did is counted, and what was seen twice is expected of others.
 */
import type { Url } from "../../web/url/url.ts";
import { decoded } from "../../web/url/url-words.ts";
import { type ContentPrint, contentHash } from "./content-print.ts";
import type { SeenContent } from "./seen-content.ts";

/** An address as its form, and the values in it that name something. */
export interface AddressForm {
  /** The address with `0` for a number and `*` for joined words. */
  readonly form: string;
  readonly values: readonly string[];
}

/** Numbers, and words joined as those of a title. */
const VALUE = /\d+|\p{L}+(?:[-_+]+(?:\p{L}+|\d+))+/gu;

/** Returns the form of an address, with its host. */
export function addressForm(url: Url): AddressForm {
  const { host, pathname, search } = new URL(url);
  const values: string[] = [];
  const form = decoded(pathname + search).replace(VALUE, (value) => {
    values.push(value);
    return /^\d/.test(value) ? "0" : "*";
  });
  return { form: `${host} ${form}`, values };
}

/** An address that is expected to show what a page does that was fetched. */
export interface ExpectedView<Name> {
  /** The page that shows the same. */
  readonly of: Name;
  /** Pairs of addresses of these forms that were compared, and that showed the same. */
  readonly pairs: number;
  readonly same: number;
}

/** Pairs without which nothing is expected of others, and the least share of them that showed the same. */
const LEAST_PAIRS = 2;
const LEAST_SHARE = 0.6;

/** Pages that are kept for one value: the latest. */
const MOST_OF_VALUE = 24;

/** Values of a generation: the latest and the one before it are kept. */
const MOST_VALUES = 100_000;

/** How a page is found by a value: at a place of its address, or on the page itself. */
interface Found {
  readonly page: number;
  readonly by: AddressForm | "part" | "thread";
}

interface Count {
  pairs: number;
  same: number;
}

/** Counts pairs of addresses by form; memory is bounded by {@link MOST_VALUES}. */
export class AddressViews<Name> {
  readonly #content: SeenContent<Name>;
  #byValue = new Map<number, Found[]>();
  #before = new Map<number, Found[]>();
  readonly #counts = new Map<string, Count>();

  constructor(content: SeenContent<Name>) {
    this.#content = content;
  }

  /**
   * Learns from a page, whose number in the content is `page`. Others are views of it if it `isShown` for its content:
   * a list shows the texts of pages that nobody has seen whole.
   */
  meet(url: Url, page: number, { lines, parts, thread }: ContentPrint, isShown: boolean): void {
    const address = addressForm(url);
    const own = this.#content.ownLines(lines);
    if (own.length > 0) {
      const pairs = new Map<string, boolean>();
      for (const [found, pair] of this.#found(address)) {
        if (pairs.get(pair) !== true) pairs.set(pair, this.#content.covers(found.page, own));
      }
      for (const [pair, isSame] of pairs) {
        const count = this.#counts.get(pair) ?? { pairs: 0, same: 0 };
        count.pairs += 1;
        if (isSame) count.same += 1;
        this.#counts.set(pair, count);
      }
    }
    if (!isShown) return;
    const host = hostOfForm(address);
    for (const value of new Set(address.values))
      this.#put(keyOf(host, value), { page, by: address });
    for (const hash of parts) this.#put(keyOf(host, hash), { page, by: "part" });
    for (const hash of thread) this.#put(keyOf(host, hash), { page, by: "thread" });
  }

  /** Returns what an address is expected to show again; `undefined` where it may show something new. */
  expected(url: Url): ExpectedView<Name> | undefined {
    const address = addressForm(url);
    let best: ExpectedView<Name> | undefined;
    for (const [{ page }, pair] of this.#found(address)) {
      const { pairs, same } = this.#counts.get(pair) ?? { pairs: 0, same: 0 };
      if (pairs < LEAST_PAIRS || shareOf({ pairs, same }) < LEAST_SHARE) continue;
      if (best !== undefined && shareOf(best) >= shareOf({ pairs, same })) continue;
      const of = this.#content.nameOf(page);
      if (of !== undefined) best = { of, pairs, same };
    }
    return best;
  }

  /** Yields the pages that have a value of an address, each with the name of such pairs. */
  *#found(address: AddressForm): Generator<readonly [Found, string]> {
    const host = hostOfForm(address);
    const all = address.values.map((value) => this.#foundBy(keyOf(host, value)));
    // That another value names a part which no page has shown tells as much.
    const shown = all.map((found) => (found.some(({ by }) => by === "part") ? "+" : "-")).join("");
    for (const [at, found] of all.entries())
      for (const each of found) yield [each, `${shown} ${pairOf(address, each.by, at)}`];
  }

  #foundBy(key: number): Found[] {
    return this.#byValue.get(key) ?? this.#before.get(key) ?? [];
  }

  #put(key: number, found: Found): void {
    const known = this.#foundBy(key);
    if (known.length >= MOST_OF_VALUE) known.shift();
    known.push(found);
    this.#byValue.set(key, known);
    if (this.#byValue.size < MOST_VALUES) return;
    this.#before = this.#byValue;
    this.#byValue = new Map();
  }
}

/** Returns the share of pairs that show the same, in (0,1), with one of each kind before there is any. */
function shareOf({ pairs, same }: Count): number {
  return (same + 1) / (pairs + 2);
}

/** Names the pairs of addresses of two forms with the same values at the same places. */
function pairOf(address: AddressForm, by: Found["by"], at: number): string {
  if (typeof by === "string") return `${address.form} ${by} ${at}`;
  const places = address.values.map((value) => by.values.indexOf(value));
  return `${address.form} ${by.form} ${places.join(" ")}`;
}

function hostOfForm({ form }: AddressForm): string {
  return form.slice(0, form.indexOf(" "));
}

function keyOf(host: string, value: string | number): number {
  return contentHash(`${host} ${typeof value === "string" ? contentHash(value) : value}`);
}
