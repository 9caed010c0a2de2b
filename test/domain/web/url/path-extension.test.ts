import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pathExtension } from "../../../../lib/domain/frontier/scope.ts";

describe("pathExtension", () => {
  for (const [path, expected] of [
    ["/a/photo.JPG", "jpg"],
    ["/a/paper.pdf?download=1", "pdf"],
    ["/a/paper.tar.gz", "gz"],
    ["/a/paper.pdf;jsessionid=1.2", "pdf"],
    ["/view.php?file=a.pdf", "php"],
    ["/view?file=a/b.pdf", undefined],
    ["/a.pdf/", undefined],
    ["/v1.2/page", undefined],
    ["/.hidden", undefined],
    ["/ends.", undefined],
    ["/", undefined],
    ["/wiki/File:Oak.jpg", undefined],
    ["/read.this-long-sentence", undefined],
  ] as const) {
    it(`The path ${path} has the extension ${expected ?? "none"}`, () => {
      assert.equal(pathExtension(`https://example.org${path}`, 19), expected);
    });
  }
});
