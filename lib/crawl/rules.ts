/**
 * The interfaces by which a feature takes part in a crawl. It may act in three places: where pages are
 * fetched, where they are read and judged, and where the crawl decides. `docs/architecture.md` says how
 * to add one.
 */

import type { FrontierLink, Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { CompiledScope } from "../domain/frontier/scope.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { RenderStep } from "../domain/page/render/rendering.ts";
import type { FetchedPage, FetchOutcome, RequestMethod } from "../domain/web/http/fetch-outcome.ts";
import type { Validators } from "../domain/web/http/validators.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { DowserError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Frontier, Rescore } from "../ports/frontier.ts";
import type { Admission } from "../ports/host-gate.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { Web } from "../ports/web.ts";
import type { HarvestedLink, LinkOutcome, LinkResult, NewRecord, Unasked } from "./link-result.ts";

type MaybePromise<Value> = Value | Promise<Value>;

/** A request that was answered. Times of a result follow from it, not from a clock. */
export type Attempt = Omit<HarvestedLink, "result"> & {
  /** What the files of its host say. */
  readonly admission: Extract<Admission, { readonly kind: "allowed" }>;
};

/** A page to read, and how far a rule that reads it several times has come. */
export interface SteppedTask {
  readonly page: FetchedPage;
  readonly lease: Lease;
  readonly step?: RenderStep | undefined;
}

/** What a rule that reads a page several times sees of a reading. */
export interface SteppedReading {
  readonly kind: string;
  readonly harvested?: { readonly verdict: Pick<PageVerdict, "rendering"> };
}

/** What was found on a page. */
interface Found {
  readonly verdict: object;
  readonly links: readonly OfferedLink[];
}

// A fetched page as it is read.

/** A fetched page as text, and as strategies see it. */
export interface ViewedPage {
  readonly html: string;
  readonly view: PageView;
}

/** The view by which a page is read, and what is added to what was found; or that the fetching part acts first. */
export type Chosen =
  | { readonly kind: "back" }
  | {
      readonly kind: "view";
      readonly viewed: ViewedPage;
      readonly complete?: <Harvested extends Found>(harvested: Harvested) => Harvested;
    };

/** A page or a file that was read. */
export interface ReadPage {
  /** Absent for a file. */
  readonly viewed?: ViewedPage;
  /** The answer, with its head. */
  readonly page: FetchedPage;
}

/** Keys of a record, and of what it says of the page. */
export interface Notes {
  readonly page?: Partial<PageVerdict>;
  readonly record?: Pick<LinkOutcome, "print">;
}

/** A link that is done by what was read of its answer, without a page. */
export interface ReadingDone {
  readonly kind: "done";
  readonly result: LinkResult;
  readonly stores: Stored;
  /** Whether the links of the answer are offered all the same, as those of a page. */
  readonly offersLinks?: true;
}

/**
 * What is stored of an answer that gave no page: its head, so that a replay of the recording goes the same way; the
 * whole answer, so that a replay reads it, too; or nothing, where the head alone would be an empty page.
 */
export type Stored = "head" | "whole" | "nothing";

/** How a link is asked for, where it is not by a plain GET. */
export interface RequestOptions {
  readonly method?: RequestMethod;
  /** Asks for the page only if it has changed. */
  readonly condition?: Validators | undefined;
}

/** Another body to read in place of an answer's, or why there is none. */
export type Transformed =
  | { readonly kind: "page"; readonly page: FetchedPage }
  | { readonly kind: "unreadable"; readonly reason: string; readonly why: string }
  /** Nothing is known of the answer: the link is tried again, as after a failed fetch. */
  | { readonly kind: "unfinished"; readonly reason: string; readonly why: string };

/** What users said meanwhile: it changes while a crawl runs, so it is given with each call. */
export interface Given {
  /** Labels of pages, in [0,1]. */
  readonly labels?: ReadonlyMap<Url, number> | undefined;
}

/**
 * The part of a feature where pages are fetched: on another machine, perhaps, and opened there again for
 * each batch. It knows no frontier; the same inputs give the same result.
 */
export interface FetchRule {
  readonly name: string;
  /** Refuses a link without a request. */
  refuse?(link: Lease["link"]): Unasked | undefined;
  /** Reads what it must know of a link, before the time is checked in which it may still be asked for. */
  prepare?(lease: Lease): Promise<void>;
  /** Says how a link is asked for. */
  ask?(lease: Lease): RequestOptions;
  /** Decides an answer without reading it; the first that does counts. */
  answer?(attempt: Attempt, outcome: FetchOutcome): MaybePromise<LinkResult | undefined>;
  /**
   * Makes another body to read of an answer that it knows how to read, also of one that was stored: so it knows no
   * lease. What was sent is stored; `undefined` where it is read as it is.
   */
  transform?(page: FetchedPage): Promise<Transformed> | undefined;
  /**
   * Reads a page by `next`, once or several times; of several rules the first one does. Returns the page as it is to
   * be stored, too. A page of another body is read once.
   */
  read?<Task extends SteppedTask, Reading extends SteppedReading>(
    task: Task,
    next: (task: Task) => Promise<Reading>,
  ): Promise<{ readonly page: FetchedPage; readonly reading: Reading }>;
  /** Replaces a result, before anything of it is stored. */
  reconsider?(attempt: Attempt, result: LinkResult): LinkResult;
  /** Completes a result, after what it refers to is stored. The last rule is the first to do so. */
  finish?(attempt: Attempt, result: LinkResult): MaybePromise<LinkResult>;
}

/**
 * The part of a feature where pages are read and judged: in any thread, made of the project alone, without
 * state. What it gives crosses threads, so it is a plain value.
 */
export interface ReadRule {
  readonly name: string;
  /** Returns whether an answer is no page, by its head alone. */
  isNoPage?(page: FetchedPage): boolean;
  /** Reads an answer in place of a page; the first that does counts. */
  instead?(page: FetchedPage, reader: AnswerReader): ReadingDone | undefined;
  /** Chooses the view by which a page is read, or gives it back to the fetching part first. */
  choose?(
    task: Pick<SteppedTask, "page" | "step">,
    viewOf: (page: FetchedPage) => ViewedPage,
    isWall: (viewed: ViewedPage) => boolean,
  ): Chosen | undefined;
  /** Returns whether a page stands in place of content: its scripts are not run to pass it. */
  isWall?(viewed: ViewedPage): boolean;
  /** Decides an answer by its view, before it is judged; the first that does counts. */
  look?(viewed: ViewedPage, page: FetchedPage, lease: Lease, given: Given): ReadingDone | undefined;
  /** Returns links that it finds on a page, beside those of its HTML. */
  links?(
    viewed: ViewedPage,
    link: Pick<FrontierLink, "url" | "depth" | "priority">,
    reader: LinkReader,
  ): readonly OfferedLink[];
  /** Adds to what the record of a judged page says. */
  note?(read: ReadPage, given: Given, web: Pick<Web, "identify">): Notes;
  /** Corrects the new verdict of a stored page that is judged again. */
  rejudged?(page: PageVerdict, url: Url, given: Given): PageVerdict;
}

/** How the references of an answer become links. */
export interface LinkReader {
  /** Returns the canonical URL of a reference; `undefined` for one that is no link. */
  readonly urlOf: (href: string, base: string) => Url | undefined;
  /** Returns what the scope says of a URL. */
  readonly admit: (url: Url, depth: number) => Pick<OfferedLink, "host" | "quotas" | "refusedBy">;
}

/** What a crawl does for a rule that reads an answer in place of a page. */
export interface AnswerReader extends LinkReader {
  /** Reads HTML that was made of the answer: its title, and its links as they are offered. */
  read(html: string): { readonly title: string; readonly links: readonly OfferedLink[] };
}

/**
 * The part of a feature where the crawl decides: one writer, no requests. Its state follows from the records
 * in their order, so that a resumed crawl decides the same; {@link DecideRule.settle} alone sees more.
 */
export interface DecideRule {
  readonly name: string;
  /** A run begins: forgets what does not follow from the records. */
  begin?(): void;
  /** Refuses a link that was drawn, without a request; the first refusal counts. */
  refuse?(link: Lease["link"]): MaybePromise<Unasked | undefined>;
  /** Gives a link another rank when its turn has come, where it is worth less than its strategy knows; the first rank counts. */
  later?(link: FrontierLink): Rescore | undefined;
  /** Adds plain values to a lease that is handed out, for the part that fetches. */
  lease?(lease: Lease): Lease;
  /** Changes links before they are offered, wherever they were found. */
  links?(links: readonly OfferedLink[]): Promise<readonly OfferedLink[]>;
  /** Opens the source of the crawl's other links, in place of queries, once the records are counted. */
  source?(): Promise<LinkSource>;
  /** Takes each result, of links that are queued again, too; these leave no record. */
  settle?(harvested: HarvestedLink): HarvestedLink;
  /** Completes a record before it is stored. */
  mark?(record: NewRecord, given: Given): Promise<NewRecord>;
  /** Counts a stored record. Links that it returns are offered; those of a resumed crawl were. */
  count?(
    record: PageRecord,
    replaced: PageRecord | undefined,
  ): MaybePromise<readonly OfferedLink[] | undefined>;
  /**
   * Pauses or stops the crawl. Asked before each draw, and again until nothing is in flight, so it changes
   * nothing.
   */
  verdict?(state: VerdictState): Verdict | undefined;
}

/** A source of links beside the pages that a crawl fetches; it costs nothing. */
export interface LinkSource {
  readonly dollars: 0;
  /** Offers links, if it is time for some. */
  askIfDue(): Promise<void>;
  /** Offers links because none can be fetched before `until`, in ms since the epoch, if that is worth it. */
  askIfIdle(until: number): Promise<boolean>;
  /** Offers links because none is left. */
  askForMore(): Promise<"asked" | "nothing-to-ask">;
}

/** When a verdict is asked for. */
export interface VerdictState {
  /** No link is left, and no page was fetched. */
  readonly isEmptyHanded: boolean;
}

/** The reason why a run ended before its crawl is done: a user asked for it, or a site for a login. */
export type PauseReason = "paused" | "logged-out";

/** A crawl that a rule pauses. */
export interface Pause {
  readonly kind: "pause";
  readonly why: PauseReason;
  /** What the log says beside the reason. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly error: DowserError;
}

/** What a rule decides of the whole crawl. */
export type Verdict = Pause | { readonly kind: "pages-failing"; readonly error: DowserError };

/** What a deciding rule uses from outside. */
export interface DecideRulePorts {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "find" | "count" | "offer">;
  readonly clock: Pick<Clock, "now">;
  readonly scope: CompiledScope;
  /** The project's random seed. */
  readonly seed: number;
}

/** The rules of one crawl where it fetches and where it decides, in the order in which they act. */
export interface CrawlRules {
  readonly fetch: readonly FetchRule[];
  /** Opened once for each run, as they count its records. */
  readonly decide: readonly ((ports: DecideRulePorts) => DecideRule)[];
}
