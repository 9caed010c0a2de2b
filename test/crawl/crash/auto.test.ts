import { it } from "node:test";
import { aLoadedStrategy } from "../../support/a-strategy.ts";
import { crashEverywhere, planFor } from "../../support/crash-everywhere.ts";

// Its models, its guard and its draws by chance depend on those before, and on every draw.
it("A crash between any two effects loses nothing, doubles nothing, and changes no decision: auto", async (test) =>
  crashEverywhere(test, planFor(await aLoadedStrategy("auto"))));
