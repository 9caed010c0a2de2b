import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  combineSignals,
  minesText,
  PURPOSES,
  reservedBy,
} from "../../../../lib/domain/web/signals/signals.ts";

const ALL = [
  ...["robots: noindex", "robots: nofollow", "robots: noarchive", "robots: noai"],
  ...["content-usage: train-ai=y", "content-usage: train-ai=n", "content-usage: search=n"],
  ...["content-signal: ai-train=yes", "content-signal: ai-train=no", "content-signal: search=no"],
  ...["content-usage: ai-use=n", "content-signal: ai-input=no"],
  ...["tdm-reservation: 0", "tdm-reservation: 1", "tdm-policy: https://a.example/"],
];

const someSignals = fc.subarray(ALL);

describe("combined signals", () => {
  it("Of two statements on one use the stricter one counts", () => {
    assert.deepEqual(combineSignals(["content-usage: train-ai=y"], ["content-usage: train-ai=n"]), [
      "content-usage: train-ai=n",
    ]);
    assert.deepEqual(combineSignals(["content-signal: ai-train=yes"], ["tdm-reservation: 0"]), [
      "content-signal: ai-train=yes",
      "tdm-reservation: 0",
    ]);
    assert.deepEqual(combineSignals(["tdm-reservation: 1"], ["tdm-reservation: 0"]), [
      "tdm-reservation: 1",
    ]);
  });

  it("Neither the order of sources nor their grouping changes what is combined", () => {
    fc.assert(
      fc.property(someSignals, someSignals, someSignals, (a, b, c) => {
        assert.deepEqual(combineSignals(a, b, c), combineSignals(c, combineSignals(b, a)));
        assert.deepEqual(combineSignals(combineSignals(a)), combineSignals(a, a));
      }),
      { seed: 1 },
    );
  });

  it("One more source never lifts a reservation, for any purpose", () => {
    fc.assert(
      fc.property(someSignals, someSignals, fc.constantFrom(...PURPOSES), (a, b, purpose) => {
        const before = reservedBy(purpose, combineSignals(a));
        const after = reservedBy(purpose, combineSignals(a, b));
        assert.ok(before.every((signal) => after.includes(signal)));
      }),
      { seed: 1 },
    );
  });
});

describe("what reserves a page", () => {
  it("Each purpose is stopped by its own signals, and no purpose by none", () => {
    const strict = combineSignals(ALL);
    assert.deepEqual(reservedBy("search", strict), [
      ...["content-signal: search=no", "content-usage: search=n", "robots: noindex"],
    ]);
    assert.deepEqual(reservedBy("train-ai", strict), [
      ...["content-signal: ai-train=no", "content-usage: train-ai=n"],
      ...["robots: noai", "robots: noarchive", "tdm-reservation: 1"],
    ]);
    assert.deepEqual(reservedBy("research-tdm", strict), ["tdm-reservation: 1"]);
    assert.deepEqual(reservedBy(undefined, strict), []);
    assert.deepEqual(reservedBy("search"), []);
  });

  it("The TDM file of a site is asked for where a reservation would count", () => {
    assert.deepEqual(PURPOSES.filter(minesText), ["train-ai", "research-tdm"]);
    assert.equal(minesText(undefined), false);
  });
});
