import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  admitLinks,
  offeredLinks,
  SEED_PRIORITY,
  skipRelNofollow,
} from "../../lib/crawl/admit-links.ts";
import type { CompiledScope } from "../../lib/domain/frontier/scope.ts";
import type { ScoredLink } from "../../lib/domain/methods/strategy.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";

const SITE = "http://site.example";
const urlOf = (path: string): Url => aUrl(`${SITE}/${path}`);
const QUOTA = { key: "site", limit: 9, rule: "host-quota" };

/** Admits a page's links under a scope that refuses paths with `x`, on a web where `/a/` is `/a`. */
function admit(paths: readonly string[], nofollow: readonly number[] = []) {
  const asked: Parameters<CompiledScope>[0][] = [];
  const scope: CompiledScope = (link) => {
    asked.push(link);
    return link.url.includes("/x")
      ? { refusedBy: "pattern-denied", quotas: [] }
      : { refusedBy: undefined, quotas: [QUOTA] };
  };
  const anchors = paths.map((path, index) =>
    anAnchor(`${SITE}/${path}`, nofollow.includes(index) ? { rel: ["nofollow", "me"] } : {}),
  );
  const web = { identify: (url: Url) => (url === urlOf("a/") ? urlOf("a") : url) };
  return { asked, admitted: admitLinks(aPage({ anchors }), 3, web, scope) };
}

const shown = ({ page, verdicts }: ReturnType<typeof admitLinks>) => ({
  anchors: page.anchors.map(({ url }) => url.slice(SITE.length)),
  verdicts: Array.from(verdicts, ([url, { refusedBy }]) => [url.slice(SITE.length), refusedBy]),
});

describe("the links of a page", () => {
  it("The links of a page are those in scope, under the URLs that the web knows; each URL is judged once", () => {
    const { asked, admitted } = admit(["a/", "b", "x", "a", "b"]);
    assert.deepEqual(shown(admitted), {
      anchors: ["/a", "/b", "/a", "/b"],
      verdicts: [
        ["/a", undefined],
        ["/b", undefined],
        ["/x", "pattern-denied"],
      ],
    });
    assert.deepEqual(asked[0], { url: urlOf("a"), host: "site.example", depth: 3 });
    assert.equal(asked.length, 3);
  });

  it("The links of a page that it marks `nofollow` are left out, unless it also links to them without", () => {
    const { admitted } = admit(["a", "b", "a", "x"], [0, 1, 3]);
    assert.deepEqual(shown(skipRelNofollow(admitted)), {
      anchors: ["/a", "/a"],
      verdicts: [
        ["/a", undefined],
        ["/b", "rel-nofollow"],
        ["/x", "pattern-denied"],
      ],
    });
  });
});

describe("the links that a page offers", () => {
  const origin = { depth: 3, redirects: 0, parent: urlOf("page"), model: "m" };
  const scored = (path: string, priority: number): ScoredLink => {
    return { url: urlOf(path), priority, group: "g", snippet: undefined, why: "words" };
  };
  const { verdicts } = admit(["a", "b", "x"]).admitted;

  it("The links that a page offers have their score and quotas; all others are refused by their rule", () => {
    const shared = { host: "site.example", ...origin, snippet: undefined };
    const blank = { priority: 0, group: "", why: "", quotas: [] };
    assert.deepEqual(offeredLinks(verdicts, [scored("a", 0.5)], origin, "strategy"), [
      {
        ...{ url: urlOf("a"), ...shared, priority: 0.5, group: "g", why: "words" },
        ...{ quotas: [QUOTA], refusedBy: undefined },
      },
      { url: urlOf("b"), ...shared, ...blank, refusedBy: "strategy" },
      { url: urlOf("x"), ...shared, ...blank, refusedBy: "pattern-denied" },
    ]);
  });

  it("The links that a page offers rank below the seeds, even when the frontier adds two predictions up", () => {
    const [link] = offeredLinks(verdicts, [scored("a", 1e9)], origin, "strategy");
    assert.ok(link && link.priority + link.priority <= SEED_PRIORITY);
  });

  it("The links that a page offers have no quotas where a strategy names a URL that is not on the page", () => {
    const [link] = offeredLinks(verdicts, [scored("guessed", 1)], origin, "strategy");
    assert.deepEqual([link?.url, link?.quotas], [urlOf("guessed"), []]);
  });
});
