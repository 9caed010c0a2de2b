import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { correctionsOf } from "../../../bench/courses/strategies.ts";

const SETTINGS = {
  name: "link-distance",
  variant: "dowser",
  depthPenalty: 0.03,
  branchDiscount: 0,
  siblingShortfall: 0,
  confidence: 0,
  selfTraining: true,
  online: true,
} as const;

const changesOf = (settings: Parameters<typeof correctionsOf>[0]) =>
  correctionsOf(settings).map((contestant) =>
    "strategy" in contestant ? contestant.strategy : "",
  );

describe("corrections that are tried", () => {
  it("The tried variants are the unchanged one, then each correction switched off or on", () => {
    assert.deepEqual(changesOf(SETTINGS), [
      "link-distance:variant=dowser",
      "link-distance:variant=dowser,depthPenalty=0",
      "link-distance:variant=dowser,branchDiscount=0.2",
      "link-distance:variant=dowser,siblingShortfall=0.2",
      "link-distance:variant=dowser,online=false",
      "link-distance:variant=dowser,selfTraining=false",
    ]);
  });

  it("The tried variants contain only corrections that the strategy's variant knows", () => {
    const settings = { ...SETTINGS, variant: "paper", depthPenalty: 0, online: false } as const;
    assert.deepEqual(changesOf(settings).slice(1), [
      "link-distance:variant=paper,depthPenalty=0.05",
      "link-distance:variant=paper,branchDiscount=0.2",
      "link-distance:variant=paper,siblingShortfall=0.2",
      "link-distance:variant=paper,confidence=1",
      "link-distance:variant=paper,selfTraining=false",
    ]);
  });
});
