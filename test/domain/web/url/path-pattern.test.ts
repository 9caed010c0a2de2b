import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compilePathPattern, normalPath } from "../../../../lib/domain/web/url/path-pattern.ts";

/** A few characters, so that patterns and paths often meet. */
const WORD = fc.array(fc.constantFrom("a", "b", "/", "$", "*"), { maxLength: 8 });

/** The same pattern as a regular expression, by RFC 9309 §2.2.3 to the letter. */
function asRegExp(pattern: string): RegExp {
  const isAnchored = pattern.endsWith("$");
  const source = (isAnchored ? pattern.slice(0, -1) : pattern)
    .replaceAll("$", "\\$")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}${isAnchored ? "$" : ""}`);
}

describe("path patterns", () => {
  it("A robots.txt path pattern matches what the regular expression of its definition matches", () => {
    const holds = (patternParts: readonly string[], pathParts: readonly string[]) => {
      const pattern = `/${patternParts.join("")}`;
      const path = `/${pathParts.join("")}`;
      const compiled = compilePathPattern(pattern);
      assert.equal(compiled?.matches(normalPath(path)), asRegExp(pattern).test(path));
    };
    fc.assert(fc.property(WORD, WORD, holds), { seed: 1, numRuns: 5_000 });
  });

  it("A robots.txt path pattern is as specific as the length of its normal form", () => {
    const specificity = (pattern: string) => compilePathPattern(pattern)?.specificity;
    assert.equal(specificity("/"), 1);
    assert.equal(specificity("/*a$"), 4);
    assert.equal(specificity("/é"), 7);
    assert.equal(specificity("/%61"), 2);
  });

  it("A robots.txt path pattern that starts with neither / nor * is ignored", () => {
    for (const pattern of ["", "a", "$", "?a", " /a"]) {
      assert.equal(compilePathPattern(pattern), undefined, pattern);
    }
  });
});

describe("the normal form of a path", () => {
  it("The normal form of a path is idempotent and unchanged by previous percent-encoding", () => {
    const units = [
      "a",
      "%",
      "%41",
      "%2f",
      "%C3%A9",
      "é",
      "ツ",
      "\uD800",
      "?",
      "*",
      "$",
      "&",
      " ",
      "/",
      "[",
      "\0",
    ];
    const path = fc.array(fc.constantFrom(...units)).map((parts) => `/${parts.join("")}`);
    const holds = (text: string) => {
      const normal = normalPath(text);
      assert.match(normal, /^[\w.~/?&=%-]*$/);
      assert.equal(normalPath(normal), normal);
      const wellFormed = text.toWellFormed();
      assert.equal(normalPath(encodeURI(wellFormed).replaceAll("%25", "%")), normal);
    };
    fc.assert(fc.property(path, holds), { seed: 1, numRuns: 500 });
  });
});
