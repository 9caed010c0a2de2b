import type { OfferedLink } from "../domain/frontier/link.ts";
import type { ScopeVerdict } from "../domain/frontier/scope.ts";
import { fieldsOf, type Json } from "../domain/json.ts";
import type { ComposedQuery, ScoredLink } from "../domain/methods/strategy.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { DowserError } from "../errors.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import { type Asked, type MoreLinks, offeredLinks } from "./admit-links.ts";
import type { CrawlPlan, DecidingPorts, QueryPlan, TrainedModel } from "./crawl-plan.ts";
import type { GroupWeights } from "./link-tally.ts";

/** A result of a search, as it is kept. */
interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly extract: string;
}

/** The answer of a search engine, with the query that it was paid for. */
export interface KeptAnswer extends ComposedQuery {
  readonly results: readonly FoundPage[];
  /** Number of results that name no http(s) URL; they are not among the others. */
  readonly leftOut: number;
}

/**
 * Keeps answers for a process whose log is not durable at once. The queries of a crawl are numbered
 * from 0, and each number has one answer: asking again gives the first one.
 */
export interface AnswerStore {
  get(query: number): Promise<KeptAnswer | undefined>;
  /**
   * Stores an answer, durable when the promise resolves. Returns the answer of this number, which
   * may be another process's.
   */
  keep(query: number, answer: KeptAnswer): Promise<KeptAnswer>;
}

/**
 * Schedules the queries that a strategy composes: one after a fixed number of fetched pages, and
 * one when no link is left. Queries of the user that nobody
 * has asked yet come before all others, one a draw.
 *
 * An answer is logged (`answered`) before its results are offered, and the query (`queried`) after.
 * After a crash in between, the answer is not paid for again, and the same results are offered.
 */
export class QuerySchedule implements MoreLinks {
  readonly #ports: DecidingPorts;
  readonly #plan: CrawlPlan;
  readonly #answers: AnswerStore | undefined;
  /** All answered queries, including the user's. */
  readonly #asked: string[];
  /** Number of composed queries whose results were offered, and of those that were paid for. */
  #offered = 0;
  #paid = 0;
  /** Pages fetched at the last query, and whether that query failed. */
  #askedAt = 0;
  #hasFailed = false;
  #kept: KeptAnswer | undefined;

  private constructor(
    ports: DecidingPorts,
    plan: CrawlPlan,
    answers: AnswerStore | undefined,
    events: readonly RunEvent[],
  ) {
    this.#ports = ports;
    this.#plan = plan;
    this.#answers = answers;
    this.#asked = [...(plan.queries?.asked ?? [])];
    for (const { kind, detail } of events) {
      if (kind === "answered") this.#countAnswer(keptAnswer(detail));
      else if (kind === "queried") this.#countQuery(detail);
    }
  }

  /** Opens the schedule of a crawl; its log names the queries that were asked before. */
  static async of(
    ports: DecidingPorts,
    plan: CrawlPlan,
    answers?: AnswerStore,
  ): Promise<QuerySchedule> {
    return new QuerySchedule(ports, plan, answers, await ports.log.list());
  }

  /**
   * Dollars paid to the search engine so far: for the seeds' queries and for each answered query.
   */
  get dollars(): number {
    const { dollarsPerQuery, seedQueries } = this.#plan.searchCost ?? NO_COST;
    return dollarsPerQuery * (seedQueries + this.#paid);
  }

  /**
   * Asks a query if the crawl has fetched enough pages since the last one. An engine that does not
   * answer is asked again after as many pages.
   */
  async askIfDue(model: TrainedModel, weights: GroupWeights): Promise<void> {
    const engine = this.#engine();
    if (engine === undefined) return;
    const { pages } = await this.#ports.records.totals();
    const isFirst = this.#offered < (engine.first?.length ?? 0);
    const isDue = (isFirst && !this.#hasFailed) || pages - this.#askedAt >= engine.every;
    if (!isDue) return;
    const query = await this.#nextQuery(model);
    if (query === undefined) return;
    const failure = await this.#ask(engine, query, { model, weights, pages });
    if (failure === undefined) return;
    await this.#logQuery({ query: query.query, pages, failed: failure.code });
  }

  /** Asks a query because no link is left. */
  async askForMore(model: TrainedModel, weights: GroupWeights): Promise<Asked> {
    const engine = this.#engine();
    const query = engine && (await this.#nextQuery(model));
    if (engine === undefined || query === undefined) return "nothing-to-ask";
    const { pages } = await this.#ports.records.totals();
    return (await this.#ask(engine, query, { model, weights, pages })) ?? "asked";
  }

  #engine(): Engine | undefined {
    const { search } = this.#ports;
    const { queries } = this.#plan;
    if (search === undefined || queries === undefined) return undefined;
    return this.#offered < queries.most ? { ...queries, search } : undefined;
  }

  /** Returns the query that has a kept answer, else a new one. */
  async #nextQuery({ compiled }: TrainedModel): Promise<ComposedQuery | undefined> {
    const first = this.#plan.queries?.first?.[this.#offered];
    const composed =
      first === undefined ? compiled.queries?.next(this.#asked) : { query: first, exclude: [] };
    if (composed === undefined || this.#kept !== undefined) return this.#kept ?? composed;
    const kept = await this.#answers?.get(this.#offered);
    if (kept !== undefined) await this.#logAnswer(kept);
    return this.#kept ?? composed;
  }

  /** Asks, offers and counts; returns the error when the engine did not answer. */
  async #ask(
    engine: Engine,
    query: ComposedQuery,
    { model, weights, pages }: Occasion,
  ): Promise<DowserError | undefined> {
    const answer = this.#kept ?? (await this.#answer(engine, query));
    if (answer instanceof DowserError) return answer;
    const { results } = answer;
    const links = resultLinks(answer, this.#ports, this.#plan, model);
    await weights.weighOffered(model, links);
    await this.#ports.frontier.offer(links);
    const offered = links.filter(({ refusedBy }) => refusedBy === undefined).length;
    await this.#logQuery({ query: answer.query, pages, results: results.length, offered });
    return undefined;
  }

  async #answer(
    { search, results: limit }: Engine,
    { query, exclude }: ComposedQuery,
  ): Promise<KeptAnswer | DowserError> {
    try {
      const { results, leftOut } = await search.search(query, limit, exclude);
      const found = results.map((result) => this.#keptResult(result));
      const answer = { query, exclude, leftOut, results: found };
      const kept = (await this.#answers?.keep(this.#offered, answer)) ?? answer;
      await this.#logAnswer(kept);
      return kept;
    } catch (error) {
      if (error instanceof DowserError) return error;
      throw error;
    }
  }

  /** Keeps of a result what the log may have: of a page that was forgotten, nothing but its URL. */
  #keptResult({ url, title, extract }: FoundPage): FoundPage {
    const named = canonicalUrl(url);
    const isGone = named.ok && this.#plan.forgotten?.(named.url, hostOf(named.url)) === true;
    return isGone ? { url, title: "", extract: "" } : { url, title, extract };
  }

  async #logAnswer(answer: KeptAnswer): Promise<void> {
    const { query, exclude, leftOut, results } = answer;
    const found = results.map(({ url, title, extract }) => ({ url, title, extract }));
    await this.#log("answered", { query, exclude, leftOut, results: found });
    this.#countAnswer(answer);
  }

  async #logQuery(detail: Detail): Promise<void> {
    await this.#log("queried", detail);
    this.#countQuery(detail);
  }

  #countAnswer(answer: KeptAnswer | undefined): void {
    this.#kept = answer;
    this.#paid += 1;
  }

  #countQuery({ query, pages, failed }: Detail): void {
    this.#kept = undefined;
    this.#hasFailed = failed !== undefined;
    if (typeof pages === "number") this.#askedAt = pages;
    if (failed !== undefined || typeof query !== "string") return;
    this.#asked.push(query);
    this.#offered += 1;
  }

  async #log(kind: RunEvent["kind"], detail: Detail): Promise<void> {
    await this.#ports.log.append({ at: this.#ports.clock.now(), kind, detail });
  }
}

type Detail = Readonly<Record<string, Json>>;

const NO_COST = { dollarsPerQuery: 0, seedQueries: 0 };

interface Engine extends QueryPlan {
  readonly search: SearchProvider;
}

/** The state of the crawl when a query is asked. */
interface Occasion {
  readonly model: TrainedModel;
  readonly weights: GroupWeights;
  readonly pages: number;
}

/** Reads the answer that a log entry holds; `undefined` when the entry holds no answer. */
function keptAnswer({ query, exclude, results, leftOut }: Detail): KeptAnswer | undefined {
  if (typeof query !== "string" || !Array.isArray(exclude) || !Array.isArray(results)) {
    return undefined;
  }
  return {
    query,
    exclude: exclude.filter(isText),
    results: results.filter(isFoundPage),
    leftOut: typeof leftOut === "number" ? leftOut : 0,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFoundPage(value: unknown): value is FoundPage {
  const { url, title, extract } = fieldsOf(value);
  return isText(url) && isText(title) && isText(extract);
}

/** Distance of a query's results from the seeds: the answer counts as a page that links to them. */
const RESULT_DEPTH = 1;

/** Priority of a result when the strategy does not score results. */
const PLAIN_PRIORITY = 1;

/**
 * Makes links to offer from the results of a query, in the engine's order. Links in scope have a
 * score; the others are refused by their rule. Snippets name the query. Results are no seeds: a
 * training scores them again, and rules about depth apply.
 */
function resultLinks(
  { query, results }: Pick<KeptAnswer, "query" | "results">,
  { web }: Pick<DecidingPorts, "web">,
  plan: Pick<CrawlPlan, "canonical" | "scope">,
  model: TrainedModel,
): readonly OfferedLink[] {
  const verdicts = new Map<Url, ScopeVerdict>();
  const scored: ScoredLink[] = [];
  for (const [index, { url: reference, title, extract }] of results.entries()) {
    const parsed = canonicalUrl(reference, undefined, plan.canonical);
    if (!parsed.ok) continue;
    const url = web.identify(parsed.url);
    if (verdicts.has(url)) continue;
    const verdict = plan.scope({ url, host: hostOf(url), depth: RESULT_DEPTH });
    verdicts.set(url, verdict);
    if (verdict.refusedBy !== undefined) continue;
    const snippet = { anchor: title, before: "", after: extract, title: "", query };
    const place = `result ${index + 1} of the query ${JSON.stringify(query)}`;
    const score = model.compiled.queries?.scoreResult?.({ url, snippet });
    scored.push({ url, snippet, priority: PLAIN_PRIORITY, group: "", why: place, ...score });
  }
  const origin = { depth: RESULT_DEPTH, redirects: 0, parent: undefined, model: model.hash };
  return offeredLinks(verdicts, scored, origin, "strategy");
}
