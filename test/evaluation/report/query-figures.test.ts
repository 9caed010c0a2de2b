import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { queryFigures } from "../../../lib/evaluation/report/report-text.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";

const queried = (detail: RunEvent["detail"]): RunEvent => ({ at: 0, kind: "queried", detail });
const page = (query: string | undefined, utility: number) => {
  return { query, utility, isTarget: utility > 0.5 };
};

describe("the figures of composed queries", () => {
  it("Query figures give the engine's results and the pages fetched from them, in the order asked", () => {
    const events = [
      queried({ query: "wax", pages: 0, results: 5, offered: 4 }),
      queried({ query: "bees", pages: 50, results: 2, offered: 2 }),
    ];
    const pages = [page("bees", 0.25), page(undefined, 1), page("wax", 0.5), page("bees", 0.75)];
    assert.deepEqual(queryFigures(events, pages), [
      { query: "wax", askedAt: 0, results: 5, fetched: 1, targets: 0, utility: 0.5 },
      { query: "bees", askedAt: 50, results: 2, fetched: 2, targets: 1, utility: 0.5 },
    ]);
  });

  it("Query figures use a query's answer when the engine first gave none", () => {
    const silent = queried({ query: "wax", pages: 50, failed: "search-unavailable" });
    const none = { query: "wax", fetched: 0, targets: 0, utility: undefined };
    assert.deepEqual(queryFigures([silent], []), [{ ...none, askedAt: 50, results: undefined }]);
    const answered = queried({ query: "wax", pages: 100, results: 0, offered: 0 });
    assert.deepEqual(queryFigures([silent, answered], []), [{ ...none, askedAt: 100, results: 0 }]);
  });

  it("Query figures leave out the user's queries, and those that are not yet processed", () => {
    const answered: RunEvent = { at: 0, kind: "answered", detail: { query: "wax", results: [] } };
    assert.deepEqual(queryFigures([answered], [page("the user's", 1)]), []);
  });
});
