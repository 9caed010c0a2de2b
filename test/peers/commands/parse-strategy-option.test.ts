import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { LOKMAN_VARIANTS } from "../../../lib/domain/methods/lokman/options.ts";
import { DowserError } from "../../../lib/errors.ts";
import { STRATEGY_NAMES } from "../../../lib/project/registry.ts";
import { parseStrategyOption } from "../../../peers/commands/parse-strategy-option.ts";
import { anyCharacter } from "../../support/any-text.ts";

describe("parseStrategyOption", () => {
  for (const name of STRATEGY_NAMES) {
    it(`\`parseStrategyOption\` knows ${name}`, async () => {
      assert.equal((await parseStrategyOption(name)).name, name);
    });
  }

  for (const [text, message] of [
    ["best-frist", /"best-frist" must be one of .*; did you mean `best-first`\?/],
    ["random:depth=3", /depth: unknown key/],
    ["random:depth", /"depth" is not option=value/],
    ["random:=3", /"=3" is not option=value/],
    ["random:", /"" is not option=value/],
    ["random:a=1,a=2", /a is repeated/],
    ["random:name=breadth-first", /name is repeated/],
    ["", /"" must be one of/],
    ["lokman:weights=1,weights.exact=2", /weights is repeated/],
    ["lokman:weights.exact=1,weights.exact=2", /weights.exact is repeated/],
    ["lokman:weights.near=1", /weights.near: unknown key/],
    ["lokman:__proto__.x=1", /__proto__: unknown key/],
  ] as const) {
    it(`\`parseStrategyOption\` refuses ${JSON.stringify(text)}`, async () => {
      await assert.rejects(async () => parseStrategyOption(text), {
        code: "bad-strategy-option",
        reaction: "fix-config",
        message,
      });
    });
  }

  it("`parseStrategyOption` throws only its own errors", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string(), async (name, options) => {
        for (const text of [name, `random:${options}`, `${name}:${options}`]) {
          await assert.rejects(async () => parseStrategyOption(text), DowserError);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("options of lokman", () => {
  it("The strategy `lokman` takes missing options from its variant, section by section", async () => {
    const paper = await parseStrategyOption(
      "lokman:variant=paper,merge=increment,weights.context=3",
    );
    assert.deepEqual(paper, {
      ...{ name: "lokman", ...LOKMAN_VARIANTS.paper, merge: "increment" },
      weights: { ...LOKMAN_VARIANTS.paper.weights, context: 3 },
    });
    assert.deepEqual(await parseStrategyOption("lokman"), {
      name: "lokman",
      ...LOKMAN_VARIANTS.dowser,
    });
  });

  it("The strategy `lokman` has the thesis's options in its paper variant", () => {
    const { weights, capacity } = LOKMAN_VARIANTS.paper;
    assert.deepEqual(weights, { exact: 15, synonym: 12, partial: 8, context: 5, narrower: 0 });
    assert.equal(capacity, 10_000);
  });
});
