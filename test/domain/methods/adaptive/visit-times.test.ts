import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileTimes, expectedTimes } from "../../../../lib/domain/methods/adaptive/adaptive.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../../support/a-url.ts";

const page = (host: string) => aUrl(`http://${host}.example/`);
const visit = (host: string, fetchMs: number) => ({ host: hostOf(page(host)), fetchMs });

describe("the time that a fetch takes", () => {
  it("The expected fetch time of an unknown host is the median over all hosts", () => {
    const times = expectedTimes([visit("a", 100), visit("b", 900), visit("c", 300)]);
    assert.equal(compileTimes(times)(page("d")), 0.3);
    assert.equal(compileTimes(expectedTimes([]))(page("d")), 1);
  });

  it("The expected fetch time moves by a fifth towards each observed time: worked by hand", () => {
    const times = expectedTimes([visit("a", 1_000), visit("a", 1_000), visit("b", 2_000)]);
    // From the median of 1 s on: b is at 1 + (2 − 1) / 5.
    assert.equal(compileTimes(times)(page("a")), 1);
    assert.equal(compileTimes(times)(page("b")).toFixed(9), "1.200000000");
  });

  it("The expected fetch time is above 0, however fast a server is", () => {
    const times = expectedTimes([visit("a", 0), visit("b", 0)]);
    assert.ok(compileTimes(times)(page("a")) > 0);
    assert.ok(compileTimes(times)(page("c")) > 0);
  });
});
