/** Groups the copies of pages under the page that was fetched first: `scope.copies: group`. */

import type { NewRecord } from "../../crawl/link-result.ts";
import type { DecideRule, DecideRulePorts, Given, ReadRule } from "../../crawl/rules.ts";
import {
  FingerprintIndex,
  fingerprintText,
  LEAST_SHARED,
  parseFingerprint,
  sharedValues,
  textFingerprint,
} from "../../domain/page/copies/text-fingerprint.ts";
import {
  type DigestKeys,
  type PageRecord,
  type PageVerdict,
  readDigest,
} from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { OpenedFeature } from "../feature.ts";

/** Notes what shows whether a page is a copy of another, and keeps a copy one when it is judged again. */
const read: ReadRule = {
  name: "copies",
  note({ viewed }, _given, { identify }) {
    if (viewed === undefined) return {};
    const { url, mainText, canonicalUrl } = viewed.view;
    const print = textFingerprint(mainText);
    const canonical = canonicalUrl && identify(canonicalUrl);
    return {
      page: {
        ...(print === undefined ? {} : { textPrint: fingerprintText(print) }),
        ...(canonical === undefined || canonical === url ? {} : { canonicalUrl: canonical }),
      },
    };
  },
  rejudged(page, url, { labels }) {
    const { copyOf, ...without } = page;
    if (copyOf === undefined) return page;
    // Once the user labels it, it is a page like others.
    return labels?.has(url) === true ? without : asCopy(page, copyOf);
  },
};

function decide({ records }: DecideRulePorts): DecideRule {
  const copies = new Copies(records);
  return {
    name: "copies",
    mark: (record, { labels }) => copies.marked(record, labels),
    count(record, replaced) {
      if (replaced === undefined) copies.add(record);
      return undefined;
    },
  };
}

/** Opens the rules that group copies. */
export function open(): OpenedFeature {
  return { read, decide };
}

// Finds the copies among the pages of a crawl.

/** Originals that copies are looked for among: the last ones, in some 70 MB. */
const MOST_ORIGINALS = 50_000;

/** Values that the prints of a page and its canonical page share, at least: they may differ more. */
const LEAST_OF_CANONICAL = LEAST_SHARED - 12;

/** The parts of a record that show whose copy it is. */
type CopiedRecord = Pick<PageRecord, "url"> & {
  readonly page:
    | (DigestKeys & Pick<PageVerdict, "bodyBytes" | "textPrint" | "canonicalUrl" | "copyOf">)
    | undefined;
};

/**
 * Groups the pages of a crawl with their copies, under the page of each group that was fetched
 * first. Adding the records of a store in their order gives the same groups as adding them when they
 * were put. Memory is bounded by {@link MOST_ORIGINALS}.
 */
class Copies {
  readonly #records: Pick<RecordStore, "get">;
  readonly #near = new FingerprintIndex<Url>(MOST_ORIGINALS);
  /** URLs of originals by the digest of their body, the oldest first. */
  readonly #exact = new Map<string, Url>();

  constructor(records: Pick<RecordStore, "get">) {
    this.#records = records;
  }

  /**
   * Returns the page that a page is a copy of: one of the same bytes, the one that it names as its
   * canonical page if the texts are alike, or one of nearly the same text.
   */
  async originalOf({ url, page }: CopiedRecord): Promise<Url | undefined> {
    // A file that was only asked for has no body, and none to compare.
    if (page === undefined || page.bodyBytes === 0) return undefined;
    const same = this.#exact.get(readDigest(page) ?? "");
    if (same !== undefined) return same === url ? undefined : same;
    if (page.textPrint === undefined) return undefined;
    const print = parseFingerprint(page.textPrint);
    const original = (await this.#canonical(page, print)) ?? this.#near.nearest(print);
    return original === url ? undefined : original;
  }

  /** Marks the page of a record that is a copy; a label of the user says more. */
  async marked(record: NewRecord, labels: Given["labels"]): Promise<NewRecord> {
    const { url, page } = record;
    if (page === undefined || labels?.has(url) === true) return record;
    const original = await this.originalOf(record);
    return original === undefined ? record : { ...record, page: asCopy(page, original) };
  }

  /** Adds a page that is no copy. */
  add({ url, page }: CopiedRecord): void {
    if (page === undefined || page.copyOf !== undefined) return;
    if (page.bodyBytes === 0) return;
    const { textPrint } = page;
    const digest = readDigest(page);
    if (digest !== undefined && !this.#exact.has(digest)) {
      this.#exact.set(digest, url);
      const [oldest] = this.#exact.keys();
      if (this.#exact.size > MOST_ORIGINALS && oldest !== undefined) this.#exact.delete(oldest);
    }
    if (textPrint !== undefined) this.#near.add(url, parseFingerprint(textPrint));
  }

  async #canonical(
    { canonicalUrl }: NonNullable<CopiedRecord["page"]>,
    print: Uint8Array,
  ): Promise<Url | undefined> {
    if (canonicalUrl === undefined) return undefined;
    const there = (await this.#records.get(canonicalUrl))?.page;
    if (there?.textPrint === undefined) return undefined;
    const shared = sharedValues(print, parseFingerprint(there.textPrint));
    return shared >= LEAST_OF_CANONICAL ? (there.copyOf ?? canonicalUrl) : undefined;
  }
}

/** Marks a page as a copy of one fetched before: it is no target, and worth nothing a second time. */
function asCopy<Verdict extends Pick<PageVerdict, "isTarget" | "utility" | "why">>(
  page: Verdict,
  copyOf: Url,
): Verdict & { readonly copyOf: Url } {
  const why = `a copy of ${copyOf}; without: ${page.why}`;
  return { ...page, isTarget: false, utility: 0, why, copyOf };
}
