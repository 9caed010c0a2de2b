import { it } from "node:test";
import { askingStrategy } from "../../support/asking-strategy.ts";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";

// It asks a search engine by what came of the queries before, and scores again what was found.
it("A crash between any two effects loses nothing, doubles nothing, and changes no decision: asking", (test) =>
  crashEverywhere(test, planFor(askingStrategy())));
