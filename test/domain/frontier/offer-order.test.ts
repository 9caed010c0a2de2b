import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { OfferedLink } from "../../../lib/domain/frontier/link.ts";
import { canonicalUrl, hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { createSqliteFrontierInMemory } from "../../../peers/commands/compare/recorded-ports.ts";
import { aLink, aPolicy, drawAll } from "../../contract/frontier-links.ts";

const MAX_DEPTH = 2;

/** A link as a page spells it. */
interface Found {
  readonly host: string;
  readonly path: number;
  /** One of the ways to write the same URL. */
  readonly spelling: number;
  readonly depth: number;
  readonly priority: number;
}

const SPELLINGS: readonly ((host: string, path: number) => string)[] = [
  (host, path) => `https://${host}.test/${path}`,
  (host, path) => `HTTPS://${host.toUpperCase()}.TEST:443/${path}#part`,
  (host, path) => `https://${host}.test/x/../${path}`,
];

const found: fc.Arbitrary<Found> = fc.record({
  host: fc.constantFrom("a", "b"),
  path: fc.nat(5),
  spelling: fc.nat(SPELLINGS.length - 1),
  depth: fc.nat(MAX_DEPTH + 1),
  priority: fc.constantFrom(0, 0.5, 0.5, 1, 2, 3),
});

/** canonicalise → scope; the frontier goes on with dedupe → score → cut. */
function offered({ host, path, spelling, depth, priority }: Found): OfferedLink {
  const url = canonicalUrl(SPELLINGS[spelling]?.(host, path) ?? "");
  assert.ok(url.ok);
  const refusedBy = depth > MAX_DEPTH ? "depth" : undefined;
  return aLink("", { url: url.url, host: hostOf(url.url), depth, priority, refusedBy });
}

/** The best that ever came, by hand: one entry a page, the highest priority it had within the scope. */
function bestOf(links: readonly Found[], capacity: number): string[] {
  const best = new Map<string, number>();
  for (const { host, path, depth, priority } of links) {
    const url = `https://${host}.test/${path}`;
    if (depth <= MAX_DEPTH) best.set(url, Math.max(priority, best.get(url) ?? 0));
  }
  // A stable sort: of equals the first admitted stays in front.
  const sorted = [...best].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, capacity).map(([url]) => url);
}

describe("the order of an offer", () => {
  it("A full frontier keeps the best of all links that were ever offered", async () => {
    const pages = fc.array(fc.array(found, { maxLength: 6 }), { maxLength: 8 });
    const property = fc.asyncProperty(
      pages,
      fc.integer({ min: 1, max: 8 }),
      async (all, capacity) => {
        const policy = aPolicy({ capacity, connectionsPerHost: 99 });
        const frontier = createSqliteFrontierInMemory(policy);
        for (const page of all) await frontier.offer(page.map(offered));
        const drawn = (await drawAll(frontier)).map(({ link }) => link.url);
        assert.deepEqual(drawn, bestOf(all.flat(), capacity));
      },
    );
    await fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
