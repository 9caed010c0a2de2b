import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Allowance, RequestTimes } from "../../../lib/domain/measures/request-gaps.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../support/a-url.ts";

const host = (name: string) => hostOf(aUrl(`http://${name}.example/`));

/** Hosts by name, each with starts and ends. */
function timesOf(requests: Readonly<Record<string, readonly (readonly [number, number])[]>>) {
  const times = new RequestTimes();
  for (const [name, spans] of Object.entries(requests)) {
    for (const [start, end] of spans) times.add(host(name), start, end);
  }
  return times;
}

/** The same delay for all hosts, in ms. */
function within(delayMs: number, connectionsPerHost = 1): Allowance {
  return { connectionsPerHost, allowedMsOf: () => delayMs, most: 10 };
}

describe("the politeness ledger", () => {
  const slow: [number, number][] = [
    [0, 100],
    [1_100, 1_200],
    [3_000, 3_001],
  ];

  it("The politeness ledger measures from the end of a request to the start of the next", () => {
    const { closest, requests } = timesOf({ a: slow }).ledger(within(1_000));
    const gap = { host: "a.example", requests: 3, gapMs: 1_000, allowedMs: 1_000 };
    assert.deepEqual([closest, requests], [[gap], 3]);
  });

  it("The politeness ledger accepts requests in any order, because records are replaced", () => {
    const { closest } = timesOf({ a: slow.toReversed() }).ledger(within(0));
    assert.equal(closest[0]?.gapMs, 1_000);
  });

  it("The politeness ledger counts gaps below the delay and overlapping requests as violations", () => {
    const times = timesOf({
      short: [
        [0, 10],
        [1_009, 1_010],
      ],
      long: [
        [0, 5_000],
        [100, 200],
        [6_000, 6_001],
      ],
      kept: [
        [0, 10],
        [1_010, 1_011],
      ],
    });
    const { broken, closest } = times.ledger(within(1_000));
    assert.equal(broken, 2);
    const gaps = closest.map(({ host, gapMs }) => [host, gapMs]);
    assert.deepEqual(gaps, [
      ["long.example", -4_900],
      ["short.example", 999],
      ["kept.example", 1_000],
    ]);
  });

  it("With several connections, the politeness ledger measures from the last answered request", () => {
    const times = timesOf({
      two: [
        [0, 5_000],
        [1_000, 1_500],
        [2_600, 6_000],
      ],
      three: [
        [0, 5_000],
        [1_000, 3_000],
        [2_000, 2_500],
      ],
    });
    const { broken, closest } = times.ledger(within(1_000, 2));
    const gaps = closest.map(({ host, gapMs }) => [host, gapMs]);
    assert.deepEqual(
      [broken, gaps],
      [
        1,
        [
          ["three.example", -1_000],
          ["two.example", 1_100],
        ],
      ],
    );
  });

  it("The politeness ledger sorts hosts by margin above their own delay and names a few", () => {
    const times = timesOf({
      fast: [
        [0, 0],
        [500, 500],
      ],
      patient: [
        [0, 0],
        [9_000, 9_000],
      ],
    });
    const allowed = (name: string) => (name === "patient.example" ? 8_900 : 100);
    const { closest, hostsWithGap } = times.ledger({
      connectionsPerHost: 1,
      allowedMsOf: allowed,
      most: 1,
    });
    assert.deepEqual([closest.map(({ host }) => host), hostsWithGap], [["patient.example"], 2]);
  });

  it("The politeness ledger sorts hosts of the same margin by name", () => {
    const spans: [number, number][] = [
      [0, 0],
      [500, 500],
    ];
    const { closest } = timesOf({ b: spans, c: spans, a: spans }).ledger(within(100));
    assert.deepEqual(
      closest.map(({ host }) => host),
      ["a.example", "b.example", "c.example"],
    );
  });

  it("The politeness ledger has no gap for a host with a single request", () => {
    const { hosts, hostsWithGap, closest } = timesOf({ a: [[0, 1]] }).ledger(within(1));
    assert.deepEqual([hosts, hostsWithGap, closest], [1, 0, []]);
  });
});
