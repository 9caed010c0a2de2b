import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parseStrategyOption } from "../../lib/config/parse-strategy-option.ts";
import { STRATEGY_NAMES } from "../../lib/config/strategy-schema.ts";
import { DowserError } from "../../lib/errors.ts";

describe("parseStrategyOption", () => {
  for (const name of STRATEGY_NAMES) {
    it(`knows ${name}`, () => {
      assert.deepEqual(parseStrategyOption(name), { name });
    });
  }

  for (const [text, message] of [
    ["best-frist", /"best-frist" is none of .*; did you mean `best-first`\?/],
    ["random:depth=3", /depth: unknown key/],
    ["random:depth", /"depth" is no option=value/],
    ["random:=3", /"=3" is no option=value/],
    ["random:", /"" is no option=value/],
    ["random:a=1,a=2", /a stands twice/],
    ["random:name=breadth-first", /name stands twice/],
    ["", /"" is none of/],
  ] as const) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseStrategyOption(text), {
        code: "bad-strategy-option",
        reaction: "fix-config",
        message,
      });
    });
  }

  it("throws nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, options) => {
        for (const text of [name, `random:${options}`, `${name}:${options}`]) {
          assert.throws(() => parseStrategyOption(text), DowserError);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
