/** The rules of a crawl as one, deciding and fetching: which of several answers counts, and how each passes on to the next. */
import type { FrontierLink, Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { FetchedPage, FetchOutcome } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Rescore } from "../ports/frontier.ts";
import type { HarvestedLink, LinkResult, NewRecord, Unasked } from "./link-result.ts";
import type {
  Attempt,
  DecideRule,
  FetchRule,
  Given,
  LinkSource,
  RequestOptions,
  SteppedReading,
  SteppedTask,
  Transformed,
  Verdict,
  VerdictState,
} from "./rules.ts";

/** All deciding rules of a crawl, called in their order. */
export class DecidingRules {
  readonly #rules: readonly DecideRule[];

  constructor(rules: readonly DecideRule[]) {
    this.#rules = rules;
  }

  begin(): void {
    for (const rule of this.#rules) rule.begin?.();
  }

  /** Returns the first refusal. */
  async refuse(link: Lease["link"]): Promise<Unasked | undefined> {
    for (const rule of this.#rules) {
      const refusal = await rule.refuse?.(link);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  /** Returns the first rank that a link gets whose turn has come; `undefined` where no rule gives any. */
  get later(): ((link: FrontierLink) => Rescore | undefined) | undefined {
    const rules = this.#rules.filter((rule) => rule.later !== undefined);
    if (rules.length === 0) return undefined;
    return (link) => {
      for (const rule of rules) {
        const rank = rule.later?.(link);
        if (rank !== undefined) return rank;
      }
      return undefined;
    };
  }

  lease(given: Lease): Lease {
    let lease = given;
    for (const rule of this.#rules) lease = rule.lease?.(lease) ?? lease;
    return lease;
  }

  async links(given: readonly OfferedLink[]): Promise<readonly OfferedLink[]> {
    let links = given;
    for (const rule of this.#rules) if (rule.links !== undefined) links = await rule.links(links);
    return links;
  }

  /** Opens the source of links of the first rule that has one. */
  async source(): Promise<LinkSource | undefined> {
    return this.#rules.find((rule) => rule.source !== undefined)?.source?.();
  }

  settle(given: HarvestedLink): HarvestedLink {
    let link = given;
    for (const rule of this.#rules) link = rule.settle?.(link) ?? link;
    return link;
  }

  async mark(made: NewRecord, given: Given): Promise<NewRecord> {
    let record = made;
    for (const rule of this.#rules) {
      if (rule.mark !== undefined) record = await rule.mark(record, given);
    }
    return record;
  }

  /** Returns the links that any of them offers. */
  async count(
    record: PageRecord,
    replaced: PageRecord | undefined,
  ): Promise<readonly OfferedLink[]> {
    const offered: OfferedLink[] = [];
    for (const rule of this.#rules) {
      const links = await rule.count?.(record, replaced);
      if (links !== undefined) offered.push(...links);
    }
    return offered;
  }

  /** Returns the first verdict. */
  verdict(state: VerdictState): Verdict | undefined {
    for (const rule of this.#rules) {
      const verdict = rule.verdict?.(state);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }
}

/** Returns why a link is refused without a request; the first refusal counts. */
export function refusalOf(rules: readonly FetchRule[], link: Lease["link"]): Unasked | undefined {
  for (const rule of rules) {
    const refusal = rule.refuse?.(link);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Lets each rule read what it must know of a link; what was read is not read again. */
export async function prepare(rules: readonly FetchRule[], lease: Lease): Promise<void> {
  for (const rule of rules) await rule.prepare?.(lease);
}

/** Returns how a link is asked for. */
export function requestOf(rules: readonly FetchRule[], lease: Lease): RequestOptions {
  let request: RequestOptions = {};
  for (const rule of rules) request = { ...request, ...rule.ask?.(lease) };
  return request;
}

/** Returns the result of the first rule that decides an answer without reading it. */
export async function answerOf(
  rules: readonly FetchRule[],
  attempt: Attempt,
  outcome: FetchOutcome,
): Promise<LinkResult | undefined> {
  for (const rule of rules) {
    const result = await rule.answer?.(attempt, outcome);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Returns a result as the rules replace it, one after the other. */
export function reconsidered(
  rules: readonly FetchRule[],
  attempt: Attempt,
  made: LinkResult,
): LinkResult {
  let result = made;
  for (const rule of rules) result = rule.reconsider?.(attempt, result) ?? result;
  return result;
}

/** Returns a result as the rules complete it, the last one first. */
export async function finished(
  rules: readonly FetchRule[],
  attempt: Attempt,
  made: LinkResult,
): Promise<LinkResult> {
  let result = made;
  for (const rule of rules.toReversed()) result = (await rule.finish?.(attempt, result)) ?? result;
  return result;
}

/** Reads a page by the first rule that does so its own way, else by `next`. */
export async function readBy<Task extends SteppedTask, Reading extends SteppedReading>(
  rules: readonly FetchRule[],
  task: Task,
  next: (task: Task) => Promise<Reading>,
): Promise<{ readonly page: FetchedPage; readonly reading: Reading }> {
  for (const rule of rules) if (rule.read !== undefined) return rule.read(task, next);
  return { page: task.page, reading: await next(task) };
}

/** Returns what the first rule makes of a page that knows how to read it; `undefined` where none does. */
export function transformed(
  rules: readonly FetchRule[],
  page: FetchedPage,
): Promise<Transformed> | undefined {
  for (const rule of rules) {
    const made = rule.transform?.(page);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** Returns the pages of a store, and those of others where it has none: the first that has a page gives it. */
export function joinedPages<Pages extends ReadPages>(
  own: Pages,
  others: readonly ReadPages[],
): Pages {
  if (others.length === 0) return own;
  const get: ReadPages["get"] = async (url) => {
    for (const pages of [own, ...others]) {
      const page = await pages.get(url);
      if (page !== undefined) return page;
    }
    return undefined;
  };
  return { ...own, get };
}

interface ReadPages {
  get(url: Url): Promise<FetchedPage | undefined>;
}

/** Returns the pages of a store as the rules read them; one that cannot be read is none. */
export function readablePages<Pages extends ReadPages>(
  pages: Pages,
  rules: readonly FetchRule[],
): Pages {
  if (rules.every((rule) => rule.transform === undefined)) return pages;
  return {
    ...pages,
    get: async (url: Url) => {
      const page = await pages.get(url);
      const made = page && (await transformed(rules, page));
      if (made === undefined) return page;
      return made.kind === "page" ? made.page : undefined;
    },
  };
}
