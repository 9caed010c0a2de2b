import { it } from "node:test";
import { aStrategy } from "../../support/a-strategy.ts";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";

/** What a crash could spoil in priorities, each by a strategy that would show it. */
const STRATEGIES = {
  /** Priorities are sums over the links that lead to a page: a doubled step would count twice. */
  summing: { ...aStrategy({ name: "best-first" }), merge: "sum" },
  /** Between two layers it trains, scores all that waits again and begins the next: three effects. */
  layered: aStrategy("opic:topN=5,depth=9"),
} as const;

for (const [name, strategy] of Object.entries(STRATEGIES)) {
  it(`A crash between any two effects loses nothing, doubles nothing, and changes no decision: ${name}`, (test) =>
    crashEverywhere(test, planFor(strategy)));
}
