import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  countUnread,
  unreadEvent,
  unreadInWords,
  unreadSources,
} from "../../lib/evaluation/unread-sources.ts";

async function* seeds(...reasons: readonly (string | undefined)[]) {
  for (const leftOut of reasons) yield { leftOut };
}

describe("what gave nothing and is no link", () => {
  it("Sources come back from the log as they were noted, each with its last reason", () => {
    const first = unreadEvent("sitemap", new Map([["http://a.example/s", "gone"]]), 1);
    const again = unreadEvent("sitemap", new Map([["http://a.example/s", "html"]]), 2);
    const file = unreadEvent("recording", new Map([["a.warc", "no-answer"]]), 3);
    const other = { at: 4, kind: "finished", detail: { why: "exhausted" } } as const;
    const events = [first, again, file, other].map((event) => JSON.parse(JSON.stringify(event)));
    assert.deepEqual(unreadSources(events), {
      named: [
        { kind: "sitemap", name: "http://a.example/s", reason: "html" },
        { kind: "recording", name: "a.warc", reason: "no-answer" },
      ],
      more: 0,
    });
  });

  it("An event names ten thousand sources, and counts the others", async () => {
    const many = new Map(Array.from({ length: 10_002 }, (_, at) => [`u${at}`, "no-original"]));
    const sources = unreadSources([unreadEvent("revisit", many, 1)]);
    assert.deepEqual([sources.named.length, sources.more], [10_000, 2]);
    const counts = await countUnread(sources, seeds());
    assert.deepEqual(unreadInWords(counts), [
      "revisits that gave nothing: 10,002 (no-original 10,000, not-named 2)",
    ]);
  });

  it("A line a kind says how many and why; what a log of others holds is no source", async () => {
    const strange = {
      at: 1,
      kind: "unread",
      detail: { kind: "x", sources: [["a", "b"]] },
    } as const;
    const short = {
      at: 1,
      kind: "unread",
      detail: { kind: "sitemap", sources: [1, ["a"]] },
    } as const;
    assert.deepEqual(unreadSources([strange, short]), { named: [], more: 0 });
    const found = new Map([
      ["http://a.example/s", "html"],
      ["http://b.example/s", "html"],
      ["http://c.example/s", "gone"],
    ]);
    const sources = unreadSources([unreadEvent("sitemap", found, 1)]);
    const counts = await countUnread(sources, seeds(undefined, "no-scheme", "duplicate"));
    assert.deepEqual(unreadInWords(counts), [
      "seeds that gave nothing: 2 (no-scheme 1, duplicate 1)",
      "sitemaps that gave nothing: 3 (html 2, gone 1)",
    ]);
    assert.deepEqual(unreadInWords({}), []);
  });
});
