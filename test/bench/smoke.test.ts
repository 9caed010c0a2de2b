import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { benchNames } from "../../bench/entry/benches.ts";
import { SMOKE_NAMES } from "../../bench/entry/smoke.ts";
import { itPlays } from "./play-smoke.ts";

describe("smoke runs of the benches, those of every other one", () => {
  it("Every bench has a smoke run, or a reason for none", () => {
    assert.deepEqual(SMOKE_NAMES, benchNames());
  });

  for (const name of benchNames().filter((_, at) => at % 2 === 0)) itPlays(name);
});
