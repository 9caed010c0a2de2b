import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { linkResolver } from "../../../lib/domain/page/links.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "./a-page.ts";

const BASES = [
  "http://site.example/",
  "https://site.example/",
  "http://site.example:8080/",
  "http://site.example/dir/page",
  "http://site.example/dir/other?a=/b/c",
  "http://site.example/dir/deep/",
  "https://other.example/dir/page",
].map(aUrl);

const PIECES =
  "a page / // . .. ../ ./ ? ?x=1 #f : http: https: HTTP: mailto: javascript: site.example other.example : 8080 @ \\ % %2e \t é";

describe("references that pages of a site have in common", () => {
  it("A reference is resolved as on a page alone, whatever pages were read before", () => {
    const href = fc
      .array(fc.constantFrom(...PIECES.split(" ")), { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join("").trim());
    const options = fc.constantFrom({}, { dropParameters: ["x"] });
    fc.assert(
      fc.property(fc.constantFrom(...BASES), href, options, (base, reference, canonical) => {
        const resolve = linkResolver(base, canonical, "utf-8");
        for (let again = 0; again < 2; again += 1)
          assert.deepEqual(resolve(reference), canonicalUrl(reference, base, canonical));
      }),
      { seed: 1, numRuns: 5_000 },
    );
  });

  it("A query is in the encoding of its page, also where a page in another one had the reference", () => {
    const urlIn = (encoding: string) => {
      const resolved = linkResolver(aUrl("http://site.example/dir/page"), {}, encoding)("/f?q=é");
      return resolved.ok ? resolved.url : undefined;
    };
    assert.equal(urlIn("utf-8"), "http://site.example/f?q=%C3%A9");
    assert.equal(urlIn("windows-1252"), "http://site.example/f?q=%E9");
    assert.equal(urlIn("utf-8"), "http://site.example/f?q=%C3%A9");
  });

  it("More references than are shared are resolved", () => {
    const base = aUrl("http://site.example/dir/page");
    const resolve = linkResolver(base, {}, "utf-8");
    for (let index = 0; index < 25_000; index += 1) {
      const resolved = resolve(`/page/${index}`);
      assert.equal(resolved.ok && resolved.url, `http://site.example/page/${index}`);
    }
  });
});
