import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  NO_SPECIALIST,
  trustInSpecialist,
} from "../../../../lib/domain/methods/auto/specialist.ts";

const SCORES = { ...NO_SPECIALIST };
const WEIGHS = { ...NO_SPECIALIST, weighs: { weigh: () => new Map<string, number>() } };

describe("trustInSpecialist", () => {
  it("What a crawl has learnt decides nothing beside a specialist before the first target, then more with each", () => {
    assert.equal(trustInSpecialist(SCORES, 0), 0);
    const trusts = [1, 6, 100, 10_000].map((targets) => trustInSpecialist(SCORES, targets));
    assert.deepEqual(
      trusts,
      trusts.toSorted((a, b) => a - b),
    );
    assert.equal(trusts[1], 0.5);
    assert.ok(trusts.every((trust) => trust < 1));
  });

  it("Beside one that weighs kinds of links it decides half as much, since kinds count in both", () => {
    assert.equal(trustInSpecialist(WEIGHS, 6), 0.25);
  });

  it("Where no specialist knows of links it decides alone", () => {
    assert.equal(trustInSpecialist(NO_SPECIALIST, 0), 1);
  });
});
