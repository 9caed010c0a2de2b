import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { followedLinks } from "../../peers/followed-links.ts";
import { aSample, siteUrl } from "../support/a-sample.ts";

describe("the links that a crawl followed", () => {
  it("The links of a page that were fetched are listed with the pages to which they led", () => {
    const sample = aSample(
      { path: "/", links: { "/ul/a": "/1 /2", "/p/a": "/2 /3" } },
      { path: "/2" },
    );
    const [page] = sample.pages;
    assert.ok(page);
    assert.deepEqual(followedLinks(sample, page), [
      { apath: "/ul/a", url: siteUrl("/2"), to: 1 },
      { apath: "/p/a", url: siteUrl("/2"), to: 1 },
    ]);
  });
});
