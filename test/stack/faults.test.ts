import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aLoadedStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { type Faults } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const HOSTS = ["a.example", "b.example", "c.example"];
const PAGES = 6;
const DELAY_MS = 1_000;

/** Sites that link to each other, and to a page that is not there. */
const script = Object.fromEntries(
  HOSTS.flatMap((host, site) =>
    Array.from({ length: PAGES }, (_, page) => {
      const next = HOSTS[(site + 1) % HOSTS.length];
      const own = [1, 2, 3].map((step) => `/${(page * 2 + step) % PAGES}`);
      return [`http://${host}/${page}`, linking(...own, `http://${next}/${page}`, "/absent")];
    }),
  ),
);
const ALL = HOSTS.length * PAGES;

const CALM: Faults = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
const CRUEL: Faults = {
  whose: ["planner", "harvester", "trainer"],
  ...{ death: 0.03, deaths: 8, redelivery: 0.2, stall: 0.005, lateness: 0.1 },
};

/** Seeds, each of which is another story. `npm run test:slow` plays more; `SCHEDULES=20000` names a number. */
const SCHEDULES = Number(process.env["SCHEDULES"] ?? (process.env["SLOW"] ? 2_000 : 120));

function planOf(parts: Partial<CrawlPlan> = {}): CrawlPlan {
  return aPlan({ seeds: [aUrl(`http://${HOSTS[0]}/0`)], ...parts });
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

const isSameUrl = (one: string, other: string) => one.split(" ")[1] === other.split(" ")[1];

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
    for (let seed = 1; seed <= 10; seed += 1) {
      const stack = new SimulatedStack(planOf(), scriptedWeb(wide), seed, faults, DELAY_MS);
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      assert.equal(stack.processes.deaths, 1);
      assert.equal((await pagesOf(stack)).length, paths.length);
    }
  });

  it(`A stack loses nothing and doubles nothing in ${SCHEDULES} orders of deaths and deliveries`, async () => {
    const peaceful = await pagesOf(await crawled(planOf(), 1, CALM));
    let [deaths, lost] = [0, 0];
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      // Planners do most: where all may die, few harvesters do. Two deaths give no link up.
      const harvesters: Faults = { ...CRUEL, whose: ["harvester"], deaths: 2 };
      const stack = await crawled(planOf(), seed, seed % 2 === 0 ? CRUEL : harvesters);
      await assertSound(stack, `seed ${seed}`);
      const pages = await pagesOf(stack);
      // A link whose harvesters died or stalled three times, by chance, was given up.
      const unlucky = pages.filter((page) => page.startsWith("lease-lost "));
      const others = peaceful.filter((page) => !unlucky.some((each) => isSameUrl(each, page)));
      assert.deepEqual(
        pages.filter((page) => !unlucky.includes(page)),
        others,
        `seed ${seed}`,
      );
      deaths += stack.processes.deaths;
      lost += unlucky.length;
    }
    assert.ok(deaths > 3 * SCHEDULES, `${deaths} deaths`);
    assert.ok(lost < SCHEDULES / 20, `${lost} links given up`);
  });

  it("A stack requests no page twice when only planners die", async () => {
    const faults: Faults = { ...CRUEL, whose: ["planner"], deaths: 20, stall: 0, lateness: 0 };
    for (let seed = 1; seed <= SCHEDULES / 10; seed += 1) {
      const stack = await crawled(planOf(), seed, faults);
      await assertSound(stack, `seed ${seed}`);
      assert.equal(new Set(stack.requests.map(({ url }) => url)).size, stack.requests.length);
    }
  });

  it("A stack keeps its page budget, whichever process dies", async () => {
    for (let seed = 1; seed <= SCHEDULES / 4; seed += 1) {
      const budget = { pages: 7, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      await assertSound(await crawled(planOf({ budget }), seed, CRUEL), `seed ${seed}`);
    }
  });

  it("A stack trains beside the crawl and uses what it learned, whichever process dies", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    for (let seed = 1; seed <= SCHEDULES / 50; seed += 1) {
      const stack = await crawled(planOf({ strategy }), seed, CRUEL);
      await assertSound(stack, `seed ${seed}`);
    }
  });
});
