import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { createSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../../../lib/adapters/sqlite/open-database.ts";
import type { FrontierLink, Lease, OfferedLink } from "../../../../lib/domain/frontier/link.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";
import type { Rescoring } from "../../../../lib/ports/frontier.ts";
import { aLink, aPolicy, fetched, urlOf } from "../../../contract/frontier-links.ts";
import { FrontierOracle } from "../../../contract/frontier-oracle.ts";
import { rescoreAll } from "../../../support/rescore-all.ts";
import { cases } from "../../../support/slow.ts";

type Step =
  | { readonly kind: "offer"; readonly links: readonly OfferedLink[] }
  | { readonly kind: "draw"; readonly limit: number }
  | { readonly kind: "settle"; readonly links: readonly OfferedLink[] }
  | { readonly kind: "weigh"; readonly weight: number }
  | { readonly kind: "rescore"; readonly salt: number }
  | { readonly kind: "reopen" };

const textOf = ({ url, parent, snippet }: FrontierLink) => JSON.stringify({ url, parent, snippet });

/** Scores that a model tells apart: equal ones are drawn in the order of discovery. */
const SCORES = 32;

/** A model that scores links by their texts alone, once; few links change their group. */
function scoringBy(model: string): Rescoring {
  const scoreOf = (text: string, group: string) => {
    const score = Math.floor(SCORES * hashToUnit(0, `${model} ${text}`)) / SCORES;
    return { priority: score, group: score < 0.02 ? "x" : group, why: `by ${model}`, model };
  };
  return {
    score: (link) => (link.model === model ? undefined : scoreOf(textOf(link), link.group)),
    packed: {
      pack: packed,
      score: (bytes, link, says) => {
        if (link.model === model) return undefined;
        const score = scoreOf(new TextDecoder().decode(bytes), link.group);
        return says ? score : { ...score, why: "" };
      },
    },
  };
}

const packed = (link: FrontierLink) =>
  link.url.endsWith("7") ? undefined : new TextEncoder().encode(textOf(link));

function offers(): fc.Arbitrary<OfferedLink[]> {
  const link = fc
    .record({
      name: fc.tuple(fc.constantFrom("a", "a", "b", "c", "d", "e", "f"), fc.nat(40)),
      priority: fc.double({ min: 0, max: 1, noNaN: true }),
      depth: fc.integer({ min: 1, max: 3 }),
      parent: fc.constantFrom(urlOf("a.test/1"), urlOf("z.test/0")),
      snippet: fc.constantFrom("one", "two").map((anchor) => ({
        ...{ anchor, before: "", after: "", title: "" },
      })),
    })
    .map(({ name: [host, path], ...rest }) =>
      // One group of all hosts, some of one host each, whose queues are short.
      aLink(`${host}.test/${path}`, { ...rest, group: path % 3 === 0 ? "" : `${host}${path % 4}` }),
    );
  return fc.array(link, { minLength: 5, maxLength: 30 });
}

function steps(): fc.Arbitrary<Step[]> {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("offer" as const), links: offers() }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("draw" as const), limit: fc.nat(9) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("settle" as const), links: offers() }) },
    fc.record({ kind: fc.constant("weigh" as const), weight: fc.constantFrom(0, 0.5, 2) }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("rescore" as const), salt: fc.nat(99) }),
    },
    fc.record({ kind: fc.constant("reopen" as const) }),
  );
  return fc.array(step, { minLength: 20, maxLength: 60 });
}

async function drawsAsIfAllWereWritten(all: readonly Step[]): Promise<number> {
  const policy = aPolicy({
    connectionsPerHost: 2,
    minDelayMs: 0,
    leasesOutliveProcess: true,
    leaseMs: 1e9,
  });
  const database = openDatabase(":memory:");
  const oracle = new FrontierOracle(policy);
  let frontier = createSqliteFrontier(database, policy);
  let [model, leftLinks] = ["m", 0];
  let rescoring = scoringBy(model);
  const open: Lease[] = [];
  for (const [now, step] of all.entries()) {
    switch (step.kind) {
      case "offer": {
        const links = step.links.map((link) => ({ ...link, model }));
        await frontier.offer(links);
        oracle.offer(links);
        break;
      }
      case "draw": {
        const draw = await frontier.draw({ limit: step.limit, now });
        assert.deepEqual(draw, oracle.draw({ limit: step.limit, now }));
        open.push(...draw.leases);
        break;
      }
      case "settle": {
        const lease = open.shift();
        if (lease === undefined) break;
        const links = step.links.map((link) => ({ ...link, model }));
        const settlement = fetched(lease, now, { links });
        assert.equal(await frontier.settle(lease, settlement), oracle.settle(lease, settlement));
        break;
      }
      case "weigh":
        await frontier.weighGroups(new Map([["x", step.weight]]));
        oracle.weighGroups(new Map([["x", step.weight]]));
        break;
      case "rescore":
        model = `m${now} ${step.salt}`;
        rescoring = scoringBy(model);
        assert.equal(await rescoreAll(frontier, rescoring), oracle.rescore(rescoring.score));
        break;
      case "reopen":
        frontier = createSqliteFrontier(database, policy);
        await frontier.resumeRescoring(rescoring);
        break;
    }
    assert.deepEqual(await frontier.count(), oracle.count());
    for (const { url } of open.map(({ link }) => link)) assert.ok(await frontier.find(url));
    leftLinks += database.prepare("SELECT count(*) AS n FROM queue_floor").get()?.["n"] ? 1 : 0;
  }
  database.close();
  return leftLinks;
}

/** Sequences of operations; each has some steps after which links are left. */
const RUNS = cases(20, 80);

describe("links that a rescoring leaves for later", () => {
  it("The leases of any sequence of operations are as if all links had been written", async () => {
    let left = 0;
    const run = fc.asyncProperty(steps(), async (all) => {
      left += await drawsAsIfAllWereWritten(all);
    });
    await fc.assert(run, { seed: 1, numRuns: RUNS });
    assert.ok(left > 6.25 * RUNS, `links were left for later after ${left} steps`);
  });

  it("A rescoring writes few rows, and a link that was left has its new score when it is asked for", async () => {
    const database = openDatabase(":memory:");
    const frontier = createSqliteFrontier(database, aPolicy());
    const links = Array.from({ length: 4_000 }, (_, at) => aLink(`a.test/${at}`));
    await frontier.offer(links);
    await rescoreAll(frontier, scoringBy("first"));
    const scoring = scoringBy("second");
    await rescoreAll(frontier, scoring);
    const written = database
      .prepare(`SELECT count(*) AS n FROM link WHERE why = 'by second'`)
      .get();
    assert.ok(Number(written?.["n"]) < 1_000);
    for (const { url } of links.slice(0, 100)) {
      const link = (await frontier.find(url))?.link;
      assert.ok(link !== undefined);
      const expected = scoring.score({ ...link, model: "" });
      assert.deepEqual([link.priority, link.why], [expected?.priority, expected?.why]);
    }
    database.close();
  });

  it("A link that joins a short queue between two steps of a rescoring is drawn before worse ones", async () => {
    const database = openDatabase(":memory:");
    const frontier = createSqliteFrontier(database, aPolicy());
    const many = Array.from({ length: 1_000 }, (_, at) =>
      aLink(`a.test/${at}`, { group: "a", priority: 1 }),
    );
    const hosts = ["b", "c", "d", "e"];
    const few = hosts.map((group) => aLink(`${group}.test/1`, { group, priority: 0.01 }));
    await frontier.offer([...many, ...few]);
    const scoring = scoringBy("next");
    const linksOfStep = (step: number) =>
      hosts.map((group) => {
        return aLink(`${group}.test/1${step}`, { group, priority: 1 + step, model: "next" });
      });
    let steps = 0;
    for (let after: number | undefined = 0; after !== undefined; steps += 1) {
      await frontier.offer(linksOfStep(steps));
      ({ next: after } = await frontier.rescore(scoring, after));
    }
    await frontier.weighGroups(new Map([["a", 0]]));
    const { leases } = await frontier.draw({ limit: 4, now: 0 });
    assert.deepEqual(
      leases.map(({ link }) => link.url),
      linksOfStep(steps - 1).map(({ url }) => url),
    );
    database.close();
  });
});
