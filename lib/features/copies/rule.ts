/** Groups the copies of pages under the page that was fetched first: `scope.copies: group`. */
import type { NewRecord } from "../../crawl/link-result.ts";
import { UNRANKED_GROUPS, VIEW_GROUP } from "../../crawl/link-tally.ts";
import type { DecideRule, DecideRulePorts, Given, ReadRule } from "../../crawl/rules.ts";
import type { FrontierLink } from "../../domain/frontier/link.ts";
import { AddressViews } from "../../domain/page/copies/address-views.ts";
import {
  type ContentPrint,
  contentPrint,
  hashesText,
  parseHashes,
} from "../../domain/page/copies/content-print.ts";
import { SeenContent } from "../../domain/page/copies/seen-content.ts";
import {
  FingerprintIndex,
  fingerprintText,
  LEAST_SHARED,
  parseFingerprint,
  sharedValues,
  textFingerprint,
} from "../../domain/page/copies/text-fingerprint.ts";
import {
  type CopyKeys,
  type CopyReason,
  type DigestKeys,
  type PageRecord,
  type PageVerdict,
  readDigest,
} from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Rescore } from "../../ports/frontier.ts";
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
    const { lines, figures, parts, thread } = contentPrint(viewed.view);
    return {
      page: {
        contentLines: hashesText(lines),
        contentFigures: hashesText(figures),
        contentParts: hashesText(parts),
        contentThread: hashesText(thread),
        ...(print === undefined ? {} : { textPrint: fingerprintText(print) }),
        ...(canonical === undefined || canonical === url ? {} : { canonicalUrl: canonical }),
      },
    };
  },
  rejudged(page, url, { labels }) {
    const { copyOf, copyBy, ...without } = page;
    if (copyOf === undefined) return page;
    // Once the user labels it, it is a page like others.
    return labels?.has(url) === true ? without : asCopy(page, { of: copyOf, by: copyBy });
  },
};

function decide({ records }: DecideRulePorts): DecideRule {
  const copies = new Copies(records);
  return {
    name: "copies",
    mark: (record, { labels }) => copies.marked(record, labels),
    later: (link) => copies.later(link),
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

/** Originals that copies are looked for among: the last ones, in some 70 MB. */
const MOST_ORIGINALS = 50_000;

/** Pages whose lines are known: the last ones. */
const MOST_SEEN = 20_000;

/** Values that the prints of a page and its canonical page share, at least: they may differ more. */
const LEAST_OF_CANONICAL = LEAST_SHARED - 12;

/** The parts of a record that show whose copy it is. */
type CopiedRecord = Pick<PageRecord, "url"> & {
  readonly page: (DigestKeys & Pick<PageVerdict, "bodyBytes" | "isTarget"> & CopyKeys) | undefined;
};

/** The page that another one is a copy of, and what shows it. */
interface Original {
  readonly of: Url;
  /** Unknown of pages that an older version fetched. */
  readonly by: CopyReason | undefined;
}

/**
 * Groups the pages of a crawl with their copies, under the page of each group that was fetched
 * first. Adding the records of a store in their order gives the same groups as adding them when they
 * were put. Memory is bounded by {@link MOST_ORIGINALS}.
 */
class Copies {
  readonly #records: Pick<RecordStore, "get">;
  readonly #near = new FingerprintIndex<Url>(MOST_ORIGINALS);
  readonly #content = new SeenContent<Url>(MOST_SEEN);
  readonly #views = new AddressViews(this.#content);
  /** URLs of originals by the digest of their body, the oldest first. */
  readonly #exact = new Map<string, Url>();

  constructor(records: Pick<RecordStore, "get">) {
    this.#records = records;
  }

  /**
   * Returns the page that a page is a copy of: one of the same bytes, the one that it names as its
   * canonical page if the texts are alike, one of nearly the same text, or, of a target, one that has most of its lines
   * where hardly any is new.
   */
  async originalOf({ url, page }: CopiedRecord): Promise<Original | undefined> {
    // A file that was only asked for has no body, and none to compare.
    if (page === undefined || page.bodyBytes === 0) return undefined;
    const same = this.#exact.get(readDigest(page) ?? "");
    const found: readonly [CopyReason, Url | undefined][] = [
      ["bytes", same],
      ...(await this.#byText(page)),
      // What is no target has few lines but those of the site's frame, which are not known until some such pages were met.
      ["lines", page.isTarget ? this.#content.repeated(printOf(page)) : undefined],
    ];
    const [by, of] = found.find(([, original]) => original !== undefined) ?? [];
    return by === undefined || of === undefined || of === url ? undefined : { of, by };
  }

  /** Marks the page of a record that is a copy; a label of the user says more. */
  async marked(record: NewRecord, labels: Given["labels"]): Promise<NewRecord> {
    const { url, page } = record;
    if (page === undefined) return record;
    const original = labels?.has(url) === true ? undefined : await this.originalOf(record);
    if (original !== undefined) return { ...record, page: asCopy(page, original) };
    return page.isTarget ? { ...record, page: { ...page, isSought: true } } : record;
  }

  /** Adds a page that was fetched. */
  add({ url, page }: CopiedRecord): void {
    if (page === undefined || page.bodyBytes === 0) return;
    const isCopy = page.copyOf !== undefined;
    const print = printOf(page);
    const as = isCopy ? "copy" : page.isSought === true ? "sought" : "other";
    this.#views.meet(url, this.#content.add(url, print, as), print, as !== "other");
    if (isCopy) return;
    const { textPrint } = page;
    const digest = readDigest(page);
    if (digest !== undefined && !this.#exact.has(digest)) {
      this.#exact.set(digest, url);
      const [oldest] = this.#exact.keys();
      if (this.#exact.size > MOST_ORIGINALS && oldest !== undefined) this.#exact.delete(oldest);
    }
    if (textPrint !== undefined) this.#near.add(url, parseFingerprint(textPrint));
  }

  /** Returns the rank of a link that is expected to show again what a fetched page does: after all others. */
  later({ url, depth, group, model }: FrontierLink): Rescore | undefined {
    if (depth === 0 || UNRANKED_GROUPS.has(group)) return undefined;
    const expected = this.#views.expected(url);
    if (expected === undefined) return undefined;
    const { of, pairs, same } = expected;
    const why = `another view of ${of}: ${same} of ${pairs} such addresses showed the same; last`;
    return { priority: LAST * (1 - same / (pairs + 1)), group: VIEW_GROUP, why, model };
  }

  async #byText({
    textPrint,
    canonicalUrl,
  }: CopyKeys): Promise<readonly [CopyReason, Url | undefined][]> {
    if (textPrint === undefined) return [];
    const print = parseFingerprint(textPrint);
    return [
      ["canonical", await this.#canonical(canonicalUrl, print)],
      ["text", this.#near.nearest(print)],
    ];
  }

  async #canonical(canonicalUrl: Url | undefined, print: Uint8Array): Promise<Url | undefined> {
    if (canonicalUrl === undefined) return undefined;
    const there = (await this.#records.get(canonicalUrl))?.page;
    if (there?.textPrint === undefined) return undefined;
    const shared = sharedValues(print, parseFingerprint(there.textPrint));
    return shared >= LEAST_OF_CANONICAL ? (there.copyOf ?? canonicalUrl) : undefined;
  }
}

/** Priority of a link that comes last: all others have more, unless they come last, too. */
const LAST = 1e-30;

/** Returns the print of a page; an older version kept none. */
function printOf({
  contentLines,
  contentFigures,
  contentParts,
  contentThread,
}: CopyKeys): ContentPrint {
  return {
    lines: parseHashes(contentLines ?? ""),
    figures: parseHashes(contentFigures ?? ""),
    parts: parseHashes(contentParts ?? ""),
    thread: parseHashes(contentThread ?? ""),
  };
}

/** Marks a page as a copy of one fetched before: it is no target, and worth nothing a second time. */
function asCopy<Verdict extends Pick<PageVerdict, "isTarget" | "utility" | "why">>(
  page: Verdict,
  { of: copyOf, by }: Original,
): Verdict & Pick<CopyKeys, "copyOf" | "copyBy"> {
  const why = `a copy of ${copyOf}${by === undefined ? "" : ` by its ${by}`}; without: ${page.why}`;
  const reason = by === undefined ? {} : { copyBy: by };
  return { ...page, isTarget: false, utility: 0, why, copyOf, ...reason };
}
