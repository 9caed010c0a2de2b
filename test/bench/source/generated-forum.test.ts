import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { generateForum } from "../../../bench/source/generated-forum.ts";

describe("the generated forum", () => {
  const { seed, types, pages } = generateForum();
  const urls = new Set(pages.map(({ url }) => url));

  it("The generated forum has each page once, of a known type, and is the same each time", () => {
    assert.equal(urls.size, pages.length);
    assert.ok(urls.has(seed));
    const names = new Set(types.map(({ name }) => name));
    assert.deepEqual(new Set(pages.map(({ type }) => type)), names);
    assert.deepEqual(generateForum().pages, pages);
  });

  it("The generated forum reaches all its pages by links, and no link is dead", () => {
    const htmlOf = new Map(pages.map(({ url, html }) => [url, html]));
    const reached = new Set([seed]);
    for (const url of reached) {
      for (const [, href = ""] of (htmlOf.get(url) ?? "").matchAll(/href="([^"]*)"/g))
        reached.add(new URL(href, url).href);
    }
    assert.deepEqual([...reached].toSorted(), [...urls].toSorted());
  });

  it("The generated forum shows each thread under permalinks too, with the same content", () => {
    const thread = pages.find(({ type }) => type === "thread");
    assert.ok(thread !== undefined);
    const permalink = pages.find(({ url }) => url === `${thread.url}post-1`);
    assert.equal(permalink?.html, thread.html);
  });
});
