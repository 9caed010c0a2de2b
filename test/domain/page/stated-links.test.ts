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

  it("A refresh without a URL leads nowhere but to the page itself", () => {
    for (const content of ["300;url=", "300; url =", "0, URL=  "]) {
      assert.deepEqual(urls("x", [["refresh", content]]), [], content);
      assert.deepEqual(urls(`<meta http-equiv=refresh content="${content}">x`), [], content);
    }
    assert.deepEqual(urls("x", [["refresh", "0;url=url=a"]]), ["http://site.example/dir/url=a"]);
  });

  it("A Link header names the canonical page where no element does", () => {
    const canonical = (html: string) =>
      viewOf(html, false, [["link", '</a>; rel="shortlink", </c>; rel="canonical"']]).canonicalUrl;
    assert.equal(canonical("x"), "http://site.example/c");
    assert.equal(canonical('<link rel="canonical" href="/own">x'), "http://site.example/own");
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
