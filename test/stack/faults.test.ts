import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { MOST_LOST_LEASES } from "../../lib/domain/frontier/link.ts";
import { parseRegister } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aFolder } from "../support/a-folder.ts";
import { aLoadedStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { samplingStrategy } from "../support/sampling-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases, movingSeeds } from "../support/slow.ts";

const HOSTS = ["a.example", "b.example", "c.example"];
const PAGES = 6;
const DELAY_MS = 1_000;

const SEED = `http://${HOSTS[0]}/0`;

/** The links of sites that link to each other, and to a page that is not there. */
const LINKS: ReadonlyMap<string, readonly string[]> = new Map(
  HOSTS.flatMap((host, site) =>
    Array.from({ length: PAGES }, (_, page) => {
      const next = HOSTS[(site + 1) % HOSTS.length];
      const own = [1, 2, 3].map((step) => `http://${host}/${(page * 2 + step) % PAGES}`);
      const others = [`http://${next}/${page}`, `http://${host}/absent`];
      return [`http://${host}/${page}`, [...own, ...others]] as const;
    }),
  ),
);
const script = Object.fromEntries([...LINKS].map(([url, links]) => [url, linking(...links)]));
const ALL = HOSTS.length * PAGES;

/** Each seed is another story. */
const SEEDS = movingSeeds(10, 2_000);

/** Schedules in which links are given up, whatever the others are. */
const GIVING_UP = [1, 95, 97, 113, 197, 203];

/** Returns every so many of the seeds, the first one in any case. */
const oneIn = (step: number) => SEEDS.filter((_, index) => index % step === 0);

function planOf(parts: Partial<CrawlPlan> = {}): CrawlPlan {
  return aPlan({ seeds: [aUrl(SEED)], ...parts });
}

async function crawled(plan: CrawlPlan, seed: number, faults: Faults): Promise<SimulatedStack> {
  const stack = new SimulatedStack(plan, scriptedWeb(script), seed, faults, DELAY_MS);
  await stack.crawl();
  return stack;
}

async function pagesOf(stack: SimulatedStack): Promise<string[]> {
  const { records, close } = await stack.stored();
  const kept = await collect(records.list());
  close();
  return kept.map(({ url, reason }) => `${reason} ${url}`).toSorted();
}

/** Returns the URLs that a crawl discovers when it never sees the links of some pages. */
function discoveredWithout(unseen: ReadonlySet<string>): ReadonlySet<string> {
  const discovered = new Set([SEED]);
  for (const url of discovered) {
    const links = unseen.has(url) ? [] : (LINKS.get(url) ?? []);
    for (const link of links) discovered.add(link);
  }
  return discovered;
}

/**
 * Asserts that a crawl has each page of a crawl in peace once. It may have given up only links with
 * which three harvesters died or came too late, the last one with nothing else. Returns how many.
 */
async function assertNothingLost(
  stack: SimulatedStack,
  peaceful: readonly string[],
  told: string,
): Promise<number> {
  const pages = await pagesOf(stack);
  const givenUp = new Set(pages.filter((page) => page.startsWith("lease-lost ")).map(urlOf));
  for (const url of givenUp) {
    const sizes = stack.claims.lostSizes(url);
    const isRight = sizes.length >= MOST_LOST_LEASES && sizes.at(-1) === 1;
    assert.ok(isRight, `${told}: ${url} was lost in batches of ${sizes.join(", ")} links`);
  }
  const discovered = discoveredWithout(givenUp);
  assert.deepEqual(
    pages.filter((page) => !givenUp.has(urlOf(page))),
    peaceful.filter((page) => discovered.has(urlOf(page)) && !givenUp.has(urlOf(page))),
    told,
  );
  return givenUp.size;
}

const urlOf = (page: string) => page.slice(page.indexOf(" ") + 1);

describe("a stack", () => {
  it("A stack without faults fetches the whole web once", async () => {
    const stack = await crawled(planOf(), 1, CALM);
    await assertSound(stack, "in peace");
    const pages = await pagesOf(stack);
    assert.equal(pages.filter((page) => page.startsWith("page ")).length, ALL);
    assert.equal(stack.requests.length, pages.length);
  });

  it("A stack continues when a batch died that held everything allowed in flight", async () => {
    const paths = Array.from({ length: 40 }, (_, page) => `/${page}`);
    const host = HOSTS[0] ?? "";
    const wide = Object.fromEntries(
      paths.map((path) => [`http://${host}${path}`, linking(...paths)]),
    );
    const faults: Faults = { ...CALM, whose: ["harvester"], death: 0.2, deaths: 1 };
    for (let seed = 1; seed <= cases(4, 10); seed += 1) {
      const stack = new SimulatedStack(planOf(), scriptedWeb(wide), seed, faults, DELAY_MS);
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      assert.equal(stack.processes.deaths, 1);
      assert.equal((await pagesOf(stack)).length, paths.length);
    }
  });

  it(`A stack loses nothing and doubles nothing in many orders of deaths and deliveries`, async () => {
    const peaceful = await pagesOf(await crawled(planOf(), 1, CALM));
    let [deaths, givenUp] = [0, 0];
    for (const seed of [...GIVING_UP, ...SEEDS]) {
      // Where all may die, planners do most.
      const faults: Faults = seed % 2 === 0 ? CRUEL : { ...CRUEL, whose: ["harvester"] };
      const stack = await crawled(planOf(), seed, faults);
      await assertSound(stack, `seed ${seed}`);
      givenUp += await assertNothingLost(stack, peaceful, `seed ${seed}`);
      deaths += stack.processes.deaths;
    }
    assert.ok(deaths > 3 * (GIVING_UP.length + SEEDS.length), `${deaths} deaths`);
    assert.ok(givenUp > 0, "no link was given up: the schedules are too mild to tell");
  });

  it("A stack restores from snapshots and leaves none behind, whichever process dies", async (test) => {
    const peaceful = await pagesOf(await crawled(planOf(), 1, CALM));
    let [begun, unreadable] = [0, 0];
    for (const seed of oneIn(12)) {
      const stack = new SimulatedStack(planOf(), scriptedWeb(script), seed, CRUEL, DELAY_MS);
      stack.folder = aFolder(test);
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      await assertNothingLost(stack, peaceful, `seed ${seed}`);
      const { current, stale, faults } = (await stack.state()).snapshots;
      const named = [...stale, ...(current === null ? [] : [current])].map(({ key }) => key);
      for (const key of stack.blobs.objects.keys()) {
        if (!key.includes("snapshot-")) continue;
        begun += 1;
        assert.ok(
          named.some((each) => key.startsWith(each)),
          `seed ${seed}: ${key} is left`,
        );
      }
      unreadable += faults.unreadable ?? 0;
    }
    assert.ok(begun > 0);
    assert.equal(unreadable, 0, "a planner named a snapshot whose parts were not there");
  });

  it("A stack names a snapshot only once it is stored, and goes on where it cannot be", async (test) => {
    const stack = new SimulatedStack(planOf(), scriptedWeb(script), 1, CALM, DELAY_MS);
    stack.folder = aFolder(test);
    const { blobs, keyValueStore } = stack;
    const { putNew } = blobs;
    const { write } = keyValueStore;
    let puts = 0;
    blobs.putNew = async (key, bytes) => {
      if (key.includes("snapshot-") && (puts += 1) === 2) throw new Error("S3 does not answer");
      return putNew(key, bytes);
    };
    let named = 0;
    keyValueStore.write = async (name, value, version) => {
      if (name === "planner") {
        const { current } = parseRegister(name, value).snapshots;
        if (current !== null) assert.ok(blobs.objects.has(`${current.key}/0000.zst`));
        named += current === null ? 0 : 1;
      }
      return write(name, value, version);
    };
    await stack.crawl();
    assert.ok(named > 0, "no snapshot was named");
    assert.deepEqual((await stack.state()).snapshots.faults, { "not-written": 1 });
    assert.deepEqual(
      stack.reported.map(({ code }) => code),
      ["snapshot-not-written"],
    );
    await assertSound(stack, "a put failed");
  });

  it("A stack reads its whole journal where a snapshot is damaged, and counts it", async (test) => {
    const peaceful = await pagesOf(await crawled(planOf(), 1, CALM));
    const stack = new SimulatedStack(planOf(), scriptedWeb(script), 1, CALM, DELAY_MS);
    stack.folder = aFolder(test);
    await stack.crawl(undefined, 4_000);
    const { current } = (await stack.state()).snapshots;
    assert.ok(current !== null, "no snapshot was taken");
    stack.blobs.objects.set(`${current.key}/0000.zst`, Buffer.from("not what was written"));
    await stack.run();
    const { snapshots } = await stack.state();
    assert.deepEqual(snapshots.faults, { damaged: 1 });
    assert.notEqual(snapshots.current?.key, current.key);
    assert.equal(stack.blobs.objects.has(`${current.key}/0000.zst`), false);
    assert.deepEqual(
      stack.reported.map(({ code }) => code),
      ["snapshot-unusable"],
    );
    await assertSound(stack, "damaged");
    assert.deepEqual(await pagesOf(stack), peaceful);
  });

  it("A stack requests no page twice when only planners die", async () => {
    const faults: Faults = { ...CRUEL, whose: ["planner"], deaths: 20, stall: 0, lateness: 0 };
    for (const seed of oneIn(10)) {
      const stack = await crawled(planOf(), seed, faults);
      await assertSound(stack, `seed ${seed}`);
      assert.equal(new Set(stack.requests.map(({ url }) => url)).size, stack.requests.length);
    }
  });

  it("A stack keeps its page budget, whichever process dies", async () => {
    for (const seed of oneIn(4)) {
      const budget = { pages: 7, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      await assertSound(await crawled(planOf({ budget }), seed, CRUEL), `seed ${seed}`);
    }
  });

  it("A stack trains beside the crawl and uses what it learned, whichever process dies", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    for (const seed of oneIn(50)) {
      const stack = await crawled(planOf({ strategy }), seed, CRUEL);
      await assertSound(stack, `seed ${seed}`);
    }
  });

  it("A stack samples the pages seen and judges all stored pages again, whichever process dies", async () => {
    const paths = Array.from({ length: 40 }, (_, page) => `/${page}`);
    const host = HOSTS[0] ?? "";
    // Different contents: each one counts once in a sample.
    const wide = Object.fromEntries(
      paths.map((path) => [`http://${host}${path}`, linking(path, ...paths)]),
    );
    const plan = planOf({ strategy: samplingStrategy });
    for (const seed of oneIn(20)) {
      const faults =
        seed === SEEDS[0] ? CALM : { ...CRUEL, whose: ["planner", "trainer"] as const };
      const stack = new SimulatedStack(plan, scriptedWeb(wide), seed, faults, DELAY_MS, true);
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      const { records, close } = await stack.stored();
      const told = (await collect(records.list())).map(({ page }) => page?.why);
      close();
      assert.deepEqual([...new Set(told)], ["32 seen"], `seed ${seed}`);
      assert.equal((await stack.state()).status?.seen, 32, `seed ${seed}`);
    }
  });
});
