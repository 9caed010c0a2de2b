import type { TokenCount } from "../domain/cost/spend.ts";
import type { Url } from "../domain/web/url/url.ts";

/** What an assessor says of a page; `none` where its answer could not be read, which is never a no. */
export type AssessedAs = "yes" | "no" | "unsure" | "none";

/** Whether the page is one of those wanted, leads to them, or does neither. */
export type AssessedKind = "member" | "list" | "other";

/** A request: what it may cost at most is written before it is sent, what it did cost after it. */
interface Request {
  /** Counts the requests of a run from 1; the entry that says how one ended has its number. */
  readonly id: number;
  /** Ms since the epoch. */
  readonly at: number;
  readonly url: Url;
  readonly tokens: TokenCount;
  readonly dollars: number;
}

/** An answer about a page. */
export interface Assessment extends Request {
  readonly kind: "answer";
  /** Digest of all that decides the answer: what is shown of the page, the guide, the prompt and the model. */
  readonly key: string;
  /** Digest of the page's body, as of its record. */
  readonly digest: string | undefined;
  readonly verdict: AssessedAs;
  readonly pageKind: AssessedKind | undefined;
  /** What the page says that decided, in its own words; `""` when nothing was quoted. */
  readonly quote: string;
  /** Model that was asked for, and the one that answered by its own word. */
  readonly asked: string;
  readonly model: string;
  /** Number of the prompt, and digest of the guide. */
  readonly prompt: number;
  readonly guide: string;
  readonly ms: number;
  /** The answer itself. */
  readonly answer: string;
  /** Whether an earlier crawl asked, and this one has sent no request: it cost nothing here. */
  readonly isTaken?: true;
}

/** A line of the store. */
export type AssessmentEntry =
  | Assessment
  | (Request & { readonly kind: "asked" })
  | (Request & { readonly kind: "failed"; readonly reason: string });

/** The answers of a run's assessor, in the order of asking, with what they cost. One process at a time writes. */
export interface AssessmentStore {
  /** Adds an entry after all others; durable when the promise resolves. */
  append(entry: AssessmentEntry): Promise<void>;
  list(): Promise<readonly AssessmentEntry[]>;
}
