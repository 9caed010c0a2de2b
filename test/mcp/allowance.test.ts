import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Allowance } from "../../lib/mcp/allowance.ts";

const LIMITS = { pages: 100, hours: 2, crawls: 4, hosts: ["site.example", "other.example:8080"] };

const refuses = (code: string, work: () => unknown) => assert.throws(work, { code });

describe("what the user allowed an agent", () => {
  it("Whatever is asked for, all crawls together hold no more pages and are no more than was allowed", () => {
    const step = fc.record({
      pages: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      spent: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const allowance = new Allowance(LIMITS);
        let fetched = 0;
        steps.forEach(({ pages, spent }, index) => {
          let given: number;
          try {
            given = allowance.allow({ pages }).pages;
          } catch {
            return;
          }
          const own = spent === undefined ? given : Math.floor(spent * given);
          fetched += own;
          allowance.hold(`run-${index}`, own);
        });
        assert.ok(fetched <= LIMITS.pages);
        assert.ok(allowance.begun.length <= LIMITS.crawls);
        assert.equal(allowance.left().pages, LIMITS.pages - fetched);
      }),
    );
  });

  it("Hosts may only be narrowed, and seeds lie on them", () => {
    const allowance = new Allowance(LIMITS);
    const hosts = ["www.site.example"];
    assert.deepEqual(allowance.allow({ hosts }).hosts, hosts);
    assert.deepEqual(allowance.allow({}).hosts, LIMITS.hosts);
    for (const host of [
      "example",
      "evil.example",
      "site.example.evil",
      "other.example",
      "xsite.example",
    ])
      refuses("agent-limit", () => allowance.allow({ hosts: [host] }));
    for (const seed of ["http://evil.example/", "http://site.example@evil.example.org/"])
      assert.throws(() => allowance.allow({ seeds: [seed] }));
    refuses("agent-limit", () => allowance.allow({ hosts, seeds: ["http://site.example/"] }));
    refuses("bad-url", () => allowance.allow({ seeds: ["file:///etc/passwd"] }));
    assert.deepEqual(allowance.allow({ hosts, seeds: ["http://www.SITE.example/a#b"] }).seeds, [
      "http://www.site.example/a",
    ]);
  });

  it("More pages, hours or crawls than allowed are refused, and what was not begun is given back", () => {
    const allowance = new Allowance({ ...LIMITS, hosts: [] });
    refuses("agent-limit", () => allowance.allow({ pages: 101 }));
    refuses("agent-limit", () => allowance.allow({ hours: 2.1 }));
    for (const run of ["a", "b", "c", "d"]) allowance.hold(run, 10);
    refuses("agent-limit", () => allowance.allow({ pages: 1 }));
    allowance.release("d");
    assert.equal(allowance.allow({}).pages, 70);
    allowance.hold("e", 70);
    refuses("agent-limit", () => allowance.allow({}));
  });
});
