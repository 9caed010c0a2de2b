import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { shardOfHost } from "../../lib/domain/shards/shard-of-host.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import type { Faults } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

const HOSTS = Array.from({ length: 8 }, (_, site) => `site${site}.example`);
const PAGES = 4;
const DELAY_MS = 1_000;
const SEED = `http://${HOSTS[0]}/0`;

/** Sites that link to each other in a ring: whoever loses one link never sees the rest. */
const LINKS: ReadonlyMap<string, readonly string[]> = new Map(
  HOSTS.flatMap((host, site) =>
    Array.from({ length: PAGES }, (_, page) => {
      const next = HOSTS[(site + 1) % HOSTS.length];
      const links = page === PAGES - 1 ? [`http://${next}/0`, `http://${host}/absent`] : [];
      return [`http://${host}/${page}`, [`http://${host}/${page + 1}`, ...links]] as const;
    }),
  ),
);
const script = Object.fromEntries([...LINKS].map(([url, links]) => [url, linking(...links)]));

const CALM: Faults = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
const CRUEL: Faults = {
  whose: ["planner", "harvester", "trainer"],
  ...{ death: 0.03, deaths: 8, redelivery: 0.2, stall: 0.005, lateness: 0.1 },
};

const SCHEDULES = Number(process.env["SCHEDULES"] ?? cases(30, 1_000));

function planOf(parts: Partial<CrawlPlan> = {}): CrawlPlan {
  return aPlan({ seeds: [aUrl(SEED)], ...parts });
}

function aShardedStack(plan: CrawlPlan, seed: number, faults: Faults, shards: number) {
  return new SimulatedStack(plan, scriptedWeb(script), seed, faults, DELAY_MS, false, shards);
}

async function crawled(plan: CrawlPlan, seed: number, faults: Faults, shards: number) {
  const stack = aShardedStack(plan, seed, faults, shards);
  await stack.crawl();
  return stack;
}

async function pagesOf(stack: SimulatedStack): Promise<string[]> {
  const kept: string[] = [];
  for (let shard = 0; shard < stack.shards; shard += 1) {
    const { records, close } = await stack.stored(shard);
    for (const { url, reason } of await collect(records.list())) kept.push(`${reason} ${url}`);
    close();
  }
  return kept.toSorted();
}

describe("a stack of several shards", () => {
  for (const shards of [2, 5]) {
    it(`${shards} shards without faults fetch what one fetches, each page once`, async () => {
      const alone = await pagesOf(await crawled(planOf(), 1, CALM, 1));
      const stack = await crawled(planOf(), 1, CALM, shards);
      await assertSound(stack, "in peace");
      assert.deepEqual(await pagesOf(stack), alone);
      assert.equal(stack.requests.length, alone.length);
      assert.equal(new Set(HOSTS.map((host) => shardOfHost(host, shards))).size, shards);
    });

    it(`${shards} shards lose nothing and double nothing in ${SCHEDULES} orders of deaths and deliveries`, async () => {
      const alone = await pagesOf(await crawled(planOf(), 1, CALM, 1));
      let deaths = 0;
      for (let seed = 1; seed <= SCHEDULES; seed += 1) {
        const stack = await crawled(planOf(), seed, CRUEL, shards);
        await assertSound(stack, `seed ${seed}`);
        const pages = await pagesOf(stack);
        // Harvesters that die three times with one link are the subject of other tests.
        if (pages.some((page) => page.startsWith("lease-lost"))) continue;
        assert.deepEqual(pages, alone, `seed ${seed}`);
        deaths += stack.processes.deaths;
      }
      assert.ok(deaths > 3 * SCHEDULES, `${deaths} deaths`);
    });

    it(`${shards} shards keep one page budget together, whichever process dies`, async () => {
      const budget = { pages: 11, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      for (let seed = 1; seed <= SCHEDULES / 2; seed += 1) {
        const stack = await crawled(planOf({ budget }), seed, CRUEL, shards);
        await assertSound(stack, `seed ${seed}`);
        const pages = (await pagesOf(stack)).filter((page) => page.startsWith("page "));
        const states = await Promise.all(stack.listings.map((_, shard) => stack.state(shard)));
        const ends = new Set(states.map(({ status }) => status?.end));
        assert.equal(ends.size, 1, `seed ${seed}: ${[...ends].join()}`);
        if (ends.has("budget-pages")) assert.equal(pages.length, 11, `seed ${seed}`);
      }
    });
  }
});
