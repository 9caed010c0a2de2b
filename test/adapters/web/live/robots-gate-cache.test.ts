import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRobotsGate } from "../../../../lib/adapters/web/live/robots-gate.ts";
import type { RobotsCache } from "../../../../lib/ports/robots-cache.ts";
import { aUrl } from "../../../support/a-url.ts";
import { memoryRobotsCache } from "../../../support/memory-robots-cache.ts";
import { fixedClock } from "./support/fixed-clock.ts";
import { aFailure, aTextPage } from "./support/outcomes.ts";
import { scriptedWeb } from "./support/scripted-web.ts";

const ROBOTS = "http://site.example/robots.txt";
const PAGE = aUrl("http://site.example/page");
const START = 1_000_000;
const DAY = 86_400_000;
const TEN_MINUTES = 600_000;
const ALL_FORBIDDEN = { kind: "refused", rule: "robots", detail: "Disallow: /" } as const;
const FORBIDDING = aTextPage("User-agent: *\nDisallow: /");

describe("gates that share a cache", () => {
  /** Gates of one clock and one web, each of which has only the cache to know from. */
  function gates(script: Parameters<typeof scriptedWeb>[0], sharedCache: RobotsCache) {
    const web = scriptedWeb(script);
    const clock = fixedClock(START);
    const settings = { web, clock, productToken: "Dowser", minDelayMs: 1_000, sharedCache };
    return {
      web,
      clock,
      another: () => createRobotsGate({ ...settings, maxCrawlDelayMs: 30_000 }),
    };
  }

  it("Gates with a shared cache ask a host once, and all keep the crawl delay after it", async () => {
    const script = { [ROBOTS]: aTextPage("User-agent: *\nDisallow: /no\nCrawl-delay: 5") };
    const { web, clock, another } = gates(script, memoryRobotsCache());
    const later = {
      kind: "later",
      retryAt: START + 5_000,
      reason: "robots-fetched",
      crawlDelayMs: 5_000,
    };
    assert.deepEqual(await another().admit(PAGE), later);
    clock.time += 4_999;
    assert.deepEqual(await another().admit(PAGE), later);
    clock.time += 1;
    assert.deepEqual(await another().admit(PAGE), { kind: "allowed", crawlDelayMs: 5_000 });
    assert.equal((await another().admit(aUrl("http://site.example/no"))).kind, "refused");
    assert.deepEqual(web.asked, [ROBOTS]);
  });

  it("Gates with a shared cache ask again a day after the host was asked, not after they heard", async () => {
    const { web, clock, another } = gates({ [ROBOTS]: FORBIDDING }, memoryRobotsCache());
    await another().admit(PAGE);
    clock.time = START + DAY - 1;
    const second = another();
    await second.admit(PAGE);
    assert.equal(web.asked.length, 1);
    clock.time = START + DAY;
    await second.admit(PAGE);
    assert.equal(web.asked.length, 2);
    await another().admit(PAGE);
    assert.equal(web.asked.length, 2);
  });

  it("Gates with a shared cache ask again when the clock was set back behind the answer", async () => {
    const { web, clock, another } = gates({ [ROBOTS]: FORBIDDING }, memoryRobotsCache());
    await another().admit(PAGE);
    clock.time = START - 60_000;
    assert.deepEqual(await another().admit(PAGE), ALL_FORBIDDEN);
    assert.equal(web.asked.length, 1);
    clock.time = START - 9 * DAY;
    await another().admit(PAGE);
    await another().admit(PAGE);
    assert.equal(web.asked.length, 2);
  });

  it("Gates with a shared cache look there before they request a file again", async () => {
    const { web, clock, another } = gates({ [ROBOTS]: FORBIDDING }, memoryRobotsCache());
    const [first, second] = [another(), another()];
    await first.admit(PAGE);
    await second.admit(PAGE);
    clock.time = START + DAY;
    await first.admit(PAGE);
    await second.admit(PAGE);
    assert.equal(web.asked.length, 2);
  });

  it("Gates with a shared cache add up the failures of a file until its host is refused", async () => {
    const { web, clock, another } = gates({ [ROBOTS]: aFailure("reset") }, memoryRobotsCache());
    const first = await another().admit(PAGE);
    assert.equal(first.kind === "later" && first.retryAt, START + TEN_MINUTES);
    assert.deepEqual(await another().admit(PAGE), first);
    clock.time += TEN_MINUTES;
    const second = await another().admit(PAGE);
    assert.equal(second.kind === "later" && second.retryAt - clock.time, 2 * TEN_MINUTES);
    clock.time += 2 * TEN_MINUTES;
    assert.equal((await another().admit(PAGE)).kind, "refused");
    assert.equal((await another().admit(PAGE)).kind, "refused");
    assert.equal(web.asked.length, 3);
  });

  it("Gates with a shared cache obey known rules that another gate can no longer reach (§2.4)", async () => {
    const script = { [ROBOTS]: [FORBIDDING, aFailure("reset"), aFailure("reset"), aTextPage("")] };
    const { web, clock, another } = gates(script, memoryRobotsCache());
    await another().admit(PAGE);
    clock.time += DAY;
    for (const asked of [2, 3]) {
      assert.deepEqual(await another().admit(PAGE), ALL_FORBIDDEN);
      assert.deepEqual(await another().admit(PAGE), ALL_FORBIDDEN);
      assert.equal(web.asked.length, asked);
      clock.time += TEN_MINUTES;
    }
    await another().admit(PAGE);
    clock.time += 1_000;
    assert.equal((await another().admit(PAGE)).kind, "allowed");
  });

  it("Gates with a shared cache report an error when the cache is broken", async () => {
    const broken = new Error("no table");
    const { web, another } = gates(
      { [ROBOTS]: FORBIDDING },
      { ...memoryRobotsCache(), get: () => Promise.reject(broken) },
    );
    await assert.rejects(another().admit(PAGE), broken);
    assert.equal(web.asked.length, 0);
    const deaf = { ...memoryRobotsCache(), put: () => Promise.reject(broken) };
    await assert.rejects(
      gates({ [ROBOTS]: FORBIDDING }, deaf)
        .another()
        .admit(PAGE),
      broken,
    );
  });
});
