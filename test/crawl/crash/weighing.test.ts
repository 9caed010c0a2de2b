import { it } from "node:test";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";
import { weighingStrategy } from "../../support/weighing-strategy.ts";

// It weighs groups by all that was fetched, and trains in between: order and sums show any difference.
for (const commits of ["deferred", "at once"] as const) {
  it(`A crash between any two effects loses nothing, doubles nothing, and changes no decision: weighing, commits ${commits}`, (test) =>
    crashEverywhere(test, planFor(weighingStrategy()), { commits }));
}
