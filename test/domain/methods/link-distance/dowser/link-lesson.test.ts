import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  loadPairs,
  storePairs,
  travellingFeatures,
} from "../../../../../lib/domain/methods/link-distance/dowser/dowser-trainer.ts";
import { aUrl } from "../../../../support/a-url.ts";

const pair = (anchor: string, reward: number) => ({
  url: aUrl(`http://site.example/${anchor}`),
  parent: aUrl("http://site.example/"),
  snippet: { anchor, before: "", after: "", title: "" },
  ...{ reward, weight: 1 },
});
const PAIRS = [pair("bees", 1), pair("bees", 0.5), pair("cars", 0)];

describe("stored links", () => {
  it("Stored link pairs keep shared features and rewards in a file, and get the requested weight", () => {
    const loaded = loadPairs(JSON.parse(JSON.stringify(storePairs(PAIRS))), 0.25);
    assert.deepEqual(
      loaded.map(({ reward, weight }) => [reward, weight]),
      [
        [1, 0.25],
        [0.5, 0.25],
        [0, 0.25],
      ],
    );
    const [bees, , cars] = loaded.map(({ features }) => new Set(features));
    assert.deepEqual(bees, travellingFeatures(PAIRS[0] ?? pair("", 0)));
    assert.ok(cars?.has("relation same") === true && !cars.has("anchor car"));
  });

  it("Stored link pairs are empty when there are none", () => {
    assert.deepEqual(loadPairs(storePairs([]), 1), []);
  });
});
