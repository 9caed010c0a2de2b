import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { TrainedModel } from "../../lib/crawl/crawl-plan.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import type { Lease } from "../../lib/domain/frontier/link.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import { freshPace } from "../../lib/domain/web/politeness/crawl-delay.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { HostGate } from "../../lib/ports/host-gate.ts";
import { parseNotice } from "../../lib/stack/batch-message.ts";
import { type BatchResult, parseResult, resultKey } from "../../lib/stack/batch-result.ts";
import { type HarvesterPorts, harvestBatch } from "../../lib/stack/harvester.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aLease } from "../support/a-lease.ts";
import { aUrl } from "../support/a-url.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { memoryBatchClaims } from "../support/memory-batch-claims.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";
import { memoryQueue } from "../support/memory-queue.ts";
import { linking, type Script, scriptedWeb } from "../support/scripted-web.ts";

const START = 1_000_000;
const SLOW_DOWN: FetchOutcome = {
  kind: "failed",
  reason: "slow-down",
  detail: "429",
  status: 429,
  retryAfterMs: 120_000,
};

/** A harvester over a scripted web, whose answers take no time unless told otherwise. */
function aHarvester(
  script: Readonly<Record<string, Script>>,
  gate: HostGate = openGate,
  answerMs = 0,
) {
  const clock = fixedClock(START);
  const scripted = scriptedWeb(script);
  const asked: string[] = [];
  const blobs = memoryBlobStore();
  const results = memoryQueue(clock);
  let stored = 0;
  let [inHand, mostInHand] = [0, 0];
  const ports: HarvesterPorts = {
    blobs,
    claims: memoryBatchClaims(),
    results,
    clock,
    gate,
    web: {
      identify: (url) => url,
      addressOf: (host) => (host === "a.example" ? "192.0.2.1" : undefined),
      async fetch(url, limits) {
        asked.push(`${url} at ${clock.now() - START}`);
        clock.advance(answerMs);
        return scripted.fetch(url, limits);
      },
    },
    openPages: () => ({
      put: async ({ url }) => {
        inHand += 1;
        mostInHand = Math.max(mostInHand, inHand);
        await turnOfTheLoop();
        inHand -= 1;
        return { segment: url, offset: 0, length: 1, digest: "" };
      },
      putHead: async () => undefined,
      close: async () => {
        stored += 1;
      },
    }),
    usage: () => ({ ...NO_USAGE, s3Writes: 2 }),
  };
  const plan = aPlan();
  const json = plan.strategy.train({ visits: [], misses: [] }, plan.need, undefined);
  const model: TrainedModel = {
    hash: "h",
    model: json,
    compiled: plan.strategy.compile(json),
    pages: 0,
  };
  async function harvest(leases: readonly Lease[], deadline = START + 240_000) {
    const batch = { id: "1-1-0", crawl: "c", plan: "p", model: { hash: "h", pages: 0 }, leases };
    const delivery = await harvestBatch(ports, plan, model, batch, deadline);
    const bytes = blobs.objects.get(resultKey(batch));
    const result: BatchResult | undefined = bytes && parseResult(bytes, "result");
    const harvested = [...(result?.harvested ?? [])];
    const came = harvested.map(({ lease, result: each }) => {
      const what = each.kind === "done" ? each.outcome.reason : `again: ${each.reason}`;
      return `${lease.link.url} ${what}`;
    });
    return { delivery, result, harvested, came };
  }
  const { claims } = ports;
  return { harvest, asked, results, claims, stored: () => stored, mostInHand: () => mostInHand };
}

const soon = (name: string, seconds = 0) =>
  aLease(name, { startAt: START + seconds * 1_000, expiresAt: START + 300_000 });

describe("harvesting a batch", () => {
  it("The harvester asks a host no sooner than each link may start, and hosts in parallel", async () => {
    const { harvest, asked } = aHarvester({
      "http://a.example/1": linking("/2"),
      "http://a.example/2": linking(),
      "http://b.example/": linking(),
    });
    const leases = [soon("a.example/1"), soon("a.example/2", 1), soon("b.example/")];
    const { came, result } = await harvest(leases);
    assert.deepEqual(came, [
      "http://a.example/1 page",
      "http://b.example/ page",
      "http://a.example/2 page",
    ]);
    assert.deepEqual(asked.toSorted(), [
      "http://a.example/1 at 0",
      "http://a.example/2 at 1000",
      "http://b.example/ at 0",
    ]);
    assert.equal(result?.usage.s3Writes, 2);
  });

  it("The harvester reads one page at a time, whatever arrives meanwhile, since links are many", async () => {
    const names = ["a", "b", "c", "d"].map((host) => `${host}.example/`);
    const script = Object.fromEntries(names.map((name) => [`http://${name}`, linking("/2")]));
    const { harvest, mostInHand } = aHarvester(script);
    assert.equal((await harvest(names.map((name) => soon(name)))).came.length, 4);
    assert.equal(mostInHand(), 1);
  });

  it("The harvester notifies the planner of a result once it is stored", async () => {
    const { harvest, results } = aHarvester({ "http://a.example/": linking() });
    await harvest([soon("a.example/")]);
    const [message] = await results.receive(10, 0);
    assert.deepEqual(parseNotice(message?.body ?? ""), { id: "1-1-0", crawl: "c" });
  });

  it("The harvester asks the hosts of one server in turn, each at its own pace", async () => {
    const { harvest, asked } = aHarvester({
      "http://a.example/1": linking(),
      "http://b.example/2": linking(),
      "http://a.example/3": linking(),
    });
    const at = { server: 7, startAt: START, expiresAt: START + 300_000 };
    const slower = freshPace(3_000);
    const { harvested } = await harvest([
      aLease("a.example/1", at),
      aLease("b.example/2", { ...at, pace: slower }),
      aLease("a.example/3", at),
    ]);
    assert.deepEqual(asked, [
      "http://a.example/1 at 0",
      "http://b.example/2 at 1000",
      "http://a.example/3 at 4000",
    ]);
    assert.deepEqual(
      harvested.map(({ pace }) => pace.delayMs),
      [1_000, 3_000, 1_000],
    );
  });

  it("The harvester says which address answered, where the web knows it", async () => {
    const { harvest } = aHarvester({
      "http://a.example/": linking(),
      "http://b.example/": linking(),
    });
    const { harvested } = await harvest([soon("a.example/"), soon("b.example/")]);
    const addresses = new Map(harvested.map(({ lease, address }) => [lease.link.host, address]));
    assert.equal(addresses.get(hostOf(aUrl("http://a.example/"))), "192.0.2.1");
    assert.equal(addresses.get(hostOf(aUrl("http://b.example/"))), undefined);
    assert.equal(addresses.size, 2);
  });

  it("The harvester returns the remaining links of a host that asks for a pause", async () => {
    const { harvest, asked } = aHarvester({ "http://a.example/1": SLOW_DOWN });
    const leases = [soon("a.example/1"), soon("a.example/2", 1), soon("a.example/3", 2)];
    const { came, harvested } = await harvest(leases);
    assert.deepEqual(came, [
      "http://a.example/1 again: slow-down",
      "http://a.example/2 again: turn-over",
      "http://a.example/3 again: turn-over",
    ]);
    assert.equal(asked.length, 1);
    // The last word on the host's pace is the one that it rests by.
    assert.equal(harvested.at(-1)?.pace.notBefore, START + 120_000);
  });

  it("The harvester waits for no link that the rules of its host refuse, and gives its slot to the next", async () => {
    const isRefused = (url: string) => url.includes("/private");
    const refused = { kind: "refused", rule: "robots", detail: "Disallow: /private" } as const;
    const gate: HostGate = {
      ...openGate,
      admit: async (url) => (isRefused(url) ? refused : openGate.admit(url)),
      refusal: (url) => (isRefused(url) ? refused : undefined),
    };
    const { harvest, asked } = aHarvester(
      { "http://a.example/1": "", "http://a.example/2": "" },
      gate,
    );
    const names = ["a.example/private/1", "a.example/1", "a.example/private/2", "a.example/2"];
    const { came, harvested } = await harvest(names.map((name, at) => soon(name, 10 * at)));
    assert.deepEqual(asked, ["http://a.example/1 at 0", "http://a.example/2 at 10000"]);
    assert.equal(came.filter((each) => each.endsWith(" robots")).length, 2);
    const times = harvested.filter(({ lease }) => isRefused(lease.link.url));
    assert.deepEqual(
      times.map(({ fetchedAt }) => fetchedAt - START),
      [0, 0],
    );
  });

  it("The harvester gives the slot of a refused link to no other host of its server, which has a delay of its own", async () => {
    const refused = { kind: "refused", rule: "robots", detail: "Disallow: /private" } as const;
    const refusal = (url: string) => (url.includes("/private") ? refused : undefined);
    const { harvest, asked } = aHarvester(
      { "http://a.example/1": "", "http://b.example/1": "" },
      { ...openGate, refusal },
    );
    const names = ["a.example/private/1", "b.example/1", "a.example/1"];
    await harvest(names.map((name, at) => ({ ...soon(name, 10 * at), server: 7 })));
    assert.deepEqual(asked, ["http://b.example/1 at 10000", "http://a.example/1 at 11000"]);
  });

  it("The harvester waits from the end of an answer, not from its request", async () => {
    const script = { "http://a.example/1": linking(), "http://a.example/2": linking() };
    const { harvest, asked } = aHarvester(script, openGate, 5_000);
    await harvest([soon("a.example/1"), soon("a.example/2", 1)]);
    assert.deepEqual(asked, ["http://a.example/1 at 0", "http://a.example/2 at 6000"]);
  });

  it("The harvester asks a host for its next link long before it would try a failed one again", async () => {
    const { harvest, asked } = aHarvester({
      "http://a.example/1": { kind: "failed", reason: "reset", detail: "reset" },
      "http://a.example/2": linking(),
    });
    const { came, harvested } = await harvest([soon("a.example/1"), soon("a.example/2", 1)]);
    assert.deepEqual(came, ["http://a.example/1 again: reset", "http://a.example/2 page"]);
    assert.equal(asked[1], `http://a.example/2 at ${harvested[0]?.pace.delayMs}`);
  });

  it("The harvester waits after it fetched a host's rules, then continues with the same link", async () => {
    let isKnown = false;
    const gate: HostGate = {
      sitemaps: () => [],
      async admit() {
        if (isKnown) return { kind: "allowed", crawlDelayMs: undefined };
        isKnown = true;
        const retryAt = START + 1_000;
        return { kind: "later", retryAt, reason: "robots-fetched", crawlDelayMs: undefined };
      },
    };
    const { harvest, asked } = aHarvester({ "http://a.example/": linking() }, gate);
    assert.deepEqual((await harvest([soon("a.example/")])).came, ["http://a.example/ page"]);
    assert.deepEqual(asked, ["http://a.example/ at 1000"]);
  });

  it("The harvester asks a host nothing while its rules are unreachable, and gives the retry time", async () => {
    const retryAt = START + 600_000;
    const gate: HostGate = {
      sitemaps: () => [],
      admit: async () => ({
        kind: "later",
        retryAt,
        reason: "robots-unreachable",
        crawlDelayMs: undefined,
      }),
    };
    const { harvest, asked } = aHarvester({}, gate);
    const { came, harvested } = await harvest([soon("a.example/1"), soon("a.example/2", 1)]);
    assert.deepEqual(came, [
      "http://a.example/1 again: robots-unreachable",
      "http://a.example/2 again: turn-over",
    ]);
    const [first] = harvested;
    assert.equal(first?.result.kind === "again" && first.result.notBefore, retryAt);
    assert.deepEqual(asked, []);
  });

  it("The harvester starts no fetch that may outlast its run or its lease", async () => {
    for (const [deadline, expiresAt] of [
      [START + 16_500, START + 300_000],
      [START + 240_000, START + 76_500],
    ] as const) {
      const { harvest } = aHarvester({ "http://a.example/1": linking() });
      const leases = [soon("a.example/1"), soon("a.example/2", 1)].map((lease) => ({
        ...lease,
        expiresAt,
      }));
      const { came } = await harvest(leases, deadline);
      assert.deepEqual(came, ["http://a.example/1 page", "http://a.example/2 again: turn-over"]);
    }
  });

  it("The harvester starts no fetch that may outlast the lease of another link in its batch", async () => {
    const { harvest, asked } = aHarvester({});
    const other = { ...soon("b.example/"), expiresAt: START + 75_000 };
    const { came } = await harvest([soon("a.example/"), other]);
    assert.deepEqual(came.toSorted(), [
      "http://a.example/ again: turn-over",
      "http://b.example/ again: turn-over",
    ]);
    assert.deepEqual(asked, []);
  });

  it("The harvester waits a minute for a link, and returns those that must wait longer", async () => {
    const script = { "http://a.example/1": linking(), "http://b.example/2": linking() };
    const { harvest } = aHarvester(script);
    const late = { ...soon("b.example/2"), startAt: START + 60_001 };
    assert.deepEqual((await harvest([late, soon("a.example/1", 60)])).came.toSorted(), [
      "http://a.example/1 page",
      "http://b.example/2 again: turn-over",
    ]);
  });

  it("The harvester leaves a batch unclaimed that comes too late to tell its result", async () => {
    const { harvest, asked, results, claims } = aHarvester({ "http://a.example/": linking() });
    const lease = { ...soon("a.example/"), expiresAt: START + 59_999 };
    assert.equal((await harvest([lease])).delivery, "too-late");
    assert.equal(await claims.fateOf("1-1-0"), "unclaimed");
    assert.deepEqual([asked.length, results.size()], [0, 0]);
  });

  it("The harvester tells again of a batch that it harvested, however late it is delivered again", async () => {
    const { harvest, results, claims } = aHarvester({ "http://a.example/": linking() });
    await claims.claim("1-1-0");
    await claims.finish("1-1-0");
    const lease = { ...soon("a.example/"), expiresAt: START + 59_999 };
    assert.equal((await harvest([lease])).delivery, "told-again");
    assert.equal(results.size(), 1);
  });

  it("The harvester leaves a batch that another delivery holds to it, and announces nothing", async () => {
    const { harvest, asked, results, claims } = aHarvester({ "http://a.example/": linking() });
    await claims.claim("1-1-0");
    assert.equal((await harvest([soon("a.example/")])).delivery, "in-other-hands");
    assert.deepEqual([asked.length, results.size()], [0, 0]);
  });

  it("The harvester fetches a batch that is delivered twice once, and sends its notice twice", async () => {
    const { harvest, asked, results, stored } = aHarvester({ "http://a.example/": linking() });
    assert.equal((await harvest([soon("a.example/")])).delivery, "harvested");
    assert.equal((await harvest([soon("a.example/")])).delivery, "told-again");
    assert.equal(asked.length, 1);
    assert.equal(stored(), 1);
    assert.equal(results.size(), 2);
  });
});
