import type { Json } from "../domain/json.ts";
import type {
  Evidence,
  GatheredEvidence,
  Miss,
  Need,
  Strategy,
  Visit,
} from "../domain/methods/strategy.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { PageStructure } from "../domain/page/page-structure.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { DecidingPorts } from "./crawl-plan.ts";
import { PROBE_GROUP } from "./link-tally.ts";

/** Records read before the process yields: some 20 ms of work. */
const RECORDS_PER_SLICE = 200;

/** A model, and the number of pages that it was trained on. */
interface Trained {
  readonly model: Json;
  readonly pages: number;
}

/**
 * The evidence of a crawl, which grows with its records. What a strategy gathers is kept between two
 * trainings, and only later records are read. Else each training reads all.
 */
export class CrawlEvidence {
  readonly #ports: Pick<DecidingPorts, "records" | "clock">;
  readonly #strategy: Strategy;
  #gathered: Gathered | undefined;

  constructor(ports: Pick<DecidingPorts, "records" | "clock">, strategy: Strategy) {
    this.#ports = ports;
    this.#strategy = strategy;
  }

  /** Reads all records again at the next training, as some were replaced. */
  forget(): void {
    this.#gathered = undefined;
  }

  /** Trains on all records. */
  async train(need: Need, previous: Json | undefined): Promise<Trained> {
    this.#gathered ??= begun(this.#strategy, need);
    const gathered = this.#gathered;
    if (gathered === undefined) {
      const evidence = await evidenceOf(this.#ports.records.list());
      const model = this.#strategy.train(evidence, need, previous);
      return { model, pages: evidence.visits.length };
    }
    await this.#addLater(gathered);
    return { model: gathered.evidence.train(need, previous), pages: gathered.pages };
  }

  /** Adds the records that follow the last one that was read. */
  async #addLater(gathered: Gathered): Promise<void> {
    const { records, clock } = this.#ports;
    let slice: PageRecord[] = [];
    const add = async () => {
      const more = await evidenceOf(slice);
      gathered.evidence.add(more);
      gathered.pages += more.visits.length;
      gathered.last = slice.at(-1)?.sequence ?? gathered.last;
      slice = [];
    };
    for await (const record of records.list(gathered.last)) {
      slice.push(record);
      if (slice.length < RECORDS_PER_SLICE) continue;
      await add();
      await clock.waitUntil(clock.now());
    }
    await add();
  }
}

/** What a strategy has gathered so far. */
interface Gathered {
  readonly evidence: GatheredEvidence;
  pages: number;
  /** Sequence of the last record that was read; 0 before the first. */
  last: number;
}

function begun(strategy: Strategy, need: Need): Gathered | undefined {
  const evidence = strategy.gather?.(need);
  return evidence && { evidence, pages: 0, last: 0 };
}

async function evidenceOf(
  records: Iterable<PageRecord> | AsyncIterable<PageRecord>,
): Promise<Evidence> {
  const visits: Visit[] = [];
  const misses: Miss[] = [];
  const urls = new Map<Url, Url>();
  for await (const record of records) {
    const { url, layer, group, parent, location, snippet, page } = record;
    // It was no link of a page, and says nothing of those that are.
    if (group === PROBE_GROUP) continue;
    if (page === undefined) misses.push({ url, layer, group, parent, location, snippet });
    else visits.push(visitOf(record, page, urls));
  }
  return { visits, misses };
}

function visitOf(
  record: PageRecord,
  page: NonNullable<PageRecord["page"]>,
  urls: Map<Url, Url>,
): Visit {
  const { url, host, depth, layer, parent, group, snippet, fetchMs } = record;
  const { utility, isTarget, type } = page;
  const structure = page.structure && withOneCopy(page.structure, urls);
  const outlinks = page.outlinks?.map((outlink) => one(outlink, urls)) ?? [];
  return {
    url,
    host,
    depth,
    layer,
    parent,
    group,
    snippet,
    fetchMs,
    utility,
    isTarget,
    ...(page.copyOf !== undefined && { isCopy: true }),
    type,
    structure,
    outlinks,
  };
}

function withOneCopy(structure: PageStructure, urls: Map<Url, Url>): PageStructure {
  const entries = Object.entries(structure.links);
  const kept = entries.map(([path, each]) => [path, each.map((url) => one(url, urls))] as const);
  return { ...structure, links: Object.fromEntries(kept) };
}

/**
 * Returns the one copy of a URL that is kept: else the links that pages repeat would be most of the
 * evidence.
 */
function one(url: Url, urls: Map<Url, Url>): Url {
  const known = urls.get(url);
  if (known !== undefined) return known;
  urls.set(url, url);
  return url;
}
