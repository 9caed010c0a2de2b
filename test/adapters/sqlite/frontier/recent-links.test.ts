import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RecentLinks } from "../../../../lib/adapters/sqlite/frontier/links-in-memory.ts";
import type { LinkSummary } from "../../../../lib/domain/frontier/link.ts";
import { urlOf } from "../../../contract/frontier-links.ts";

const aSummary = (name: string, changes: Partial<LinkSummary> = {}): LinkSummary => ({
  url: urlOf(name),
  sequence: 1,
  hostId: 1,
  group: "",
  state: "queued",
  priority: 1,
  depth: 0,
  ...changes,
});

/** Sets so many summaries; what is not asked for meanwhile ages. */
function setMany(recent: RecentLinks, count: number): void {
  for (let n = 0; n < count; n += 1) recent.set(aSummary(`b.test/${n}`));
}

describe("RecentLinks", () => {
  it("`RecentLinks` forgets a summary that two generations did not ask for, and keeps one that they did", () => {
    const recent = new RecentLinks(true);
    const [asked, unasked] = [urlOf("a.test/asked"), urlOf("a.test/unasked")];
    recent.set(aSummary("a.test/asked"));
    recent.set(aSummary("a.test/unasked"));
    for (let n = 0; n < 50_000; n += 1) {
      recent.set(aSummary(`b.test/${n}`));
      if (n % 10_000 === 0) assert.equal(recent.get(asked)?.url, asked);
    }
    assert.equal(recent.get(unasked), undefined);
  });

  it("`RecentLinks` gives the summary set last, whichever generation holds the one before", () => {
    const recent = new RecentLinks(true);
    recent.set(aSummary("a.test/1"));
    setMany(recent, 20_000);
    recent.set(aSummary("a.test/1", { state: "leased" }));
    assert.equal(recent.get(urlOf("a.test/1"))?.state, "leased");
  });

  it("`RecentLinks` never gives a summary that was dropped, whichever generation holds it", () => {
    const recent = new RecentLinks(true);
    recent.set(aSummary("a.test/1"));
    setMany(recent, 20_000);
    recent.drop(urlOf("a.test/1"));
    assert.equal(recent.get(urlOf("a.test/1")), undefined);
  });

  it("`RecentLinks` has all links of a new frontier until it forgets the first", () => {
    const recent = new RecentLinks(true);
    recent.set(aSummary("a.test/1"));
    setMany(recent, 39_999);
    assert.equal(recent.hasAll, true);
    assert.ok(recent.get(urlOf("a.test/1")));
    for (let n = 0; n < 20_001; n += 1) recent.set(aSummary(`c.test/${n}`));
    assert.equal(recent.hasAll, false);
    assert.equal(new RecentLinks(false).hasAll, false);
  });
});
