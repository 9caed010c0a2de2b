import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isLoggedAs, presentChoice } from "../../lib/project/earlier-choice.ts";
import { checkStrategy } from "../../lib/project/strategy-choice.ts";

/** What earlier versions kept of these strategies, with every option that they had but retired ones. */
const SOURCE = {
  ...{ name: "source", goal: "ucc", variant: "dowser", sampling: "apath", eps: "knee" },
  ...{ info: true, dsim: true, balance: true, learning: "counted", alpha: 0.5 },
  ...{ text: true, driftShare: 0.3 },
};
const LINK_DISTANCE = {
  ...{ name: "link-distance", variant: "dowser", depthPenalty: 0.03 },
  ...{ branchDiscount: 0, siblingShortfall: 0, confidence: 0, selfTraining: true, online: true },
};
const ADAPTIVE = {
  ...{ name: "adaptive", variant: "dowser", pageLearner: "ridge-regression" },
  ...{ linkLearner: "ridge-regression", features: "all", beta: "greedy", conformal: "none" },
  ...{ labelPrior: true, delayedReward: true, warmUp: 0, growth: 0.1 },
  objective: "utility",
};

/** A choice as it is kept today when a user writes only the name and these options. */
async function kept(value: unknown) {
  const checked = await checkStrategy(value);
  return checked.ok ? checked.choice : checked.issues;
}

describe("strategies as earlier versions wrote them", () => {
  it("A strategy that a run kept in full is the same as one that is written by its name today", async () => {
    for (const earlier of [SOURCE, { ...SOURCE, goal: "target", alpha: 0.8, text: false }]) {
      const { name, goal } = earlier;
      assert.deepEqual(presentChoice(earlier), await kept({ name, goal }));
    }
    for (const earlier of [LINK_DISTANCE, ADAPTIVE])
      assert.deepEqual(presentChoice(earlier), await kept(earlier.name));
  });

  it("A variant as published, which was an option, is a strategy of its own", async () => {
    const source = { ...SOURCE, variant: "paper", text: false };
    assert.deepEqual(presentChoice(source), await kept("published-source"));
    const untold = { ...SOURCE, text: false };
    assert.deepEqual(presentChoice(untold), await kept({ name: "published-source", paths: "all" }));
    const paths = { ...LINK_DISTANCE, variant: "paper", depthPenalty: 0 };
    assert.deepEqual(
      presentChoice({ ...paths, online: false }),
      await kept("published-link-distance"),
    );
    assert.deepEqual(
      await kept({ name: "adaptive", variant: "paper" }),
      await kept("published-adaptive"),
    );
  });

  it("A learner that only published strategies have keeps the rest of `adaptive` as it was", async () => {
    const choice = await kept({ name: "adaptive", linkLearner: "elastic-net" });
    assert.deepEqual(choice, {
      ...{ ...ADAPTIVE, name: "published-adaptive", linkLearner: "elastic-net" },
    });
  });

  it("An option that never had an effect is refused with the value that it has", async () => {
    for (const option of [{ alpha: 0.6 }, { sampling: "breadth-first" }, { text: "yes" }])
      assert.ok(Array.isArray(await kept({ name: "source", ...option })), JSON.stringify(option));
  });

  it("Today's choices and strategies of others are left as they are", () => {
    for (const choice of [{ name: "source", goal: "ucc" }, { name: "tpm" }, { module: "./m.ts" }])
      assert.deepEqual(presentChoice(choice), choice);
  });

  it("A published form is logged by the name of its method, every other strategy by its own", () => {
    assert.equal(isLoggedAs("source", "published-source"), true);
    assert.equal(isLoggedAs("source", "source"), true);
    assert.equal(isLoggedAs("published-source", "source"), false);
    assert.equal(isLoggedAs("adaptive", "published-source"), false);
  });
});
