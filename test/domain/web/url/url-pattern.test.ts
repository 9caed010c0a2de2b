import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compilePattern } from "../../../../lib/domain/frontier/scope.ts";
import { processorMs } from "../../../support/processor-ms.ts";

function matches(pattern: string, url: string): boolean {
  return compilePattern(pattern)(url, url.indexOf("/", url.indexOf("//") + 2));
}

describe("compilePattern", () => {
  for (const [pattern, url, expected] of [
    ["/login*", "https://example.org/login?next=/", true],
    ["/login*", "https://example.org/user/login", false],
    ["/login", "https://example.org/login", true],
    ["/login", "https://example.org/login/", false],
    ["*/login*", "https://example.org/user/login", true],
    ["https://example.org/a/*", "https://example.org/a/b", true],
    ["https://example.org/a/*", "http://example.org/a/b", false],
    ["*.php?*id=*", "https://example.org/x.php?a=1&id=2", true],
    ["*.php?*id=*", "https://example.org/x.php", false],
    ["/a*b*a", "https://example.org/aba", true],
    ["/a*a", "https://example.org/a", false],
    ["/*/*", "https://example.org/a", false],
    ["/*/*", "https://example.org/a/", true],
    ["/a.c", "https://example.org/abc", false],
    ["/(a|b)[x]+", "https://example.org/a", false],
    ["*", "https://example.org/", true],
    ["/caf\u00e9*", "https://example.org/caf%C3%A9/menu", true],
    ["/a b*", "https://example.org/a%20b", true],
  ] as const) {
    it(`URL pattern ${pattern} ${expected ? "matches" : "does not match"} ${url}`, () => {
      assert.equal(matches(pattern, url), expected);
    });
  }

  it("A URL pattern agrees with a regular expression in which only * is special", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
    fc.assert(
      fc.property(text, path, (glob, rest) => {
        const expected = new RegExp(`^/${glob.replaceAll("*", ".*")}$`).test(`/${rest}`);
        assert.equal(matches(`/${glob}`, `http://x/${rest}`), expected);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("A URL pattern takes linear time where a backtracking matcher hangs", () => {
    const isMatch = compilePattern(`/${"*a".repeat(400)}*b`);
    const url = `http://x/${"a".repeat(7_900)}`;
    const started = processorMs();
    for (let round = 0; round < 100; round++) assert.equal(isMatch(url, 8), false);
    assert.ok(processorMs() - started < 1_000);
  });
});
