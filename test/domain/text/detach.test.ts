import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { compileFields } from "../../../lib/domain/page/extract-fields.ts";
import { settledView } from "../../../lib/domain/page/view-parts.ts";
import { detach } from "../../../lib/domain/text/safe-text.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { viewOf } from "../page/a-page.ts";

const PAGES = 60;
const PAGE_LENGTH = 500_000;

/** Heap in bytes after a collection. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}

/** Heap that 60 pages of half a megabyte leave behind when `keep` of each is kept. */
function growth(keep: (html: string) => unknown): number {
  const before = heapUsed();
  const kept = Array.from({ length: PAGES }, (_, index) => keep(aLargePage(index)));
  const after = heapUsed();
  assert.equal(kept.length, PAGES);
  return after - before;
}

/** One flat string, as a decoder makes it. */
function aLargePage(index: number): string {
  const head = `<title>The title of page ${index}</title><h1 id="an-identifier-${index}">A heading of page ${index}</h1>`;
  const link = `<a class="some-class-${index}" rel="nofollow-or-not" href="/a/page?number=${index}">A link on page ${index}</a>`;
  const page = Buffer.alloc(PAGE_LENGTH, "x ");
  page.write(
    `${head}<p><a href="http://site.example/a/canonical/page/${index}">Words</a> before the link ${link} and <b>important words ${index}</b> after it</p>`,
  );
  return page.toString("latin1");
}

describe("detach", () => {
  it("detach keeps the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => assert.equal(detach(text), text)),
      { seed: 1, numRuns: 200 },
    );
  });

  it("detach releases the page that a slice keeps in memory", () => {
    const pinned = growth((html) => html.slice(20, 60));
    const detached = growth((html) => detach(html.slice(20, 60)));
    assert.ok(pinned > (PAGES * PAGE_LENGTH) / 2, `a slice no longer pins: ${pinned}`);
    assert.ok(detached < (PAGES * PAGE_LENGTH) / 20, `${detached} bytes kept`);
  });

  const strings: Readonly<Record<string, (html: string) => unknown>> = {
    "the URL of a link that is written in canonical form": (html) => {
      const start = html.indexOf("http");
      return canonicalUrl(html.slice(start, html.indexOf('"', start)));
    },
    "the fields of a page": compileFields({ heading: "h1", link: "a@href" }),
    "the only text of a page": (html) => viewOf(`the only text of this page<!--${html}-->`).text,
    "a settled view": (html) => settledView(viewOf(`${html.slice(0, 1_000)}<!--${html}-->`)),
  };
  for (const [name, keep] of Object.entries(strings)) {
    it(`detach is applied to ${name}`, () => {
      const kept = growth(keep);
      assert.ok(kept < (PAGES * PAGE_LENGTH) / 10, `${kept} bytes kept`);
    });
  }

  it("detach is applied to every small string of a page view", () => {
    const kept = growth((html) => {
      const { title, headings, emphasis, anchors, rows, classNames, ids, language } = viewOf(html);
      const { xpathBag, classPathBag } = viewOf(html);
      const paths = { xpathBag, classPathBag };
      return { title, headings, emphasis, anchors, rows, paths, classNames, ids, language };
    });
    assert.ok(kept < (PAGES * PAGE_LENGTH) / 10, `${kept} bytes kept`);
  });
});
