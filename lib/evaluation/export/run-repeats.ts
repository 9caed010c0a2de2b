/** What the hosts of a run repeat on their pages, learnt from some pages of each. */
import {
  blocksOf,
  LEAST_TO_REPEAT,
  NO_BLOCKS,
  type RepeatedBlocks,
  type Repeating,
  repeatedBlocks,
  repeatedTitleParts,
} from "../../domain/page/host-repeats.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { hashToUnit } from "../../domain/stats/random/random.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { RecordStore } from "../../ports/record-store.ts";

/**
 * Pages of a host that are read for its blocks: a quarter of them, as far as these limits go. Twenty-four show what
 * half of the pages have.
 */
const LEAST_READ = 8;
const MOST_READ = 24;
const READ_SHARE = 0.25;

/** Most hosts that are learnt from, a few kB each; more of them have pages with all that is on them. */
const MOST_HOSTS = 20_000;

/** A page that may be read. */
interface KnownPage {
  readonly url: Url;
  readonly host: Host;
  readonly title: string;
  readonly language: string | undefined;
}

interface Candidate extends KnownPage {
  /** Decides which pages are read: a hash of the URL, so that the order of the crawl does not matter. */
  readonly rank: number;
}

/** What a host repeats. */
export interface Repeats {
  readonly titleParts: ReadonlySet<string>;
  /** Reads some pages of the host when it is first called. */
  readonly blocks: () => Promise<RepeatedBlocks>;
}

/** What each host of a run repeats. */
export type RepeatsOf = (host: Host) => Repeats;

/** Lists the pages of a run, without files. */
export async function* knownPages({ list }: Pick<RecordStore, "list">): AsyncGenerator<KnownPage> {
  for await (const { url, host, page } of list()) {
    if (page === undefined || page.file !== undefined) continue;
    const { title, language } = page;
    yield { url, host, title, language };
  }
}

/**
 * Learns what the hosts of a run repeat: parts of titles from all its pages as they are known, blocks from stored ones
 * as they are asked for, of which no more than `mostRead` are read. The same pages give the same, in whatever order
 * they were fetched.
 */
export async function learnRepeats(
  pages: AsyncIterable<KnownPage> | Iterable<KnownPage>,
  viewOf: (url: Url) => Promise<PageView | undefined>,
  mostRead = Number.POSITIVE_INFINITY,
): Promise<RepeatsOf> {
  const samples = new Map<Host, HostSample>();
  for await (const page of pages) addTo(samples, page);
  const known = new Map<Host, Repeats>();
  let left = mostRead;
  const limited = async (url: Url) => {
    left -= 1;
    return left < 0 ? undefined : viewOf(url);
  };
  return (host) => {
    const repeats = known.get(host) ?? repeatsOf(samples.get(host), limited);
    if (samples.delete(host)) known.set(host, repeats);
    return repeats;
  };
}

function addTo(samples: Map<Host, HostSample>, page: KnownPage): void {
  const { url, host } = page;
  let sample = samples.get(host);
  if (sample === undefined) {
    if (samples.size >= MOST_HOSTS) dropSmall(samples);
    if (samples.size >= MOST_HOSTS) return;
    samples.set(host, (sample = new HostSample()));
  }
  sample.add({ ...page, rank: hashToUnit(0, url) });
}

function dropSmall(samples: Map<Host, HostSample>): void {
  for (const [host, { pages }] of samples) if (pages < LEAST_TO_REPEAT) samples.delete(host);
}

/** Some pages of a host, no two with one title: copies of a page repeat its content, too. */
class HostSample {
  pages = 0;
  readonly #chosen: Candidate[] = [];

  add(page: Candidate): void {
    this.pages += 1;
    const { rank, title } = page;
    const chosen = this.#chosen;
    if (chosen.length === MOST_READ && rank >= (chosen.at(-1)?.rank ?? 1)) return;
    const same = chosen.findIndex((each) => each.title === title);
    if ((chosen[same]?.rank ?? 1) <= rank) return;
    if (same >= 0) chosen.splice(same, 1);
    const at = chosen.findIndex((each) => each.rank > rank);
    chosen.splice(at < 0 ? chosen.length : at, 0, page);
    chosen.length = Math.min(chosen.length, MOST_READ);
  }

  /** Returns all chosen pages, and how many of them are to be read. */
  chosen(): { readonly pages: readonly Candidate[]; readonly toRead: number } {
    const toRead = Math.max(LEAST_READ, Math.min(MOST_READ, Math.ceil(READ_SHARE * this.pages)));
    return { pages: this.#chosen, toRead };
  }
}

const NOTHING: Repeats = { titleParts: new Set(), blocks: async () => NO_BLOCKS };

function repeatsOf(
  sample: HostSample | undefined,
  viewOf: (url: Url) => Promise<PageView | undefined>,
): Repeats {
  if (sample === undefined) return NOTHING;
  const { pages, toRead } = sample.chosen();
  if (pages.length < LEAST_TO_REPEAT) return NOTHING;
  const urls = pages.slice(0, toRead).map(({ url }) => url);
  let blocks: Promise<RepeatedBlocks> | undefined;
  const read = async () => {
    const found: Repeating<number>[] = [];
    for (const url of urls) {
      const view = await viewOf(url);
      if (view !== undefined) found.push(blocksOf(view));
    }
    return repeatedBlocks(found);
  };
  return { titleParts: repeatedTitleParts(pages), blocks: () => (blocks ??= read()) };
}
