/** What every crawl decides by, ahead of its features: pages under twin names, pages with errors, forgotten pages. */
import { compileUrlRules, type UrlTest } from "../domain/frontier/scope.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import { originOf } from "../domain/web/url/canonical-url.ts";
import { TwinNames, twinUrls } from "../domain/web/url/twin-names.ts";
import type { Url } from "../domain/web/url/url.ts";
import { type DowserError, fail } from "../errors.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { RunEvent } from "../ports/run-log.ts";
import { PAGE_ERROR } from "./harvest-link.ts";
import type { HarvestedLink, Unasked } from "./link-result.ts";
import type { DecideRule, Verdict, VerdictState } from "./rules.ts";

/** Reason of a link that is not fetched, as its page was fetched under a twin name of its host. */
export const ALIAS = "alias" as const;

/** The parts of a record that a comparison of names needs. */
type FetchedRecord = Pick<PageRecord, "url" | "sequence"> & {
  readonly page: Pick<NonNullable<PageRecord["page"]>, "ref"> | undefined;
};

/**
 * Knows which names of hosts serve the same pages, by the records of the crawl. Counting the records
 * of a store in their order gives the same result as counting them when they were put. Memory
 * grows with names and with pages that were fetched under two of them: other digests are read from
 * the store.
 */
export class TwinPages implements DecideRule {
  readonly name = "twins";
  readonly #records: Pick<RecordStore, "get">;
  /** Schemes and hosts that pages were fetched from. */
  readonly #origins = new Set<string>();
  readonly #names = new TwinNames();

  /** Begins with no record counted; `records` is the store that the counted records are in. */
  constructor(records: Pick<RecordStore, "get">) {
    this.#records = records;
  }

  /** Counts a record, in the place of the one that it replaces, if any. */
  async count(record: FetchedRecord, replaced: FetchedRecord | undefined): Promise<undefined> {
    if (replaced === undefined) {
      await this.#compare(record, record.sequence, 1);
    } else if (record.page?.ref?.digest !== replaced.page?.ref?.digest) {
      await this.#compare(replaced, Number.POSITIVE_INFINITY, -1);
      await this.#compare(record, Number.POSITIVE_INFINITY, 1);
    }
  }

  /** Refuses a link whose page was fetched under a twin name. */
  async refuse({ url }: { readonly url: Url }): Promise<Unasked | undefined> {
    const twin = await this.fetchedTwin(url);
    return twin && { rule: ALIAS, detail: twin };
  }

  /**
   * Returns the URL under which a link's page was fetched already, by a twin name that serves the
   * same pages; `undefined` without one. A link that was fetched itself has none: its own
   * page is among the evidence. Only records before the sequence `before` are looked at.
   */
  async fetchedTwin(url: Url, before = Number.POSITIVE_INFINITY): Promise<Url | undefined> {
    for (const twin of twinUrls(url)) {
      if (!this.#names.areOne(url, twin)) continue;
      const there = await this.#records.get(twin);
      if (there?.page === undefined || there.sequence >= before) continue;
      const own = await this.#records.get(url);
      return own?.page === undefined ? twin : undefined;
    }
    return undefined;
  }

  /** Compares a page with its twins among the records before the sequence `before`. */
  async #compare(record: FetchedRecord, before: number, times: 1 | -1): Promise<void> {
    const { url } = record;
    const digest = record.page?.ref?.digest;
    if (digest === undefined) return;
    this.#origins.add(originOf(url));
    for (const twin of twinUrls(url)) {
      if (!this.#origins.has(originOf(twin))) continue;
      const there = await this.#records.get(twin);
      const other = there && there.sequence < before ? there.page?.ref?.digest : undefined;
      if (other !== undefined) this.#names.compare([url, digest], [twin, other], times);
    }
  }
}

/**
 * Pages in a row whose reading throws an error at which a crawl stops: the strategy is at fault then,
 * not the pages.
 */
const MOST_PAGE_ERRORS = 10;

/** Stops a crawl after so many pages in a row whose reading threw an error, or when there is no other page. */
export class PageErrors implements DecideRule {
  readonly name = "page errors";
  #inARow = 0;
  #last: string | undefined;

  /** Counts from zero: told to go on, a crawl tries as many again. */
  begin(): void {
    this.#inARow = 0;
  }

  settle(harvested: HarvestedLink): HarvestedLink {
    if (harvested.result.kind === "again") return harvested;
    const { state, reason, detail } = harvested.result.outcome;
    if (reason === PAGE_ERROR) {
      this.#last = detail;
      this.#inARow += 1;
    } else if (state === "fetched") this.#inARow = 0;
    return harvested;
  }

  verdict({ isEmptyHanded }: VerdictState): Verdict | undefined {
    const most = isEmptyHanded ? 1 : MOST_PAGE_ERRORS;
    return this.#inARow < most ? undefined : { kind: "pages-failing", error: this.#error() };
  }

  #error(): DowserError {
    const pages = this.#inARow;
    return fail("pages-failing", { pages, fault: this.#last ?? "", value: this.#last });
  }
}

/** Reason of a link that was forgotten on request, or is found after that. */
export const FORGOTTEN = "forgotten" as const;

/** Returns the rules by which pages of a run were forgotten, each once: see {@link compileUrlRules}. */
function forgottenRules(events: readonly RunEvent[]): readonly string[] {
  const rules = events.flatMap(({ kind, detail: { rules: named } }) =>
    kind === "forgotten" && Array.isArray(named) ? named : [],
  );
  return [...new Set(rules.filter((rule) => typeof rule === "string"))];
}

/** Returns the test of URLs that a run has forgotten; `undefined` when it has forgotten none. */
export function forgottenUrls(events: readonly RunEvent[]): UrlTest | undefined {
  const rules = forgottenRules(events);
  return rules.length === 0 ? undefined : compileUrlRules(rules);
}

/**
 * Returns the hashes of models that were trained before pages were forgotten, and not again since: they may
 * have words of these pages. The event says how many models went; `0` where the pages had taught none.
 */
export function forgottenModels(events: readonly RunEvent[]): ReadonlySet<string> {
  const last = events.findLastIndex(
    ({ kind, detail: { models } }) => kind === "forgotten" && models !== 0,
  );
  const named = (some: readonly RunEvent[]) =>
    some.flatMap(({ detail: { model } }) => (typeof model === "string" ? [model] : []));
  const since = new Set(named(events.slice(last + 1)));
  return new Set(named(events.slice(0, last + 1)).filter((hash) => !since.has(hash)));
}

/** Refuses the links that were forgotten on request, also those found later. */
export function forgottenLinks(isForgotten: UrlTest): DecideRule {
  return {
    name: "forgotten",
    refuse: ({ url, host }) =>
      isForgotten(url, host) ? { rule: FORGOTTEN, detail: "" } : undefined,
  };
}
