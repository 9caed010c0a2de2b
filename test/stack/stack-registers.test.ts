import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import type { Json } from "../../lib/domain/json.ts";
import { knownAssessed } from "../../lib/stack/assessing.ts";
import { parseEnded, parseRegister, parseReport } from "../../lib/stack/stack-registers.ts";
import { NO_SNAPSHOTS } from "../../lib/stack/stack-state.ts";
import { A_REPORT, aPlannerState, aStatus } from "../support/a-stack.ts";

const REGISTERS: readonly [name: string, parse: (value: Json) => unknown, whole: Json][] = [
  [
    "order",
    (value) => parseRegister("order", value),
    { crawl: "c", requested: "run", plan: "plans/p.json" },
  ],
  ["planner", (value) => parseRegister("planner", value), aPlannerState("c", aStatus())],
  [
    "trained",
    (value) => parseRegister("trained", value),
    { crawl: "c", model: "m", pages: 3, labels: 0, seen: 0, usage: NO_USAGE },
  ],
  [
    "report",
    (value) => parseRegister("report", value),
    { crawl: "c", at: 5, format: "html", key: null },
  ],
  ["assessed", (value) => parseRegister("assessed", value), { ...knownAssessed(null, "c") }],
];

/** Values that an older version does not write. */
const LATER = new Set([
  ...["keptUntil", "ordered", "awaitingSince", "lastTickAt", "lastError", "seen", "recrawl"],
  ...["again", "filed"],
  "failures",
  "snapshots",
]);

for (const [name, parse, whole] of REGISTERS) {
  describe(`register ${name}`, () => {
    it(`Register ${name} is read as it was written`, () => {
      assert.deepEqual(parse(JSON.parse(JSON.stringify(whole))), whole);
    });

    for (const key of Object.keys(whole as object).filter((each) => !LATER.has(each))) {
      it(`Register ${name} is damaged without ${key}`, () => {
        const value: Json = JSON.parse(JSON.stringify({ ...(whole as object), [key]: undefined }));
        assert.throws(() => parse(value), { code: "stack-state-damaged", reaction: "stop-crawl" });
      });
    }

    for (const other of [null, 7, "x", []]) {
      it(`Register ${name} is never ${JSON.stringify(other)}`, () => {
        assert.throws(() => parse(other), { code: "stack-state-damaged" });
      });
    }
  });
}

describe("a register of another form", () => {
  it("is an error that names the register and the path of what is wrong", () => {
    const status = JSON.parse(JSON.stringify({ ...aStatus(), seconds: -1 }));
    const value: Json = { ...aPlannerState("c", null), status };
    const message = /^the key planner holds a value .*: status\.seconds: /;
    assert.throws(() => parseRegister("planner", value), { code: "stack-state-damaged", message });
  });

  it("A register of another form may be of a version that took no snapshots", () => {
    const { snapshots: _none, ...older } = aPlannerState("c", null);
    assert.deepEqual(parseRegister("planner", older).snapshots, NO_SNAPSHOTS);
  });

  it("A register of another form may be of a version that wrote no files of records", () => {
    const { filed: _none, ...older } = aPlannerState("c", null);
    assert.equal(parseRegister("planner", older).filed, 0);
  });

  it("A register of another form may be of a version that paid no search engine", () => {
    const { searchDollars: _unpaid, ...status } = JSON.parse(JSON.stringify(aStatus()));
    const value: Json = { ...aPlannerState("c", null), status };
    assert.equal(parseRegister("planner", value).status?.searchDollars, 0);
  });

  it("A register of another form may be of a version whose needs had seen no page", () => {
    const { seen: _seen, ...status } = JSON.parse(JSON.stringify(aStatus({ seen: 32 })));
    const value: Json = { ...aPlannerState("c", null), status };
    assert.equal(parseRegister("planner", value).status?.seen, 0);
    const proposal = { crawl: "c", model: "m", pages: 3, labels: 0, usage: NO_USAGE };
    assert.equal(parseRegister("trained", proposal).seen, 0);
  });

  it("A register of another form may be of a version that listed its pages in another way", () => {
    const { listedRecords: _listed, ...status } = JSON.parse(JSON.stringify(aStatus()));
    const value: Json = { ...aPlannerState("c", null), status: { ...status, listed: 50 } };
    assert.equal(parseRegister("planner", value).status?.listedRecords, 0);
  });

  it("A register of another form may be of a version that did not count the sites that have their pages", () => {
    const known = JSON.parse(JSON.stringify(aStatus({ spentSites: 2 })));
    const { spentSites: _spent, ...status } = known;
    const spentIn = (value: Json) =>
      parseRegister("planner", { ...aPlannerState("c", null), status: value }).status?.spentSites;
    assert.deepEqual([spentIn(known), spentIn(status)], [2, null]);
  });
});

describe("a crawl of a version that could have several planners", () => {
  it("The state of a crawl with one planner is read, and nothing of that stays", () => {
    const state = aPlannerState("c", aStatus());
    const older: Json = JSON.parse(JSON.stringify({ ...state, shard: null }));
    assert.deepEqual(parseRegister("planner", older), state);
    const ended = { crawl: "c", journal: [[1, 1]], snapshot: null, status: null, recrawl: null };
    assert.deepEqual(parseEnded([{ ...ended, shard: null }], "journal/ended-1.json"), [ended]);
  });

  it("The order of a crawl with several planners is damaged", () => {
    const order = { crawl: "c", requested: "run", plan: "plans/p" };
    assert.throws(() => parseRegister("order", { ...order, shards: 2 }), {
      code: "stack-state-damaged",
      message: /^the key order holds .*: shards: /,
    });
  });
});

describe("the planner's state", () => {
  it("The planner's state may be of a version that kept neither its last tick nor its last error", () => {
    const { lastTickAt: _at, lastError: _error, ...older } = aPlannerState("c", null);
    const { lastTickAt, lastError } = parseRegister("planner", older);
    assert.deepEqual([lastTickAt, lastError], [null, null]);
  });

  it("The planner's state keeps its last tick and its last error", () => {
    const lastError = { code: "journal-damaged", message: "a segment is gone", at: 7 };
    const value: Json = { ...aPlannerState("c", null), lastTickAt: 8, lastError };
    const read = parseRegister("planner", value);
    assert.deepEqual([read.lastTickAt, read.lastError], [8, lastError]);
  });
});

/** Figures that an older version does not write. */
const LATER_OF_STATUS = new Set([
  "recall",
  "searchDollars",
  "seen",
  "listedRecords",
  "spentSites",
  "assessed",
]);

describe("the planner's status", () => {
  it("The planner's status may be missing before the crawl has begun", () => {
    assert.equal(parseRegister("planner", aPlannerState("c", null)).status, null);
  });

  for (const key of Object.keys(aStatus()).filter((name) => !LATER_OF_STATUS.has(name))) {
    it(`The planner's status is damaged without ${key}`, () => {
      const status = JSON.parse(JSON.stringify({ ...aStatus(), [key]: undefined }));
      const state: Json = { ...aPlannerState("c", null), status };
      assert.throws(() => parseRegister("planner", state), { code: "stack-state-damaged" });
    });
  }

  it("The planner's status holds a report with all its figures", () => {
    const { states, reasons, ...figures } = A_REPORT;
    const report: Json = { ...figures, states: { ...states }, reasons: { ...reasons } };
    assert.deepEqual(parseReport(report), A_REPORT);
    for (const wrong of [{ hosts: -1 }, { states: {} }, { reasons: { a: "b" } }]) {
      assert.throws(() => parseReport({ ...report, ...wrong }), { code: "stack-state-damaged" });
    }
  });
});
