import { it } from "node:test";
import { aStrategy } from "../../support/a-strategy.ts";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";

// It keeps the structure of its pages, learns a site from them and weighs by what it learned.
it("A crash between any two effects loses nothing, doubles nothing, and changes no decision: source", (test) =>
  crashEverywhere(test, planFor(aStrategy("source"))));
