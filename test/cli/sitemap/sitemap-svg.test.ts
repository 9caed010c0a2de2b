import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sitemapSvg } from "../../../lib/cli/sitemap/sitemap.ts";
import { aSiteArc, aSitemap } from "../../support/a-sitemap.ts";

const SITEMAP = aSitemap(3, [aSiteArc(0, 1, 4), aSiteArc(1, 0, 2), aSiteArc(2, 2, 8)], 1);

describe("the drawing of a sitemap", () => {
  it("The sitemap drawing is SVG with the name of every type", () => {
    const svg = sitemapSvg(SITEMAP);
    assert.match(svg, /^<svg .*<\/svg>\s*$/s);
    for (const { name } of SITEMAP.types) assert.match(svg, new RegExp(`>${name}<`));
  });

  it("The sitemap drawing has each arrow with its head, and each loop", () => {
    const svg = sitemapSvg(SITEMAP);
    assert.equal(svg.match(/<path d="M[\d. ]+Q[^>]*\/><polygon/g)?.length, 2);
    assert.equal(svg.match(/<circle [^>]*fill="none"/g)?.length, 1);
  });

  it("The sitemap drawing is the same text for the same sitemap, whatever was drawn before", () => {
    const first = sitemapSvg(SITEMAP);
    sitemapSvg(aSitemap(5, [aSiteArc(3, 4, 1)]));
    assert.equal(sitemapSvg(SITEMAP), first);
  });

  it("The sitemap drawing holds nothing that could break a page around it: no script, style or id", () => {
    assert.doesNotMatch(sitemapSvg(SITEMAP), /<script|<style| (?:class|id|on\w+)=/);
  });

  it("The sitemap drawing needs no page type", () => {
    assert.match(sitemapSvg(aSitemap(0)), />0 page types/);
  });
});
