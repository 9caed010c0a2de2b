import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  canonicalUrl,
  MAX_URL_LENGTH,
  plainResolver,
} from "../../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../../support/a-url.ts";
import { cases, seedOf } from "../../../support/slow.ts";

const BASES = [
  "http://site.example/",
  "https://site.example:8443/dir/page?old=1",
  "http://10.0.0.1/a//b/",
  "http://xn--bcher-kva.example/a/b.html?x=/y/z",
  "http://site.example/a%20b/c?",
].map(aUrl);

const PIECES = (
  "/ // . .. ... ./ ../ a b.html index.php ? ?? & = ; : :80 # #top % %2e %2E %20 %c3 @ ~ ! $ ' ( ) * + , " +
  '\\ | ^ [ ] { } < > ` " é 語 http: https: ftp: http:// http://site.example http://site.example/ ' +
  "https://site.example:8443/ http://site.example:80/ http://other.example/ //other.example mailto:a@b A Z 0 - _ " +
  "https:// other.example x--y.example https://xn--.example/ .0/ .0x1/ 1.2.3.4/ .example/ .example./ . o@"
).split(" ");

const references = fc
  .array(fc.constantFrom(...PIECES, " ", "\t", "\n", "\0"), { minLength: 1, maxLength: 7 })
  .map((pieces) => pieces.join(""));

describe("plain references", () => {
  const settings = { seed: seedOf(23), numRuns: cases(30_000, 3_000_000) };

  it("A plain reference has the URL that the URL standard gives it, whatever the base", () => {
    const resolvers = BASES.map((base) => ({ base, resolve: plainResolver(base) }));
    const agree = (reference: string): void => {
      for (const { base, resolve } of resolvers) {
        const plain = resolve(reference);
        if (plain !== undefined) assert.deepEqual(plain, canonicalUrl(reference, base), reference);
      }
    };
    fc.assert(fc.property(references, agree), settings);
  });

  it("The links of common sites are plain references", () => {
    const resolve = plainResolver(aUrl("http://site.example/dir/page?old=1"));
    const urls = [
      ["/a/b.html", "http://site.example/a/b.html"],
      ["viewtopic.php?t=1&p=2#3", "http://site.example/dir/viewtopic.php?t=1&p=2"],
      ["?page=2", "http://site.example/dir/page?page=2"],
      ["http://site.example/x", "http://site.example/x"],
      ["https://www.other.example/a?b=1#c", "https://www.other.example/a?b=1"],
    ] as const;
    for (const [reference, url] of urls) assert.equal(resolve(reference)?.url, url);
  });

  it("A plain reference that is too long is left to the URL standard", () => {
    const resolve = plainResolver(aUrl("http://site.example/"));
    assert.equal(resolve(`/${"x".repeat(MAX_URL_LENGTH)}`), undefined);
  });
});
