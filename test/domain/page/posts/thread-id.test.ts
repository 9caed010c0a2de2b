import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { threadId } from "../../../../lib/domain/page/posts/thread-id.ts";
import { aUrl, viewOf } from "../a-page.ts";

/** The id of the thread of a page with this address and these links. */
function idOf(url: string, html = "", canonicalUrl?: string): string | undefined {
  const { anchors } = viewOf(`<!doctype html><title>A page</title>${html}`);
  return threadId({
    ...viewOf(""),
    url: aUrl(url),
    anchors,
    canonicalUrl: canonicalUrl === undefined ? undefined : aUrl(canonicalUrl),
  });
}

describe("threadId", () => {
  for (const [url, id] of [
    ["http://a.example/viewtopic.php?f=2&t=900&start=15", "900"],
    ["http://a.example/viewtopic.php%3Ft=900.html", "900"],
    ["http://a.example/index.php?topic=900.15", "900"],
    ["http://a.example/threads/hives-in-spring.900/page-2", "900"],
    ["http://a.example/t/hives/900/3", "900"],
    ["http://a.example/topic/900-hives/", "900"],
    ["http://a.example/questions/900/hives", "900"],
    ["http://a.example/about", undefined],
  ] as const) {
    it(`Is ${id} at ${url}`, () => assert.equal(idOf(url), id));
  }

  it("Is that of most links where the address has none, as that of a permalink", () => {
    const links = `<a href="/reply?t=900">Reply</a> <a href="/print?t=900">Print</a> <a href="/view?t=7">Next</a>`;
    assert.equal(idOf("http://a.example/viewtopic.php?p=71", links), "900");
    assert.equal(
      idOf("http://a.example/viewtopic.php?p=71", `<a href="/reply?t=900">Reply</a>`),
      undefined,
    );
  });

  it("Is the canonical address where no number is known", () => {
    assert.equal(
      idOf("http://a.example/hives?print=1", "", "http://a.example/hives"),
      "http://a.example/hives",
    );
  });
});
