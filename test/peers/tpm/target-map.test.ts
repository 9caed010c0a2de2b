import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { targetMap } from "../../../peers/tpm/target-map.ts";
import { aSample } from "../../support/a-sample.ts";

const toAll =
  (...places: readonly number[]) =>
  (place: number) =>
    places.includes(place);

describe("the target page map", () => {
  const sample = aSample(
    { path: "/", links: { "/a": "/list /help" } },
    { path: "/list", links: { "/a": "/t1 /t2 /list2" } },
    { path: "/help", links: { "/a": "/t1" } },
    { path: "/t1", links: { "/a": "/t2" } },
    { path: "/list2", links: { "/a": "/t3" } },
    { path: "/t2" },
    { path: "/t3" },
    { path: "/alone" },
  );

  it("The target map has the shortest path from a seed to each target, first found first", () => {
    assert.deepEqual(targetMap(sample, toAll(3, 5, 6)), [
      [0, 1, 3],
      [0, 1, 5],
      [0, 1, 4, 6],
    ]);
  });

  it("The target map has no path to a seed or to unlinked pages", () => {
    assert.deepEqual(targetMap(sample, toAll(0, 7)), []);
  });

  it("The target map ends on circular links", () => {
    const round = aSample(
      { path: "/", links: { "/a": "/x" } },
      { path: "/x", links: { "/a": "/" } },
    );
    assert.deepEqual(targetMap(round, toAll(1)), [[0, 1]]);
  });
});
