import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewOf } from "./a-page.ts";

describe("what a page states beside its content", () => {
  const urls = (html: string, headers: readonly (readonly [string, string])[] = []) =>
    viewOf(html, false, headers).anchors.map(({ url, rel }) => `${url} ${rel.join()}`.trim());

  it("A Refresh header is followed as the element is", () => {
    assert.deepEqual(urls("x", [["refresh", "0; url=/next"]]), ["http://site.example/next"]);
    assert.deepEqual(urls("x", [["refresh", "5"]]), []);
  });

  it("The next page is a link, wherever it is stated", () => {
    const next = "http://site.example/p2 next";
    assert.deepEqual(urls('<link rel="next" href="/p2">'), [next]);
    assert.deepEqual(urls("x", [["link", '</a>; rel=prev, </p2>; title="a, b"; rel="next"']]), [
      next,
    ]);
    assert.deepEqual(
      urls("x", [
        ["link", "</p2>; rel=next"],
        ["link", "</p2>; rel=next"],
      ]),
      [next],
    );
    assert.deepEqual(urls("x", [["link", "</a>; rel=nextish, </b>; rel=preload"]]), []);
  });

  it("A link of the page stays as it is, and comes once", () => {
    const html = '<link rel="next" href="/p2"><p><a href="p2/../../p2">more</a>';
    assert.deepEqual(urls(html), ["http://site.example/p2"]);
  });

  it("A shadow root shows its content; other templates do not", () => {
    const view = viewOf(
      '<article><template shadowrootmode="open"><p>in <a href="/in">link</a></p></template></article>' +
        '<template><a href="/no">no</a></template><template shadowrootmode="x">no</template><p>after',
    );
    assert.equal(view.text, "in link\nafter");
    assert.deepEqual(
      view.anchors.map(({ url }) => url),
      ["http://site.example/in"],
    );
  });
});
