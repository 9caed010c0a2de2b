/** The crawls before a recrawl in a stack: their records, pages and ends. */
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import {
  type CrawlBefore,
  pagesWithEarlier,
  planOfRecrawl,
  recrawlPolicy,
  unvisitedSeeds,
} from "../features/recrawl/begin-recrawl.ts";
import { knownVisits } from "../features/recrawl/revisit-link.ts";
import { revisiting } from "../features/recrawl/rule.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { KnownVisits } from "../ports/earlier-visits.ts";
import type { PageStore } from "../ports/page-store.ts";
import { readEnded } from "./ended-crawls.ts";
import type { ExportPorts, OpenRecords } from "./make-export.ts";
import type { EndedStores, PlannedCrawl, PlannerPorts, PlannerStores } from "./stack-ports.ts";
import type { RecrawlState } from "./stack-state.ts";

/** The crawls that a recrawl comes back to, open for reading. */
export interface EarlierCrawls extends KnownVisits {
  /** The last of them, with the pages of all. */
  readonly before: CrawlBefore;
  close(): void;
}

/**
 * Opens the crawls that a recrawl comes back to. `Last-Modified` of the first visits is left out: it
 * would cost a request of S3 a page, each time a planner begins.
 */
export async function openEarlierCrawls(
  ports: Pick<PlannerPorts, "blobs" | "models" | "openEnded">,
  recrawl: RecrawlState,
): Promise<EarlierCrawls> {
  const crawls: EndedStores[] = [];
  const close = () => {
    for (const each of crawls) each.close();
  };
  try {
    for (const ended of await readEnded(ports.blobs, recrawl)) {
      crawls.unshift(await ports.openEnded(ended.journal, ended.snapshot));
    }
  } catch (error) {
    close();
    throw error;
  }
  const [last] = crawls;
  if (last === undefined) throw new RangeError(`${recrawl.earlier} lists no crawl`);
  const known = knownVisits(crawls.map(({ records, frontier }) => ({ records, frontier })));
  const before = { log: last.log, models: ports.models, pages: joinPages(crawls) };
  return { ...known, before, close };
}

/** Returns stores that read the pages that are not visited yet from the crawls before. */
export function storesOfRecrawl(stores: PlannerStores, earlier: EarlierCrawls): PlannerStores {
  return {
    ...stores,
    pages: pagesWithEarlier(stores.pages, earlier.before),
    close() {
      stores.close();
      earlier.close();
    },
  };
}

/**
 * Returns a planned crawl as it comes back to others: from their pages, and from the seeds that none
 * has fetched.
 */
export async function plannedRecrawl(
  { plan, policy, listed = [] }: PlannedCrawl,
  pages: number | undefined,
  earlier: KnownVisits,
): Promise<PlannedCrawl> {
  const ofSitemaps = new Set(listed);
  const own = plan.seeds.filter((seed) => !ofSitemaps.has(seed));
  const others = plan.seeds.filter((seed) => ofSitemaps.has(seed));
  const seeds = await unvisitedSeeds(earlier, own, others);
  const recrawl = planOfRecrawl({ ...plan, seeds }, pages);
  return { plan: revisiting(recrawl, earlier, undefined), policy: recrawlPolicy(policy) };
}

/** Opens crawls that have ended. */
interface EndedPorts extends Pick<ExportPorts, "openRecords"> {
  readonly blobs: Pick<BlobStore, "get">;
}

/**
 * The pages of the crawls that a recrawl comes back to. They are restored when a page is first asked
 * for: a training needs one only where it was labelled and is not visited again yet.
 */
export class EndedPages {
  readonly #ports: EndedPorts;
  readonly #recrawl: RecrawlState | null;
  #opened: Promise<readonly OpenRecords[]> | undefined;

  /** Without a recrawl there are no pages. */
  constructor(ports: EndedPorts, recrawl: RecrawlState | null) {
    this.#ports = ports;
    this.#recrawl = recrawl;
  }

  /** Returns a page as it was last stored; `undefined` when no crawl has it. */
  async get(url: Url): Promise<FetchedPage | undefined> {
    this.#opened ??= this.#open();
    return joinPages(await this.#opened).get(url);
  }

  async close(): Promise<void> {
    for (const each of (await this.#opened) ?? []) each.close();
  }

  async #open(): Promise<readonly OpenRecords[]> {
    const opened: OpenRecords[] = [];
    const ended = await readEnded(this.#ports.blobs, this.#recrawl);
    for (const { journal } of ended.toReversed()) {
      opened.push(await this.#ports.openRecords(journal));
    }
    return opened;
  }
}

/** Joins the pages of several crawls for reading: a page is that of the first one which has it. */
function joinPages(
  crawls: readonly { readonly pages: Pick<PageStore, "get"> }[],
): Pick<PageStore, "get"> {
  return {
    async get(url) {
      for (const { pages } of crawls) {
        const page = await pages.get(url);
        if (page !== undefined) return page;
      }
      return undefined;
    },
  };
}
