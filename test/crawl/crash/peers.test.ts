import { it } from "node:test";
import { aLoadedStrategy } from "../../support/a-strategy.ts";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";

/** Strategies whose promises are those of other suites, too: a sample of their crashes will do. */
const STRATEGIES = {
  /** It weighs groups by all links drawn, and each model learns from the one before. */
  "sleeping bandit": "sleeping-bandit",
  "source as published": "published-source:sampleSize=4",
};

for (const [name, strategy] of Object.entries(STRATEGIES)) {
  it(`A crash between any two effects loses nothing, doubles nothing, and changes no decision: ${name}`, async (test) =>
    crashEverywhere(test, planFor(await aLoadedStrategy(strategy))));
}
