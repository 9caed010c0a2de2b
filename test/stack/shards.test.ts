import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { shardOfHost } from "../../lib/domain/shards/shard-of-host.ts";
import type { Strategy } from "../../lib/domain/strategy/strategy.ts";
import { parseRegister, parseReport } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aLoadedStrategy, aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { samplingStrategy } from "../support/sampling-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";
import { weighingStrategy } from "../support/weighing-strategy.ts";

const HOSTS = Array.from({ length: 8 }, (_, site) => `host${site}.example`);
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

/** Each shard takes turns of its own, so that more shards play fewer schedules in the same time. */
const SCHEDULES = Number(process.env["SCHEDULES"] ?? cases(10, 600));

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

function statesOf(stack: SimulatedStack) {
  return Promise.all(stack.listings.map((_, shard) => stack.state(shard)));
}

/** Returns the first host, and one of another shard. */
function apart(shards: number): readonly [string, string] {
  const [first = "", ...rest] = HOSTS;
  const own = shardOfHost(first, shards);
  return [first, rest.find((host) => shardOfHost(host, shards) !== own) ?? ""];
}

/** Returns the URLs of a site's pages. */
function pagesAt(host: string) {
  return Array.from({ length: PAGES }, (_, page) => aUrl(`http://${host}/${page}`));
}

describe("a stack of several shards", () => {
  for (const shards of [2, 5]) {
    const schedules = SCHEDULES / shards;
    it(`${shards} shards without faults fetch what one fetches, each page once`, async () => {
      const alone = await pagesOf(await crawled(planOf(), 1, CALM, 1));
      const stack = await crawled(planOf(), 1, CALM, shards);
      await assertSound(stack, "in peace");
      assert.deepEqual(await pagesOf(stack), alone);
      assert.equal(stack.requests.length, alone.length);
      assert.equal(new Set(HOSTS.map((host) => shardOfHost(host, shards))).size, shards);
    });

    it(`${shards} shards lose nothing and double nothing in ${schedules} orders of deaths and deliveries`, async () => {
      const alone = await pagesOf(await crawled(planOf(), 1, CALM, 1));
      let deaths = 0;
      for (let seed = 1; seed <= schedules; seed += 1) {
        const stack = await crawled(planOf(), seed, CRUEL, shards);
        await assertSound(stack, `seed ${seed}`);
        const pages = await pagesOf(stack);
        // Harvesters that die three times with one link are the subject of other tests.
        if (pages.some((page) => page.startsWith("lease-lost"))) continue;
        assert.deepEqual(pages, alone, `seed ${seed}`);
        deaths += stack.processes.deaths;
      }
      assert.ok(deaths > 3 * schedules, `${deaths} deaths`);
    });

    it(`${shards} shards keep one page budget together, whichever process dies`, async () => {
      const budget = { pages: 11, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      for (let seed = 1; seed <= schedules / 2; seed += 1) {
        const stack = await crawled(planOf({ budget }), seed, CRUEL, shards);
        await assertSound(stack, `seed ${seed}`);
        const pages = (await pagesOf(stack)).filter((page) => page.startsWith("page "));
        const ends = new Set((await statesOf(stack)).map(({ status }) => status?.end));
        assert.equal(ends.size, 1, `seed ${seed}: ${[...ends].join()}`);
        if (ends.has("budget-pages")) assert.equal(pages.length, 11, `seed ${seed}`);
      }
    });

    it(`${shards} shards fetch as many pages of each site as its budget allows, whichever process dies`, async () => {
      const bounds = { pages: Infinity, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      const seeds = HOSTS.map((host) => aUrl(`http://${host}/0`));
      const plan = planOf({ seeds, budget: { ...bounds, pagesPerSite: 2 } });
      for (let seed = 1; seed <= schedules / 2; seed += 1) {
        const stack = await crawled(plan, seed, CRUEL, shards);
        await assertSound(stack, `seed ${seed}`);
        const pages = await pagesOf(stack);
        if (pages.some((page) => page.startsWith("lease-lost"))) continue;
        const spent = (await statesOf(stack)).map(({ status }) => status?.spentSites ?? 0);
        const full = HOSTS.filter((host) => pagesAt(host).length >= 2).length;
        assert.equal(
          spent.reduce((sum, sites) => sum + sites, 0),
          full,
          `seed ${seed}`,
        );
        const due = HOSTS.flatMap((host) => pagesAt(host).slice(0, 2));
        assert.deepEqual(pages, due.map((url) => `page ${url}`).toSorted(), `seed ${seed}`);
      }
    });
  }

  it("Shards stop together when they have fetched enough pages of the control list among them", async () => {
    const shards = 5;
    const control = new Set(apart(shards).map((host) => aUrl(`http://${host}/1`)));
    const stop = { of: "control-list" as const, control, needed: 2, recall: 0.9, confidence: 0.95 };
    const stack = await crawled(planOf({ stop }), 1, CALM, shards);
    await assertSound(stack, "control");
    for (const { status } of await statesOf(stack)) assert.equal(status?.end, "recall-reached");
    assert.ok((await pagesOf(stack)).length < HOSTS.length * PAGES);
  });

  it("Shards pause together, go on, and lose no link that was on its way", async () => {
    const alone = await pagesOf(await crawled(planOf(), 1, CALM, 1));
    const stack = aShardedStack(planOf(), 1, CALM, 2);
    const order = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
    await stack.crawl(order, 90_000);
    await stack.crawl({ ...order, requested: "pause" });
    const fetched = stack.requests.length;
    assert.ok(fetched > 2 && fetched < alone.length, `${fetched} requests`);
    for (const { status } of await statesOf(stack)) {
      assert.deepEqual([status?.state, status?.end], ["paused", null]);
    }
    await stack.crawl(order);
    await assertSound(stack, "resumed");
    assert.deepEqual(await pagesOf(stack), alone);
    assert.equal(stack.requests.length, alone.length);
  });

  it("All shards pause with one that cannot go on, until the next order", async () => {
    let isBroken = true;
    const plain = aStrategy("breadth-first");
    const strategy: Strategy = {
      ...plain,
      compile: (model) => {
        const compiled = plain.compile(model);
        return {
          ...compiled,
          assessPage: (...args) => {
            if (isBroken) throw new Error("a strategy at fault");
            return compiled.assessPage(...args);
          },
        };
      },
    };
    const seeds = HOSTS.flatMap((host) => pagesAt(host));
    const stack = aShardedStack(planOf({ strategy, seeds }), 1, CALM, 2);
    await stack.crawl();
    for (const { status } of await statesOf(stack)) {
      assert.deepEqual([status?.state, status?.end], ["paused", "pages-failing"]);
    }
    isBroken = false;
    await stack.crawl();
    await assertSound(stack, "repaired");
  });

  it("Shards that learn decide by one model of all their pages, whichever process dies", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    for (let seed = 1; seed <= Math.ceil(SCHEDULES / 10); seed += 1) {
      const stack = await crawled(planOf({ strategy }), seed, CRUEL, 2);
      await assertSound(stack, `seed ${seed}`);
    }
    const stack = await crawled(planOf({ strategy: weighingStrategy() }), 1, CALM, 2);
    await assertSound(stack, "weights");
    const proposal = parseRegister(
      "trained",
      (await stack.keyValueStore.read("trained"))?.value ?? null,
    );
    const [own] = await statesOf(stack);
    const { fetched } = parseReport(own?.status?.report ?? null);
    assert.ok(
      proposal.pages > fetched,
      `${proposal.pages} pages of evidence, ${fetched} of one shard`,
    );
    for (const { status } of await statesOf(stack)) assert.equal(status?.model, proposal.model);
  });

  it("Shards follow the sample of the first one, and judge all stored pages again by its models", async () => {
    const paths = Array.from({ length: 40 }, (_, page) => `/${page}`);
    const shards = 2;
    const hosts = apart(shards);
    const urls = hosts.flatMap((host) => paths.map((path) => `http://${host}${path}`));
    const wide = Object.fromEntries(
      urls.map((url) => [url, linking(new URL(url).pathname, ...urls)]),
    );
    for (const faults of [CALM, { ...CRUEL, whose: ["planner", "trainer"] as const }]) {
      const walls = { leftOut: true, probed: false };
      const plan = planOf({ strategy: samplingStrategy, walls });
      const stack = new SimulatedStack(plan, scriptedWeb(wide), 1, faults, DELAY_MS, true, shards);
      await stack.crawl();
      await assertSound(stack, "sampled");
      for (let shard = 0; shard < shards; shard += 1) {
        const { records, close } = await stack.stored(shard);
        const told = (await collect(records.list())).map(({ page }) => page?.why);
        close();
        assert.equal(told.length, paths.length);
        assert.deepEqual([...new Set(told)], ["32 seen"], `shard ${shard}`);
      }
    }
  });

  it("A planner refuses a crawl that began with another number of shards", async () => {
    const stack = aShardedStack(planOf(), 1, CALM, 2);
    stack.mayFail = true;
    const order = { crawl: "c1", requested: "run", plan: "plans/1", shards: 3 } as const;
    await stack.crawl(order, 90_000);
    assert.equal(stack.requests.length, 0);
    for (const { lastError } of await statesOf(stack))
      assert.equal(lastError?.code, "shards-changed");
  });
});
