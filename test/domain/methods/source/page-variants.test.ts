import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type PrintedPage,
  variantNumbers,
} from "../../../../lib/domain/methods/source/page-variants.ts";
import { linkName } from "../../../../lib/domain/page/text-prints.ts";
import { aUrl } from "../../../support/a-url.ts";

/** A page with these hashes of lines, and links to these paths. */
function aPage(path: string, lines: readonly number[], links: readonly string[]): PrintedPage {
  return {
    url: aUrl(`http://site.example${path}`),
    prints: {
      lines: lines.map((hash) => [hash, 60]),
      links: links.map((to) => {
        const { hash, letters } = linkName(to);
        return [hash, to.length, letters, aUrl(`http://site.example${to}`)];
      }),
    },
  };
}

describe("variants of one page", () => {
  it("Permalinks that repeat a page and link to each other are variants of it", () => {
    const permalinks = ["/post", "/post-1", "/post-2"];
    const pages = permalinks.map((path) => aPage(path, [1, 2, 3], permalinks));
    assert.deepEqual(variantNumbers(pages), [0, 0, 0]);
  });

  it("Pages with the same lines that do not link to each other are no variants", () => {
    const pages = ["/login?a", "/login?b"].map((path) => aPage(path, [1], ["/"]));
    assert.deepEqual(variantNumbers(pages), [0, 1]);
  });

  it("Pages that link to each other are no variants when most of their lines differ", () => {
    const pages = [aPage("/a", [1, 2, 3], ["/b"]), aPage("/b", [1, 4, 5], ["/a"])];
    assert.deepEqual(variantNumbers(pages), [0, 1]);
  });
});
