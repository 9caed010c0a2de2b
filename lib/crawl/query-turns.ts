import type { Json } from "../domain/json.ts";
import type { ComposedQuery } from "../domain/strategy/strategy.ts";
import { DowserError } from "../errors.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import type { CrawlPlan, CrawlPorts, QueryPlan, TrainedModel } from "./crawl-plan.ts";
import type { GroupScale } from "./group-scale.ts";
import { type FoundPage, resultLinks } from "./result-links.ts";

/** An answer that a crash kept from being used. */
interface KeptAnswer extends ComposedQuery {
  readonly results: readonly FoundPage[];
}

/**
 * When a crawl asks the search engine a query that its strategy composes: each time it has fetched so
 * many pages more, and when no link is left.
 *
 * An answer is logged before its results are offered (`answered`), and the query when they are there to
 * stay (`queried`): a crash in between neither pays for the answer again nor changes what is offered.
 */
export class QueryTurns {
  readonly #ports: CrawlPorts;
  readonly #plan: CrawlPlan;
  /** All queries that were answered, the user's among them. */
  readonly #asked: string[];
  #left: number;
  /** Pages at the last turn. */
  #askedAt = 0;
  #kept: KeptAnswer | undefined;

  private constructor(ports: CrawlPorts, plan: CrawlPlan, events: readonly RunEvent[]) {
    this.#ports = ports;
    this.#plan = plan;
    this.#asked = [...(plan.queries?.asked ?? [])];
    this.#left = plan.queries?.most ?? 0;
    for (const { kind, detail } of events) {
      if (kind === "answered") this.#kept = keptAnswer(detail);
      else if (kind === "queried") this.#count(detail);
    }
  }

  /** The turns of a crawl, as its log tells how many are past. */
  static async of(ports: CrawlPorts, plan: CrawlPlan): Promise<QueryTurns> {
    return new QueryTurns(ports, plan, await ports.log.list());
  }

  /**
   * Asks a query if the crawl has fetched enough pages since the last one and may fetch more. An engine
   * that does not answer is asked again after as many pages.
   */
  async askIfDue(model: TrainedModel, scale: GroupScale): Promise<void> {
    const engine = this.#engine();
    if (engine === undefined) return;
    const { pages, bodyBytes } = await this.#ports.records.totals();
    const { budget } = this.#plan;
    if (pages - this.#askedAt < engine.every) return;
    if (pages >= budget.pages || bodyBytes >= budget.bodyBytes) return;
    const query = model.compiled.nextQuery?.(this.#asked);
    if (query === undefined) return;
    const failure = await this.#ask(engine, query, { model, scale, pages });
    if (failure === undefined) return;
    await this.#conclude({ query: query.query, pages, failed: failure.code });
  }

  /**
   * Asks a query because no link is left; false where there is none to ask.
   * @throws what the engine throws: there is nothing else to do
   */
  async askForMore(model: TrainedModel, scale: GroupScale): Promise<boolean> {
    const engine = this.#engine();
    const query = engine && model.compiled.nextQuery?.(this.#asked);
    if (engine === undefined || query === undefined) return false;
    const { pages } = await this.#ports.records.totals();
    const failure = await this.#ask(engine, query, { model, scale, pages });
    if (failure !== undefined) throw failure;
    return true;
  }

  #engine(): Engine | undefined {
    const { search } = this.#ports;
    const { queries } = this.#plan;
    if (search === undefined || queries === undefined || this.#left <= 0) return undefined;
    return { ...queries, search };
  }

  /** Asks, offers and counts; gives back why the engine did not answer, if so. */
  async #ask(
    engine: Engine,
    query: ComposedQuery,
    { model, scale, pages }: Turn,
  ): Promise<DowserError | undefined> {
    const results = this.#takeKept(query) ?? (await this.#answer(engine, query));
    if (results instanceof DowserError) return results;
    const links = resultLinks(results, query, this.#ports, this.#plan, model);
    await scale.weighOffered(model, links);
    await this.#ports.frontier.offer(links);
    const offered = links.filter(({ refusedBy }) => refusedBy === undefined).length;
    await this.#conclude({ query: query.query, pages, results: results.length, offered });
    return undefined;
  }

  #takeKept({ query, exclude }: ComposedQuery): readonly FoundPage[] | undefined {
    const kept = this.#kept;
    const isSame =
      kept?.query === query && JSON.stringify(kept.exclude) === JSON.stringify(exclude);
    return isSame ? kept.results : undefined;
  }

  async #answer(
    { search, results: limit }: Engine,
    { query, exclude }: ComposedQuery,
  ): Promise<readonly FoundPage[] | DowserError> {
    try {
      const { results, leftOut } = await search.search(query, limit, exclude);
      const found = results.map(({ url, title, extract }) => ({ url, title, extract }));
      await this.#log("answered", { query, exclude, leftOut, results: found });
      return found;
    } catch (error) {
      if (error instanceof DowserError) return error;
      throw error;
    }
  }

  async #conclude(detail: Detail): Promise<void> {
    await this.#log("queried", detail);
    this.#count(detail);
  }

  #count({ query, pages, failed }: Detail): void {
    this.#kept = undefined;
    if (typeof pages === "number") this.#askedAt = pages;
    if (failed !== undefined || typeof query !== "string") return;
    this.#asked.push(query);
    this.#left -= 1;
  }

  async #log(kind: RunEvent["kind"], detail: Detail): Promise<void> {
    await this.#ports.log.append({ at: this.#ports.clock.now(), kind, detail });
  }
}

type Detail = Readonly<Record<string, Json>>;

interface Engine extends QueryPlan {
  readonly search: SearchProvider;
}

interface Turn {
  readonly model: TrainedModel;
  readonly scale: GroupScale;
  readonly pages: number;
}

/** What the log holds of an answer, as far as it is one. */
function keptAnswer({ query, exclude, results }: Detail): KeptAnswer | undefined {
  if (typeof query !== "string" || !Array.isArray(exclude) || !Array.isArray(results)) {
    return undefined;
  }
  return { query, exclude: exclude.filter(isText), results: results.filter(isFoundPage) };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFoundPage(value: unknown): value is FoundPage {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    isText(value.url) &&
    "title" in value &&
    isText(value.title) &&
    "extract" in value &&
    isText(value.extract)
  );
}
