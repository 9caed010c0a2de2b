import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

const HOSTS = Array.from({ length: 8 }, (_, site) => `host${site}.example`);
const PAGES = 4;
const DELAY_MS = 1_000;
const SEED = `http://${HOSTS[0]}/0`;

/** Sites that link to each other in a ring: whoever loses one link never sees the rest. */
const script = Object.fromEntries(
  HOSTS.flatMap((host, site) =>
    Array.from({ length: PAGES }, (_, page) => {
      const next = HOSTS[(site + 1) % HOSTS.length];
      const links = page === PAGES - 1 ? [`http://${next}/0`, `http://${host}/absent`] : [];
      return [`http://${host}/${page}`, linking(`http://${host}/${page + 1}`, ...links)] as const;
    }),
  ),
);

const SCHEDULES = cases(3, 100);

function aStack(parts: Partial<CrawlPlan> = {}, seed = 1, faults: Faults = CALM) {
  const plan = aPlan({ seeds: [aUrl(SEED)], ...parts });
  return new SimulatedStack(plan, scriptedWeb(script), seed, faults, DELAY_MS);
}

async function pagesOf(stack: SimulatedStack): Promise<string[]> {
  const { records, close } = await stack.stored();
  const kept = (await collect(records.list())).map(({ reason, url }) => `${reason} ${url}`);
  close();
  return kept.toSorted();
}

/** Returns the URLs of a site's pages. */
function pagesAt(host: string) {
  return Array.from({ length: PAGES }, (_, page) => aUrl(`http://${host}/${page}`));
}

describe("the bounds of a crawl in a stack", () => {
  it("A stack fetches as many pages of each site as its budget allows, whichever process dies", async () => {
    const bounds = { pages: Infinity, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
    const seeds = HOSTS.map((host) => aUrl(`http://${host}/0`));
    const budget = { ...bounds, pagesPerSite: 2 };
    const due = HOSTS.flatMap((host) => pagesAt(host).slice(0, 2));
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const stack = aStack({ seeds, budget }, seed, CRUEL);
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      const pages = await pagesOf(stack);
      // Harvesters that die three times with one link are the subject of other tests.
      if (pages.some((page) => page.startsWith("lease-lost"))) continue;
      assert.equal((await stack.state()).status?.spentSites, HOSTS.length, `seed ${seed}`);
      assert.deepEqual(pages, due.map((url) => `page ${url}`).toSorted(), `seed ${seed}`);
    }
  });

  it("A stack stops when it has fetched enough pages of the control list", async () => {
    const control = new Set(HOSTS.slice(0, 2).map((host) => aUrl(`http://${host}/1`)));
    const stop = { of: "control-list" as const, control, needed: 2, recall: 0.9, confidence: 0.95 };
    const stack = aStack({ stop });
    await stack.crawl();
    await assertSound(stack, "control");
    assert.equal((await stack.state()).status?.end, "recall-reached");
    assert.ok((await pagesOf(stack)).length < HOSTS.length * PAGES);
  });
});

describe("a crawl in a stack that pauses", () => {
  it("A paused crawl goes on, and asks for nothing twice", async () => {
    const whole = aStack();
    await whole.crawl();
    const all = await pagesOf(whole);
    const stack = aStack();
    const order = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
    await stack.crawl(order, 90_000);
    await stack.crawl({ ...order, requested: "pause" });
    const fetched = stack.requests.length;
    assert.ok(fetched > 2 && fetched < all.length, `${fetched} requests`);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", null]);
    await stack.crawl(order);
    await assertSound(stack, "resumed");
    assert.deepEqual(await pagesOf(stack), all);
    assert.equal(stack.requests.length, all.length);
  });

  it("A crawl whose strategy reads no page pauses itself until the next order", async () => {
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
    const stack = aStack({ strategy, seeds: HOSTS.flatMap((host) => pagesAt(host)) });
    await stack.crawl();
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "pages-failing"]);
    isBroken = false;
    await stack.crawl();
    await assertSound(stack, "repaired");
  });
});
