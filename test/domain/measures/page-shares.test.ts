import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PageCounts } from "../../../lib/domain/measures/harvest-rate.ts";

describe("counts of pages by name", () => {
  /** Counts of pages, of which only those of c are targets. */
  function counted(names: string): PageCounts {
    const counts = new PageCounts();
    for (const name of names) counts.add(name, name === "c");
    return counts;
  }

  it("Page counts by name list the names with most pages, then with most targets", () => {
    const { largest } = counted("bbbaaccd").shares(3);
    assert.deepEqual(largest, [
      { name: "b", pages: 3, targets: 0 },
      { name: "c", pages: 2, targets: 2 },
      { name: "a", pages: 2, targets: 0 },
    ]);
  });

  it("Page counts by name list names alike in pages and targets in code unit order", () => {
    const { largest } = counted("baBdc").shares(5);
    assert.deepEqual(
      largest.map(({ name }) => name),
      ["c", "B", "a", "b", "d"],
    );
  });

  it("Page counts by name sum up the remaining names", () => {
    const counts = counted("bbbaaccd");
    assert.deepEqual(counts.shares(1).others, { names: 3, pages: 5, targets: 2 });
    assert.deepEqual(counts.shares(9).others, { names: 0, pages: 0, targets: 0 });
  });
});
