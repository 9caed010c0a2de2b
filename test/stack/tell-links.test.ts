import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toldFrontier } from "../../lib/stack/api/listed-pages.ts";
import { type AskedLinks, readRegister, writeRegister } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const MINUTE_MS = 60_000;
const ORDER = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
const SEED = "http://a.example/";
const LINKS = [
  ...Array.from({ length: 30 }, (_, page) => `http://a.example/${page}`),
  ...Array.from({ length: 25 }, (_, page) => `http://b.example/${page}`),
];
const OUTSIDE = "http://a.example/film.mp4";
const WEB = scriptedWeb({
  [SEED]: linking(...LINKS, OUTSIDE),
  ...Object.fromEntries(LINKS.map((url) => [url, linking()])),
});

async function aCrawlUnderWay(): Promise<SimulatedStack> {
  const stack = new SimulatedStack(aPlan({ seeds: [aUrl(SEED)] }), WEB, 1, CALM, 20_000);
  stack.planners = "alone";
  await stack.crawl(ORDER, 3 * MINUTE_MS);
  return stack;
}

/** Asks about URLs in the place of the API; returns what the planner tells within a minute. */
async function told(
  stack: SimulatedStack,
  asked: readonly string[],
  { crawl = "c1", requested = "run" }: { crawl?: string; requested?: "run" | "pause" } = {},
): Promise<AskedLinks["told"]> {
  const { version } = await readRegister(stack.keyValueStore, "links");
  await writeRegister(stack.keyValueStore, "links", { crawl, asked, told: [] }, version);
  await stack.crawl({ ...ORDER, requested }, 2 * MINUTE_MS);
  const { value } = await readRegister(stack.keyValueStore, "links");
  return value?.told ?? [];
}

describe("what a planner tells of the links that it is asked about", () => {
  it("It tells the place of a queued link, what is done, out of scope and unknown, and why", async () => {
    const stack = await aCrawlUnderWay();
    await stack.crawl({ ...ORDER, requested: "pause" });
    const { links } = await toldFrontier({ order: ORDER, status: null, planner: undefined }, stack);
    const queued = links[5];
    assert.ok(queued);
    const asked = [SEED, queued.url, OUTSIDE, "http://c.example/none", "http://c.example/x.mp4"];
    const answers = await told(stack, asked, { requested: "pause" });
    assert.deepEqual(
      answers.map(({ url, state, reason }) => [url, state, reason]),
      [
        [SEED, "fetched", "page"],
        [queued.url, "queued", null],
        [OUTSIDE, "out-of-scope", "extension"],
        ["http://c.example/none", "unknown", null],
        ["http://c.example/x.mp4", "unknown", "extension"],
      ],
    );
    const before = links.slice(0, 5);
    assert.deepEqual(answers[1]?.before, {
      all: 5,
      atHost: before.filter(({ host }) => host === queued.host).length,
    });
    const { parent, score, depth } = answers[1]?.link ?? {};
    assert.deepEqual([parent, score, depth], [SEED, queued.priority, 1]);
    assert.deepEqual(answers[0]?.before, null);
  });

  it("It tells of links in flight while the crawl is at work", async () => {
    const stack = await aCrawlUnderWay();
    const answers = await told(stack, LINKS.slice(0, 20));
    const states = new Set(answers.map(({ state }) => state));
    assert.equal(answers.length, 20);
    for (const state of states) assert.ok(["queued", "leased", "fetched"].includes(state), state);
    assert.ok(states.has("fetched"), [...states].join());
  });

  it("It tells nothing of another crawl, and keeps the latest answers only", async () => {
    const stack = await aCrawlUnderWay();
    assert.deepEqual(await told(stack, [SEED], { crawl: "c0" }), []);
    assert.equal((await told(stack, LINKS.slice(0, 30))).length, 20);
  });
});
