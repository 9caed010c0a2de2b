/** Reads the sitemaps of a crawl that was begun by the API alone, before its first page is fetched. */
import type { Usage } from "../domain/cost/cost.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { type PlanBundle, storePlan } from "./bundle.ts";
import type { PlannedCrawl } from "./stack-ports.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";

/** Time for which one process alone reads, in ms: as long as the function may run. */
const READING_MS = 900_000;

/** Time that is kept for the last answers and for storing what was listed, in ms. */
const STORING_MS = 120_000;

/** Processes that may die over it; then the crawl begins without. */
const MOST_TRIES = 3;

/** Most characters of the URLs that are kept, in the order in which they were listed: every function reads them with the plan. */
const MOST_LENGTH = 16 << 20;

/** What the sitemaps of some sites list, and the files that gave nothing, with the reason. */
export interface ListedBySites {
  readonly urls: Iterable<Url>;
  readonly unread: ReadonlyMap<Url, string>;
}

/** Everything outside that is used to read sitemaps. */
export interface SitemapPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly clock: Pick<Clock, "now">;
  readonly readPlan: (key: string) => Promise<PlannedCrawl & { readonly bundle: PlanBundle }>;
  /** Reads the sitemaps of the sites of some seeds; asks for none from `until` on, in ms since the epoch. */
  readonly listPages: (
    bundle: PlanBundle,
    seeds: readonly Url[],
    until: number,
  ) => Promise<ListedBySites>;
  /** Returns the resources that this process used since the last call. */
  readonly usage: () => Usage;
}

/**
 * Reads the sitemaps that a crawl waits for, if it does, and gives it another plan, with the pages that they list as seeds. Until
 * then no page is fetched: so their sites have their delay between any two requests.
 */
export async function readSitemaps(
  ports: SitemapPorts,
  deadline: number,
): Promise<"read" | "nothing-to-read" | "in-other-hands" | "overtaken"> {
  const { keyValueStore, clock } = ports;
  const { value: order } = await readRegister(keyValueStore, "order");
  if (order === undefined || order.requested !== "run") return "nothing-to-read";
  const { awaited, bundle } = await ports.readPlan(order.plan);
  if (awaited === undefined) return "nothing-to-read";
  const { value, version } = await readRegister(keyValueStore, "sitemaps");
  const known = value?.crawl === order.crawl ? value : { until: 0, tries: 0 };
  if (known.until > clock.now()) return "in-other-hands";
  const tries = known.tries + 1;
  const mine = { crawl: order.crawl, until: clock.now() + READING_MS, tries };
  if (!(await writeRegister(keyValueStore, "sitemaps", mine, version))) return "in-other-hands";
  const listed =
    tries > MOST_TRIES
      ? { urls: [], unread: new Map(awaited.map((seed) => [seed, "reader-died"])) }
      : await ports.listPages(bundle, awaited, deadline - STORING_MS);
  return giveToCrawl(ports, order.crawl, listed);
}

/** Gives a crawl what its sitemaps list, also when its budget has changed meanwhile. */
async function giveToCrawl(
  ports: SitemapPorts,
  crawl: string,
  { urls, unread }: ListedBySites,
): Promise<"read" | "overtaken"> {
  const { seeds, beyond } = withinLength(urls);
  const sitemaps = { unread: Object.fromEntries(unread), beyond, usage: ports.usage() };
  for (;;) {
    const { value: order, version } = await readRegister(ports.keyValueStore, "order");
    if (order === undefined || order.crawl !== crawl) return "overtaken";
    const { bundle, awaited } = await ports.readPlan(order.plan);
    if (awaited === undefined) return "overtaken";
    const plan = await storePlan(ports.blobs, { ...bundle, sitemapSeeds: seeds, sitemaps });
    if (await writeRegister(ports.keyValueStore, "order", { ...order, plan }, version))
      return "read";
  }
}

function withinLength(urls: Iterable<Url>): {
  readonly seeds: readonly Url[];
  readonly beyond: number;
} {
  const seeds: Url[] = [];
  let [length, beyond] = [0, 0];
  for (const url of urls) {
    length += url.length + 3;
    if (length > MOST_LENGTH) beyond += 1;
    else seeds.push(url);
  }
  return { seeds, beyond };
}
