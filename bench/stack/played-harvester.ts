import type { HarvestedLink } from "../../lib/crawl/link-result.ts";
import type { Lease, OfferedLink } from "../../lib/domain/frontier/link.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { type HarvestBatch, noticeText } from "../../lib/stack/batch-message.ts";
import { ResultWriter, resultKey } from "../../lib/stack/batch-result.ts";
import type { HarvesterPorts } from "../../lib/stack/harvester.ts";
import type { LinkOnPage, OpenWeb } from "./open-web.ts";
import type { Machine, VirtualTime } from "./virtual-time.ts";

/** CPU of a page with 62 links and 25 KB, as harvesters take it in `bench -- stack`, in ms. */
const PAGE_CPU_MS = 2;

/** Share of pages that have a term of the query. */
const SIMILAR = 0.3;

const PAGE_BYTES = 9_000;
const PAGES_PER_PREFIX = 1_000_000;
const HOSTS_PER_DOMAIN = 500;

/** A harvester that is played, the pages it asks for, and what counts them. */
interface PlayedGround {
  readonly ports: HarvesterPorts;
  readonly web: OpenWeb;
  readonly machine: Machine;
  readonly time: VirtualTime;
  readonly fetched: () => void;
}

/**
 * Plays what a harvester does with a batch: claims, waits, stores pages and the result, and tells
 * the planner. No page is made or read: what a judge would say of it is drawn from its URL. Its CPU
 * is taken as known.
 */
export async function playBatch(ground: PlayedGround, batch: HarvestBatch): Promise<void> {
  const { ports, web, machine, time } = ground;
  if ((await ports.claims.claim(batch.id)) !== "first") return;
  const result = new ResultWriter();
  for (const fetch of fetchesOf(web, batch.leases, time.now())) {
    await ports.clock.waitUntil(fetch.at + fetch.ms);
    ground.fetched();
    machine.work(PAGE_CPU_MS, time.now());
    time.unpaid(() => result.add(harvestedOf(web, batch, fetch)));
  }
  await ports.blobs.putNew(`pages/${batch.crawl}/${batch.id}.warc.gz`, new Uint8Array());
  const { id, crawl } = batch;
  const head = { id, crawl, usage: ports.usage() };
  await ports.blobs.putNew(
    resultKey(batch),
    time.unpaid(() => result.end(head)),
  );
  await ports.claims.finish(batch.id);
  await ports.results.send([noticeText(batch)]);
}

/** A fetch of a link: when it begins, ms since the epoch, and how long the server takes. */
interface Fetch {
  readonly lease: Lease;
  readonly at: number;
  readonly ms: number;
}

/** Returns the fetches of a batch in the order of their answers: a host is asked a delay after its last answer. */
function fetchesOf(web: OpenWeb, leases: readonly Lease[], now: number): Fetch[] {
  const readyAt = new Map<string, number>();
  const fetches = leases.map((lease) => {
    const { host, url } = lease.link;
    const at = Math.max(lease.startAt, now, readyAt.get(host) ?? 0);
    const ms = web.latencyMs(url);
    readyAt.set(host, at + ms + lease.pace.delayMs);
    return { lease, at, ms };
  });
  return fetches.toSorted((a, b) => a.at + a.ms - b.at - b.ms);
}

function harvestedOf(web: OpenWeb, batch: HarvestBatch, { lease, at, ms }: Fetch): HarvestedLink {
  const { link, pace } = lease;
  const utility = utilityOf(link.url);
  const why =
    utility === 0 ? "no query term on the page" : `similar ${utility.toFixed(3)}: bee, hive`;
  const found = web.linksOf(link.url);
  const offered = found.map((each) => offeredLink(each, lease, utility, why));
  const digest = Buffer.from(link.url).toString("hex").padEnd(64, "0").slice(0, 64);
  const segment = `pages/${batch.crawl}/${batch.id}.warc.gz`;
  return {
    ...{ lease, pace, fetchedAt: at, fetchMs: ms },
    result: {
      kind: "done",
      outcome: {
        state: "fetched",
        reason: "page",
        detail: undefined,
        status: 200,
        page: {
          ref: { segment, offset: 0, length: PAGE_BYTES, digest: `sha256:${digest}` },
          mediaType: "text/html",
          bodyBytes: 3 * PAGE_BYTES,
          title: web.titleOf(link.url),
          language: "en",
          utility,
          isTarget: utility > 0.5,
          type: undefined,
          model: link.model,
          why,
          fields: {},
          links: offered.length,
          unusableLinks: {},
          outlinks: undefined,
          structure: undefined,
          truncated: undefined,
        },
        location: undefined,
        links: offered,
      },
    },
  };
}

function utilityOf(url: string): number {
  return Math.max(0, 1 - hashToUnit(1, url) / SIMILAR);
}

function offeredLink(
  { url, host }: LinkOnPage,
  { link }: Lease,
  priority: number,
  why: string,
): OfferedLink {
  return {
    ...{ url, host, priority, group: "", depth: link.depth + 1, redirects: 0, parent: link.url },
    snippet: undefined,
    why: `page of the link: ${why}`,
    model: link.model,
    quotas: [
      { key: `prefix:${host}/`, limit: PAGES_PER_PREFIX, rule: "trap:prefix" },
      { key: `hosts:${host}`, limit: HOSTS_PER_DOMAIN, rule: "trap:hosts", counts: "hosts" },
    ],
    refusedBy: undefined,
  };
}
