import { strict as assert } from "node:assert";
import { describe, it } from "node:test";
import { learnPrior, priorWithout, type Taught } from "../../../bench/auto/prior-of-sites.ts";

/** Links with a feature that led to a target, and as many without it that did not. */
const taughtBy = (group: string): Taught => ({
  group,
  links: Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0 ? ([[`place ${group}`], 1] as const) : ([["place other"], 0] as const),
  ),
});

describe("the prior of other sites", () => {
  const taught = ["universities", "courses", "forums", "comments"].map(taughtBy);

  it("The prior for a group is learnt from no task on the sites of that group", () => {
    const names = (group: string) =>
      [...priorWithout(taught, group).keys()].filter((name) => name !== "place other").toSorted();
    assert.deepEqual(names("courses"), ["place comments", "place forums"]);
    assert.deepEqual(names("files"), ["place comments", "place forums"]);
    assert.deepEqual(names("user-content"), [
      "place comments",
      "place courses",
      "place universities",
    ]);
    assert.deepEqual(names("cold-start"), ["place comments", "place forums"]);
  });

  it("A feature of links that led to targets is worth more than one of links that did not", () => {
    const prior = learnPrior(taught);
    assert.ok((prior.get("place forums") ?? 0) > 0);
    assert.ok((prior.get("place other") ?? 0) < 0);
  });
});
