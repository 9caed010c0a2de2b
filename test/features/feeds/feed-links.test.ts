import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findFeedLinks } from "../../../lib/features/feeds/rule.ts";

const RSS = `rel="alternate" type="application/rss+xml"`;

describe("the feeds that a page names", () => {
  it("A feed is a link in the head with rel alternate and the type of a feed", () => {
    const html = `<html><head><link ${RSS} href="/rss" title="Bees">
      <LINK REL="home ALTERNATE" TYPE="application/atom+xml; charset=utf-8" HREF="/atom">
      <link rel="alternate" type="application/json" href="/wp-json">
      <link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/css">
      <link ${RSS}></head><body><link ${RSS} href="/in-a-comment">`;
    assert.deepEqual(findFeedLinks(html), [
      { href: "/rss", title: "Bees" },
      { href: "/atom", title: "" },
    ]);
  });

  it("A page that names feeds without end has ten", () => {
    assert.equal(findFeedLinks(`<link ${RSS} href="/x">`.repeat(10_000)).length, 10);
  });
});
