import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseMediaType } from "../../../../lib/adapters/web/live/media-type.ts";

describe("Content-Type headers", () => {
  const cases: readonly (readonly [header: string | undefined, type: string, charset?: string])[] =
    [
      [undefined, ""],
      ["", ""],
      ["text/html", "text/html"],
      [" Text/HTML ; charset=utf-8", "text/html", "utf-8"],
      ['text/html;x=1;CHARSET = "Shift_JIS" ', "text/html", "Shift_JIS"],
      ["text/html;charset=utf-8;charset=latin1", "text/html", "utf-8"],
      ["text/html;charset=", "text/html"],
      ['text/html;charset=""', "text/html"],
      ["text/html;mycharset=x", "text/html"],
      ["application/xhtml+xml", "application/xhtml+xml"],
      ["html", ""],
      ["text/", ""],
      ["text/html, text/plain", ""],
      ["; charset=utf-8", "", "utf-8"],
    ];
  for (const [header, mediaType, charset] of cases) {
    it(`reads ${JSON.stringify(header)}`, () => {
      assert.deepEqual(parseMediaType(header), { mediaType, charset });
    });
  }
});
