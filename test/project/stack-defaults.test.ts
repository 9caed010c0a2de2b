import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { costOf } from "../../lib/domain/cost/cost.ts";
import { forecast } from "../../lib/domain/cost/forecast.ts";
import { ASSUMED_WEB, stackShape } from "../../lib/project/stack-defaults.ts";
import { DEFAULT_STACK_LIMITS } from "../../lib/project/stack-limits.ts";

/** The web of the bench `stack`. */
const WEB = { ...ASSUMED_WEB, linksPerPage: 62, fetchMs: 340, minDelayMs: 1_000 };

/** Whole crawls as the bench counts them (docs/results/stack.md): dollars a million pages, and seconds. */
const COUNTED = [
  { pages: 100_000, hosts: 240, limits: {}, dollars: 0.647, seconds: 2_100 },
  { pages: 9_000, hosts: 3, limits: { harvesterMb: 224 }, dollars: 2.234, seconds: 5_700 },
  { pages: 8_000, hosts: 240, limits: {}, dollars: 1.399, seconds: 300 },
  { pages: 100_000, hosts: 1_000, limits: {}, dollars: 0.754, seconds: 1_200 },
  { pages: 24_000, hosts: 1_000, limits: { inFlight: 1_024 }, dollars: 1.097, seconds: 600 },
];

describe("the forecast of a stack", () => {
  for (const { pages, hosts, limits, dollars, seconds } of COUNTED) {
    it(`The forecast for ${pages} pages of ${hosts} hosts is within 20 % of the counted cost, and 50 % of the time`, () => {
      const stack = stackShape({ ...DEFAULT_STACK_LIMITS, ...limits });
      const { usage, hours } = forecast({ ...WEB, pages, hosts }, stack);
      const cost = (costOf(usage).total / pages) * 1e6;
      assert.ok(Math.abs(cost / dollars - 1) < 0.2, `${cost.toFixed(3)} $ a million pages`);
      assert.ok(Math.abs((hours * 3_600) / seconds - 1) < 0.5, `${(hours * 3_600).toFixed(0)} s`);
    });
  }
});
