import { describe } from "node:test";
import { benchNames } from "../../bench/entry/benches.ts";
import { itPlays } from "./play-smoke.ts";

describe("smoke runs of the benches, those of the others", () => {
  for (const name of benchNames().filter((_, at) => at % 2 === 1)) itPlays(name);
});
