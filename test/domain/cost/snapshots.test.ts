import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { longestTail, snapshotsOf } from "../../../lib/domain/cost/snapshots.ts";
import { SNAPSHOT_TAIL } from "../../../lib/project/stack-limits.ts";

const MB = 1_048_576;
const SHAPE = {
  tail: SNAPSHOT_TAIL,
  msPerByte: 1e-5,
  databaseBytesPerPage: 8_000,
  journalBytesPerPage: 2_000,
};

describe("the journal before a snapshot", () => {
  it("It is 16 MiB up to a database of a GiB, grows with it, and ends at 64 MiB", () => {
    const tails = [0, 1_024 * MB, 2_048 * MB, 4_096 * MB, 10_240 * MB].map((bytes) =>
      longestTail(bytes, SNAPSHOT_TAIL),
    );
    assert.deepEqual(
      tails,
      [16, 16, 32, 64, 64].map((mb) => mb * MB),
    );
  });

  it("A crawl has a snapshot as often as its journal is so long, and each has the database of then", () => {
    const one = snapshotsOf(9_000, SHAPE);
    // 16 MiB of journal are 8,388.6 pages, whose database has 67.1 MB.
    assert.equal(one.count, 1);
    assert.equal(one.objects, 2);
    assert.ok(Math.abs(one.ms - 671) < 1, `${one.ms} ms`);
    assert.equal(snapshotsOf(8_000, SHAPE).count, 0);
  });

  it("A tail that grows keeps the time of snapshots in proportion to the journal", () => {
    const fixed = { ...SHAPE, tail: { ...SNAPSHOT_TAIL, mostBytes: SNAPSHOT_TAIL.leastBytes } };
    const a = (pages: number, shape = SHAPE) => snapshotsOf(pages, shape).ms / pages;
    // From 1 to 4 GiB, which are 134,000 to 537,000 pages here.
    assert.ok(a(500_000) < 1.2 * a(250_000), `${a(500_000)}, ${a(250_000)}`);
    assert.ok(a(500_000, fixed) > 1.8 * a(500_000), `${a(500_000, fixed)}`);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), (pages) => {
        assert.ok(snapshotsOf(pages, SHAPE).ms <= snapshotsOf(pages, fixed).ms);
      }),
      { seed: 1 },
    );
  });
});
