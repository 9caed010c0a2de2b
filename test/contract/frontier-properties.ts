import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type {
  FrontierPolicy,
  Merge,
  Selection,
} from "../../lib/domain/frontier/frontier-policy.ts";
import type { BatchWindow } from "../../lib/domain/frontier/host-schedule.ts";
import type {
  FrontierLink,
  Lease,
  OfferedLink,
  Settlement,
} from "../../lib/domain/frontier/link.ts";
import type { Frontier, Rescore, Rescoring } from "../../lib/ports/frontier.ts";
import { rescoreAll } from "../support/rescore-all.ts";
import { cases } from "../support/slow.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPace, aPolicy, fetched, namesOf, urlOf } from "./frontier-links.ts";
import { FrontierOracle } from "./frontier-oracle.ts";

/** An implementation under test; `reopen` gives the frontier as the next process finds it. */
export interface FrontierFactory extends FrontierMaker {
  /** Whether each operation is made by another process, which the leases outlive. */
  readonly isReopenedEachTime?: boolean;
  readonly reopen?: (frontier: Frontier, policy: FrontierPolicy) => Frontier;
}

const RUNS = { seed: 1, numRuns: cases(50, 300) };

/** A frontier that each operation restores takes thirty times as long, and shares its code with one that is not. */
const REOPENED_RUNS = { seed: 1, numRuns: cases(14, 300) };

/** Tests that any sequence of operations agrees with the oracle. */
export function describeFrontierAgreement(factory: FrontierFactory): void {
  describe(`${factory.name}: any sequence of operations`, () => {
    it("A frontier draws the leases that the oracle draws, and counts alike, after any operations", async () => {
      const run = fc.asyncProperty(
        policies(),
        fc.array(operations(), { maxLength: 40 }),
        (policy, steps) => agreesWithOracle(factory, policy, steps),
      );
      await fc.assert(run, factory.isReopenedEachTime === true ? REOPENED_RUNS : RUNS);
    });
  });
}

/** Tests the promises of every frontier on any sequence of operations. */
export function describeFrontierProperties(factory: FrontierFactory): void {
  const { name, create } = factory;
  describeFrontierAgreement(factory);
  describe(`${name}: any crawl`, () => {
    it("A frontier loses no better link at its capacity, in any crawl", async () => {
      const batches = fc.array(fc.array(offers(), { maxLength: 8 }), { maxLength: 8 });
      const run = fc.asyncProperty(
        merges(),
        fc.integer({ min: 1, max: 6 }),
        batches,
        async (merge, capacity, all) => {
          const cut = create(aPolicy({ merge, capacity, connectionsPerHost: 99 }));
          const whole = create(aPolicy({ merge, connectionsPerHost: 99 }));
          for (const links of all) {
            await cut.offer(links);
            await whole.offer(links);
          }
          const drawn = await cut.draw({ limit: 99, now: 0 });
          const best = await whole.draw({ limit: capacity, now: 0 });
          assert.deepEqual(ranked(drawn.leases), ranked(best.leases));
        },
      );
      await fc.assert(run, RUNS);
    });

    it("A frontier keeps every host's crawl delay, in any crawl", async () => {
      const delays = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 30, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(delays, (each) => keepsGaps(create, each)),
        { seed: 1, numRuns: 30 },
      );
    });
  });

  describe(`${name}: proportional selection`, () => {
    it("A frontier with proportional selection draws first in proportion to priority times weight", async () => {
      const shares = { "a.test/1": 1, "b.test/2": 2, "c.test/3": 5 };
      const firsts = new Map<string, number>();
      const draws = cases(200, 600);
      for (let seed = 0; seed < draws; seed += 1) {
        const frontier = create(aPolicy({ selection: { kind: "proportional" }, seed }));
        // c.test/3 has priority 2.5 in a group of weight 2.
        await frontier.offer([aLink("a.test/1"), aLink("b.test/2", { priority: 2 })]);
        await frontier.offer([aLink("c.test/3", { priority: 2.5, group: "x" })]);
        await frontier.weighGroups(new Map([["x", 2]]));
        const [first = ""] = namesOf((await frontier.draw({ limit: 1, now: 0 })).leases);
        firsts.set(first, (firsts.get(first) ?? 0) + 1);
      }
      let chiSquare = 0;
      for (const [link, share] of Object.entries(shares)) {
        const expected = (draws * share) / 8;
        chiSquare += ((firsts.get(link) ?? 0) - expected) ** 2 / expected;
      }
      // The 0.99 quantile of χ² with two degrees of freedom.
      assert.ok(chiSquare < 9.21, `χ² = ${chiSquare}`);
    });
  });
}

type Operation =
  | { readonly kind: "offer"; readonly links: readonly OfferedLink[] }
  | { readonly kind: "draw"; readonly limit: number; readonly window: BatchWindow | undefined }
  | {
      readonly kind: "settle";
      readonly pick: number;
      readonly settlement: Omit<Settlement, "now" | "result"> & { readonly how: number };
    }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "weigh"; readonly weights: ReadonlyMap<string, number> }
  | { readonly kind: "rescore"; readonly salt: number }
  | { readonly kind: "begin-layer" }
  | { readonly kind: "crash"; readonly minDelayMs: number };

async function agreesWithOracle(
  { create, reopen, isReopenedEachTime = false }: FrontierFactory,
  anyPolicy: FrontierPolicy,
  steps: readonly Operation[],
): Promise<void> {
  const policy = isReopenedEachTime ? { ...anyPolicy, leasesOutliveProcess: true } : anyPolicy;
  const oracle = new FrontierOracle(policy);
  let frontier = create(policy);
  const leases: Lease[] = [];
  let now = 0;
  for (const step of steps) {
    if (isReopenedEachTime) oracle.crash(policy.minDelayMs);
    switch (step.kind) {
      case "offer":
        await frontier.offer(step.links);
        oracle.offer(step.links);
        break;
      case "draw": {
        const window = step.window && { window: step.window };
        const request = { limit: step.limit, now, ...window };
        const draw = await frontier.draw(request);
        assert.deepEqual(draw, oracle.draw(request));
        leases.push(...draw.leases);
        break;
      }
      case "settle": {
        const lease = leases[step.pick % leases.length];
        if (lease === undefined) break;
        assert.equal(await frontier.holds(lease), oracle.holds(lease));
        const settlement = { ...step.settlement, now, result: resultOf(step.settlement.how, now) };
        assert.equal(await frontier.settle(lease, settlement), oracle.settle(lease, settlement));
        break;
      }
      case "pass":
        now += step.ms;
        break;
      case "weigh":
        await frontier.weighGroups(step.weights);
        oracle.weighGroups(step.weights);
        break;
      case "rescore": {
        const score = scorer(step.salt);
        assert.equal(await rescoreAll(frontier, score), oracle.rescore(score.score));
        break;
      }
      case "begin-layer":
        assert.equal(await frontier.beginLayer(), oracle.beginLayer());
        break;
      case "crash":
        if (reopen === undefined) break;
        frontier = reopen(frontier, { ...policy, minDelayMs: step.minDelayMs });
        oracle.crash(step.minDelayMs);
        for (const lease of leases) assert.equal(await frontier.holds(lease), oracle.holds(lease));
        break;
    }
    assert.deepEqual(await frontier.count(), oracle.count());
  }
}

/** Crawls with drifting delays; no request may start before its host's last one ended that long ago. */
async function keepsGaps(
  create: FrontierMaker["create"],
  delays: readonly number[],
): Promise<void> {
  const frontier = create(aPolicy({ minDelayMs: 20, leaseMs: 1_000 }));
  const links = delays.map((_, index) => aLink(`${"abc"[index % 3]}.test/${index}`));
  await frontier.offer(links);
  const freeAt = new Map<string, number>();
  let now = 0;
  let done = 0;
  for (;;) {
    const draw = await frontier.draw({ limit: 2, now });
    for (const lease of draw.leases) {
      assert.ok(now >= (freeAt.get(lease.link.host) ?? 0), `${lease.link.host} at ${now}`);
      const pace = aPace(delays[done] ?? 0);
      now += 3;
      await frontier.settle(lease, fetched(lease, now, { pace }));
      freeAt.set(lease.link.host, now + pace.delayMs);
      done += 1;
    }
    if (draw.nextReadyAt === undefined) break;
    if (draw.leases.length === 0) now = draw.nextReadyAt;
  }
  assert.equal(done, delays.length);
}

function ranked(leases: readonly Lease[]): (readonly [string, number])[] {
  return leases.map(({ link }) => [link.url, link.priority] as const);
}

function resultOf(how: number, now: number): Settlement["result"] {
  if (how === 0) return { kind: "done", state: "failed", reason: "timeout" };
  if (how === 1) return { kind: "done", state: "refused", reason: "robots" };
  if (how < 4) {
    return {
      kind: "again",
      reason: "dns",
      notBefore: now + how * 7 - 14,
      countsAsAttempt: how === 3,
    };
  }
  return { kind: "done", state: "fetched", reason: "page" };
}

/** Scores links by their texts alone, read or packed. */
function scorer(salt: number): Rescoring {
  const scoreOf = (text: string): Rescore | undefined => {
    const dice = Array.from(text).reduce((sum, letter) => sum + letter.charCodeAt(0), salt) % 5;
    if (dice === 0) return undefined;
    const group = dice === 1 ? { group: "x" } : {};
    return { priority: dice / 2, model: `m${salt}`, ...group };
  };
  return {
    score: (link) => scoreOf(textOf(link)),
    packed: { pack, score: (packed) => scoreOf(new TextDecoder().decode(packed)) },
  };
}

const textOf = ({ url, parent, snippet }: FrontierLink) => JSON.stringify({ url, parent, snippet });

/** Packs most links, always in the same way. */
const pack = (link: FrontierLink) =>
  link.url.endsWith("1") ? undefined : new TextEncoder().encode(textOf(link));

const NO_TEXTS = { before: "", after: "", title: "" };

function merges(): fc.Arbitrary<Merge> {
  return fc.constantFrom("greater", "sum", "first");
}

function policies(): fc.Arbitrary<FrontierPolicy> {
  const selections = fc.constantFrom<Selection>(
    { kind: "best" },
    { kind: "proportional" },
    { kind: "fifo" },
    { kind: "lifo" },
    { kind: "random" },
    { kind: "layered", topN: 2, depth: 2, ties: "admission" },
    { kind: "layered", topN: 2, depth: 2, ties: "random" },
    { kind: "layered", topN: { pages: 9 }, depth: Number.POSITIVE_INFINITY, ties: "random" },
  );
  return fc.record({
    selection: selections,
    merge: merges(),
    seed: fc.nat(9),
    capacity: fc.constantFrom(3, 6, Infinity),
    leaseMs: fc.constantFrom(15, 1_000),
    leasesOutliveProcess: fc.boolean(),
    connectionsPerHost: fc.constantFrom(1, 1, 2),
    minDelayMs: fc.constantFrom(0, 10),
    minDelayPerAddressMs: fc.constant(0),
  });
}

/**
 * Draws from few hosts, paths and priorities, so that the same URL and the same priority come
 * often; but some groups are on one host, and some on most.
 */
function offers(): fc.Arbitrary<OfferedLink> {
  const names = fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.nat(3));
  return fc
    .record({
      name: names.map(([host, path]) => `${host}.test/${path}`),
      priority: fc.constantFrom(0, 0.25, 0.5, 1, 1, 2),
      group: fc.constantFrom("", "x", "y"),
      depth: fc.nat(3),
      redirects: fc.constantFrom(0, 0, 0, 1),
      parent: fc.constantFrom(undefined, urlOf("a.test/1"), urlOf("z.test/0")),
      snippet: fc.constantFrom("one", "two").map((anchor) => ({ ...NO_TEXTS, anchor })),
      quotas: fc.constantFrom<OfferedLink["quotas"]>(
        [],
        [],
        [{ key: "q", limit: 3, rule: "quota" }],
        [{ key: "hosts", limit: 2, rule: "host-quota", counts: "hosts" }],
      ),
      refusedBy: fc.constantFrom(undefined, undefined, undefined, undefined, "too-deep", "denied"),
    })
    .map(({ name, ...changes }) => aLink(name, changes));
}

function windows(): fc.Arbitrary<BatchWindow | undefined> {
  return fc.option(
    fc.record({
      perHost: fc.integer({ min: 1, max: 4 }),
      step: fc.integer({ min: 1, max: 4 }),
      aheadMs: fc.constantFrom(0, 5, 15, 60),
    }),
    { nil: undefined },
  );
}

function operations(): fc.Arbitrary<Operation> {
  const weights = fc.constantFrom(0, 0.5, 1, 2, 4);
  const links = fc.array(offers(), { maxLength: 6 });
  const paces = fc.record({
    delayMs: fc.constantFrom(0, 5, 20),
    crawlDelayMs: fc.constantFrom(0, 0, 12),
    notBefore: fc.constantFrom(0, 0, 60),
  });
  const settlement = fc.record({
    how: fc.nat(7),
    links,
    pace: paces.map(({ delayMs, ...rest }) => aPace(delayMs, rest)),
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("offer" as const), links }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("draw" as const),
        limit: fc.nat(4),
        window: windows(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("settle" as const), pick: fc.nat(20), settlement }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(20) }) },
    fc.record({
      kind: fc.constant("weigh" as const),
      weights: fc.record({ x: weights, y: weights }).map((each) => new Map(Object.entries(each))),
    }),
    fc.record({ kind: fc.constant("rescore" as const), salt: fc.nat(9) }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("begin-layer" as const) }) },
    fc.record({ kind: fc.constant("crash" as const), minDelayMs: fc.constantFrom(0, 10, 10, 15) }),
  );
}
