import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { politeHours, withinBudget } from "../../../lib/domain/cost/cost.ts";

describe("how far a crawl comes within its budget", () => {
  const expenseOf = (pages: number) => ({ hours: pages / 100, dollars: pages / 1_000 });
  const none = { hours: undefined, dollars: undefined };

  it("Without other limits it fetches all its pages", () => {
    const all = { pages: 500, hours: 5, dollars: 0.5, bound: "pages" };
    assert.deepEqual(withinBudget({ pages: 500, ...none }, expenseOf), all);
  });

  it("The limit that is reached first ends it", () => {
    const limits = { pages: 500, hours: 2, dollars: 1 };
    assert.deepEqual(withinBudget(limits, expenseOf), {
      ...{ pages: 200, hours: 2, dollars: 0.2 },
      bound: "hours",
    });
    const { pages, bound } = withinBudget({ ...limits, dollars: 0.1 }, expenseOf);
    assert.deepEqual([pages, bound], [100, "dollars"]);
    assert.equal(withinBudget({ ...limits, hours: 0.001 }, expenseOf).pages, 0);
  });

  it("One page more would pass a limit", () => {
    const amount = fc.double({ min: 0.001, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), amount, amount, (pages, hours, dollars) => {
        const found = withinBudget({ pages, hours, dollars }, expenseOf);
        const next = expenseOf(found.pages + 1);
        assert.ok(found.hours <= hours && found.dollars <= dollars);
        assert.ok(found.pages === pages || next.hours > hours || next.dollars > dollars);
      }),
      { seed: 1 },
    );
  });

  it("Politeness alone gives the hours: a host is asked one request after another", () => {
    const crawl = { pages: 2_400, hosts: 1, minDelayMs: 1_000, fetchMs: 500 };
    assert.equal(politeHours(crawl, 64), 1);
    assert.equal(politeHours({ ...crawl, hosts: 10 }, 64), 0.1);
    assert.equal(politeHours({ ...crawl, hosts: 10 }, 5), 0.2);
  });
});
