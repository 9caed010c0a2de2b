import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { languageAllowed } from "../../../../lib/domain/frontier/scope.ts";

describe("languageAllowed", () => {
  for (const [languages, page, expected] of [
    [[], "de", true],
    [["en"], undefined, true],
    [["en"], "", true],
    [["en"], "en", true],
    [["en"], "en-us", true],
    [["EN"], "en-US", true],
    [["en"], "eng", false],
    [["en"], "de", false],
    [["en-us"], "en", false],
    [["de", "en"], "en", true],
  ] as const) {
    it(`The language list [${languages.join()}] ${expected ? "takes" : "leaves"} a page in ${page || "no language"}`, () => {
      assert.equal(languageAllowed(languages, page), expected);
    });
  }
});
