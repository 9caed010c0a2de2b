import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { wordsOf } from "../../../../lib/domain/text/words.ts";
import { urlWords } from "../../../../lib/domain/web/url/url-words.ts";
import { aUrl } from "../../../support/a-url.ts";

const FROM = aUrl("http://site.example/");
const words = (url: string) => wordsOf(urlWords(aUrl(url), FROM)).join(" ");

describe("words of a URL", () => {
  it("URL words are the decoded words of path and query", () => {
    assert.equal(
      words("http://site.example/bee-keeping/queen%20bee?q=wax+moth"),
      "bee keeping queen bee q wax moth",
    );
    assert.equal(words("http://site.example/wiki/M%C3%A9ni%C3%A8re"), "wiki ménière");
  });

  it("URL words leave out the file extension of the server", () => {
    assert.equal(words("http://site.example/hive.html"), "hive");
    assert.equal(words("http://site.example/v2.0"), "v2 0");
    assert.equal(words("http://site.example/Dr.Smith"), "dr smith");
  });

  it("URL words name the host of a link that leads away, without its public suffix", () => {
    assert.equal(words("https://honey.bees.co.uk/"), "honey bees");
    assert.equal(words("http://site.example:8080/a"), "site a");
    assert.equal(words("http://localhost/a"), "a");
    assert.equal(words("http://192.0.2.7/a"), "a");
  });

  it("URL words exist for every URL", () => {
    const property = fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      assert.equal(typeof urlWords(aUrl(url), FROM), "string");
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
    assert.equal(words("http://site.example/100%-wool/%E4/bee%20wax"), "100 wool e4 bee wax");
  });
});
