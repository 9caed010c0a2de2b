import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { costOf } from "../../lib/domain/cost/cost.ts";
import { forecast } from "../../lib/domain/cost/forecast.ts";
import type { ListingForm } from "../../lib/ports/page-listing.ts";
import { loadOf } from "../../lib/project/planner-room.ts";
import {
  ASSUMED_WEB,
  DEFAULT_STACK_LIMITS,
  type StackLimits,
  stackShape,
} from "../../lib/project/stack-limits.ts";

/** The web of the bench `stack`. */
const WEB = { ...ASSUMED_WEB, linksPerPage: 62, fetchMs: 340, minDelayMs: 1_000 };

/** What a crawl is counted with, and its strategy and the form of the list of its pages. */
interface Settings extends StackLimits {
  readonly strategy: string;
  readonly records: ListingForm;
}

const USUAL: Settings = { ...DEFAULT_STACK_LIMITS, strategy: "best-first", records: "packed" };
const ONE: Partial<Settings> = {};
const TWENTY: Partial<Settings> = { workers: 20 };
const FEW: Partial<Settings> = { harvesterMb: 224 };
const AUTO: Partial<Settings> = { strategy: "auto" };
const ROWS: Partial<Settings> = { strategy: "auto", records: "rows" };

/**
 * Crawls as the bench counts them (docs/results/stack.md): dollars a million pages, seconds until 98 % of
 * the pages are fetched (of those with `auto`, all), and how far the forecast may be from each.
 */
const COUNTED = [
  { pages: 12_000, hosts: 1_000, limits: ONE, dollars: 1.387, seconds: 300, off: [0.15, 0.2] },
  { pages: 12_000, hosts: 240, limits: ONE, dollars: 1.18, seconds: 254, off: [0.15, 0.2] },
  { pages: 2_700, hosts: 3, limits: FEW, dollars: 3.015, seconds: 1_860, off: [0.1, 0.05] },
  // Its first minute, which the estimate lacks, is a tenth of it.
  { pages: 45_000, hosts: 1_000, limits: TWENTY, dollars: 0.803, seconds: 381, off: [0.1, 0.15] },
  { pages: 100_000, hosts: 1_000, limits: TWENTY, dollars: 0.631, seconds: 508, off: [0.1, 0.1] },
  { pages: 6_000, hosts: 240, limits: AUTO, dollars: 1.811, seconds: 215, off: [0.15, 0.2] },
  { pages: 20_000, hosts: 1_000, limits: ROWS, dollars: 2.017, seconds: 382, off: [0.15, 0.2] },
] as const;

describe("the forecast of a stack", () => {
  for (const { pages, hosts, limits: asked, dollars, seconds, off } of COUNTED) {
    const [cost, time] = off;
    const { strategy, records, ...limits } = { ...USUAL, ...asked };
    it(`The forecast for ${pages} pages of ${hosts} hosts with ${strategy} and ${limits.workers} workers is within ${100 * cost} % of the counted cost, and ${100 * time} % of the time`, () => {
      const stack = stackShape(limits, records, loadOf(strategy));
      const { usage } = forecast({ ...WEB, pages, hosts }, stack);
      const perMillion = (costOf(usage).total / pages) * 1e6;
      assert.ok(Math.abs(perMillion / dollars - 1) < cost, `${perMillion.toFixed(3)} $ a million`);
      const { hours } = forecast({ ...WEB, pages: Math.round(0.98 * pages), hosts }, stack);
      assert.ok(Math.abs((hours * 3_600) / seconds - 1) < time, `${(hours * 3_600).toFixed(0)} s`);
    });
  }
});
