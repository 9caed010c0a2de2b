import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { packSegment } from "../../lib/adapters/sqlite/journal.ts";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { DEFAULT_STACK_LIMITS, IN_FLIGHT_SHARE } from "../../lib/project/stack-limits.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

const SITE = "http://site.example";
const MINUTE_MS = 60_000;
const ORDER = { crawl: "c1", requested: "run", plan: "plans/1" } as const;

/** A stack over a chain of pages: each is found on the one before it, so each takes a round. */
function aStack(pages: number, delayMs = 1_000): SimulatedStack {
  const script = Object.fromEntries(
    Array.from({ length: pages }, (_, n) => [
      `${SITE}/${n}`,
      n < pages - 1 ? linking(`/${n + 1}`) : "",
    ]),
  );
  const plan = aPlan({ seeds: [aUrl(`${SITE}/0`)] });
  return new SimulatedStack(plan, scriptedWeb(script), 1, CALM, delayMs);
}

describe("the news of a crawl", () => {
  it("The planner waits for results since the last one, however often it sends links again", async () => {
    const stack = aStack(10);
    stack.harvesters = 0;
    const began = stack.now;
    await stack.crawl(ORDER, 180 * MINUTE_MS);
    const { awaitingSince, lastTickAt } = await stack.state();
    assert.ok(awaitingSince !== null && lastTickAt !== null);
    assert.ok(awaitingSince - began < 2 * MINUTE_MS);
    assert.ok((lastTickAt - awaitingSince) / 1_000 >= 10_000);
  });

  it("The planner of a crawl at its end awaits nothing", async () => {
    const stack = aStack(3);
    await stack.crawl();
    assert.equal((await stack.state()).awaitingSince, null);
  });
});

describe("the pace of a crawl", () => {
  it("A planner that finds all its links fetched, as after a minute without one, has results of its draw before it leaves again", async () => {
    const { inFlight } = DEFAULT_STACK_LIMITS;
    // Eight links of a host, 2 s apart, last 14 s, and the planner would leave; four last 6 s.
    const hosts = Array.from({ length: 1_100 }, (_, n) => `http://h${n}.example`);
    const urls = hosts.flatMap((host) => Array.from({ length: 8 }, (_, n) => `${host}/${n}`));
    const web = scriptedWeb(Object.fromEntries(urls.map((url) => [url, ""])));
    const stack = new SimulatedStack(aPlan({ seeds: urls.map(aUrl) }), web, 1, CALM, 2_000);
    stack.pagesBefore = inFlight / IN_FLIGHT_SHARE;
    stack.planners = "alternating";
    stack.harvesters = 5;
    await stack.crawl(ORDER, 50_000);
    const { length } = stack.requests;
    assert.ok(length > 1.2 * inFlight, `${length} pages in the planner's first run`);
  });
});

describe("two processes that plan in turn", () => {
  it("Of two processes that plan in turn for half an hour one restores the crawl, and only once", async () => {
    const stack = aStack(1_000, 20_000);
    stack.planners = "alternating";
    await stack.crawl(ORDER, 30 * MINUTE_MS);
    const { status, lastError } = await stack.state();
    assert.equal(status?.state, "running");
    assert.equal(lastError, null);
    assert.equal(stack.restores, 1);
  });

  it("Of two processes that plan in turn the one without the crawl takes up a new order at once", async () => {
    const stack = aStack(1_000, 20_000);
    stack.planners = "alternating";
    await stack.crawl(ORDER, 10 * MINUTE_MS);
    const { owner } = await stack.state();
    const ordered = stack.now;
    await stack.crawl({ ...ORDER, requested: "pause" }, 1);
    assert.notEqual((await stack.state()).owner, owner);
    await stack.run();
    const { status, lastTickAt } = await stack.state();
    assert.equal(status?.state, "paused");
    // The page in flight comes back first.
    assert.ok(Number(lastTickAt) - ordered <= 2 * MINUTE_MS);
  });

  it("Of two processes that plan in turn the other one goes on when the first never comes again", async () => {
    const stack = aStack(6, 20_000);
    stack.planners = "alternating";
    await stack.crawl(ORDER, 2 * MINUTE_MS + 1);
    const { owner, keptUntil } = await stack.state();
    assert.ok(keptUntil !== null && keptUntil > stack.now);
    await stack.run(keptUntil - stack.now - 1);
    assert.equal((await stack.state()).owner, owner);
    await stack.run();
    await assertSound(stack, "another process");
    assert.notEqual((await stack.state()).owner, owner);
  });
});

describe("a crawl that cannot be restored", () => {
  /** A stack whose journal a newer version has begun to write, under a crawl at work. */
  async function aFrozenStack() {
    const stack = aStack(1_000, 20_000);
    await stack.crawl(ORDER, 5 * MINUTE_MS);
    const key = [...stack.blobs.objects.keys()].find((each) => each.startsWith("journal/")) ?? "";
    const written = stack.blobs.objects.get(key) ?? new Uint8Array();
    stack.blobs.objects.set(key, await packSegment({ version: 999, changeset: Buffer.of(1) }));
    stack.mayFail = true;
    return { stack, repair: () => stack.blobs.objects.set(key, written) };
  }

  it("A planner that cannot restore its crawl lets the stack go and says why in its state", async () => {
    const { stack } = await aFrozenStack();
    await stack.crawl(ORDER, 10 * MINUTE_MS);
    const { until, keptUntil, lastError, lastTickAt, status } = await stack.state();
    assert.deepEqual([until, keptUntil], [0, null]);
    assert.equal(lastError?.code, "run-from-other-version");
    assert.match(lastError.message, /has format 999/);
    assert.equal(lastError.at, lastTickAt);
    assert.equal(status?.state, "running");
    assert.ok(stack.failures.length >= 9, `${stack.failures.length} failures`);
  });

  it("A crawl that could not be restored goes on at once when it can be", async () => {
    const { stack, repair } = await aFrozenStack();
    await stack.crawl(ORDER, 3 * MINUTE_MS);
    const { status: before, lastError } = await stack.state();
    repair();
    await stack.crawl(ORDER, 5 * MINUTE_MS);
    const { status, lastError: since, lastTickAt } = await stack.state();
    assert.ok(Number(status?.seconds) > Number(before?.seconds) + 120);
    assert.deepEqual(since, lastError);
    assert.ok(Number(lastTickAt) > Number(since?.at));
  });

  it("A crawl that cannot be restored pauses and ends when it is told to, with the error as its end", async () => {
    for (const [requested, state] of [
      ["pause", "paused"],
      ["stop", "finished"],
    ] as const) {
      const { stack } = await aFrozenStack();
      await stack.crawl({ ...ORDER, requested });
      const { status } = await stack.state();
      assert.deepEqual([status?.state, status?.end], [state, "run-from-other-version"]);
    }
  });
});

describe("links that robots refuse", () => {
  it("Links that robots refuse are done with sooner than their hosts could have been asked for them", async () => {
    const hosts = Array.from({ length: 20 }, (_, n) => `http://h${n}.example`);
    const paths = Array.from({ length: 120 }, (_, n) => `/private/${n}`);
    const script = Object.fromEntries(hosts.map((host) => [`${host}/`, linking(...paths)]));
    const plan = aPlan({ seeds: hosts.map((host) => aUrl(`${host}/`)) });
    const seeds = [1, 2, 3, 4, 5, 6].slice(0, cases(3, 6));
    let minutes = 0;
    for (const seed of seeds) {
      const stack = new SimulatedStack(plan, scriptedWeb(script), seed, CALM, 1_000);
      const refused = { kind: "refused", rule: "robots", detail: "Disallow: /private" } as const;
      const isRefused = (url: string) => url.includes("/private");
      stack.gate = {
        ...openGate,
        admit: async (url) => (isRefused(url) ? refused : openGate.admit(url)),
        refusal: (url) => (isRefused(url) ? refused : undefined),
      };
      const began = stack.now;
      await stack.crawl();
      const { status, lastTickAt } = await stack.state();
      assert.equal(status && parseReport(status.report).states.refused, 2_400);
      assert.equal(stack.requests.length, 20);
      minutes += (Number(lastTickAt) - began) / MINUTE_MS / seeds.length;
    }
    // When a planner comes is chance, so this is the mean: five minutes when each of them waited for its turn at its host.
    assert.ok(minutes < 4, `${minutes} minutes`);
  });
});
