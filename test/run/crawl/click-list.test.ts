import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseClicks } from "../../../lib/run/crawl/click-list.ts";

const shown = (text: string) =>
  parseClicks(text, "c").map(
    ({ line, url, isTarget, session }) => `${line} ${url}${isTarget ? " *" : ""} ${session}`,
  );

describe("a list of clicks", () => {
  it("A click list has one URL a line, marks targets, splits sessions at blank lines, and skips comments", () => {
    const text = `
http://a.example/
# a thought
http://a.example/b#part  *


http://c.example/  # the other site
`;
    assert.deepEqual(shown(text), [
      "2 http://a.example/ 0",
      "4 http://a.example/b * 0",
      "7 http://c.example/ 1",
    ]);
  });

  it("A click list is refused with all its errors, by line", () => {
    const text = "http://a.example/ http://a.example/b\nexample.org\nhttp://a.example/ * *";
    assert.throws(() => parseClicks(text, "c.txt"), {
      code: "bad-paths",
      message: `c.txt:1 holds more than a URL and \` *\`
c.txt:2 "example.org" is not an HTTP URL: malformed
c.txt:3 holds more than a URL and \` *\``,
    });
    assert.throws(() => parseClicks("\n# none\n", "c.txt"), { message: "c.txt:1 holds no URL" });
  });

  it("A click list's error names at most fifty lines", () => {
    assert.throws(
      () => parseClicks("x\n".repeat(80), "c"),
      (error: Error) => {
        const lines = error.message.split("\n");
        return lines.length === 51 && lines.at(-1) === "and 30 more";
      },
    );
  });
});
