import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fenced, NOTICE, partOf, quotedValue, visibleText } from "../../lib/mcp/from-web.ts";
import { anyCharacter } from "../support/any-text.ts";

const anyText = fc.string({ unit: anyCharacter, maxLength: 200 });

describe("what pages say to an agent", () => {
  it("No text contains the mark that ends it, not even one that knows an earlier mark", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const earlier = fenced(text);
        const [notice = "", first = "", ...rest] = fenced(earlier).split("\n");
        const mark = first.slice("<<<".length);
        assert.match(mark, /^[0-9a-f]{24}$/);
        assert.ok(notice.startsWith(NOTICE) && notice.endsWith(`${mark}.`));
        assert.equal(rest.at(-1), `${mark}>>>`);
        assert.equal(rest.slice(0, -1).join("\n"), earlier);
        assert.ok(!earlier.includes(mark));
      }),
      { seed: 1 },
    );
  });

  it("Parts of a text are together the text, and none is longer than asked for or ends within a character", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 50 }), (text, most) => {
        const parts: string[] = [];
        for (let at: number | null = 0; at !== null; ) {
          const part = partOf(text, at, most);
          assert.ok(part.text.length <= most);
          assert.ok(part.text.isWellFormed());
          parts.push(part.text);
          at = part.nextOffset;
        }
        assert.equal(parts.join(""), visibleText(text));
      }),
      { seed: 1 },
    );
  });

  it("An offset behind the end gives nothing, and says how long the text is", () => {
    assert.deepEqual(partOf("bees", 9, 10), { text: "", length: 4, nextOffset: null });
  });

  it("Nothing hides: controls, marks of direction, tags and selectors go; joiners and line feeds stay", () => {
    const hidden = ["\u001b[2J", "\u202e", "\u{e0049}\u{e0047}", "\ufe0f\u{e0101}", "\u200b"];
    assert.equal(visibleText(`a${hidden.join("")}b`), "a[2J\ufe0fb");
    assert.equal(visibleText("می\u200cخواهم\n\tक्\u200dष"), "می\u200cخواهم\n\tक्\u200dष");
  });

  it("Values are cut, lists too, and what is empty is left out", () => {
    const value = { long: "x".repeat(5_000), list: Array(500).fill(1), none: undefined, at: null };
    const { long, list, ...others } = quotedValue(value) as Record<string, unknown>;
    assert.equal(String(long).length, 2_001);
    assert.ok(Array.isArray(list) && list.length === 100);
    assert.deepEqual(others, {});
  });
});
