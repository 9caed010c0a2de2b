import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compileScope, type ScopeRules } from "../../../lib/domain/frontier/scope.ts";
import { canonicalUrl, hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../support/a-url.ts";
import { anyCharacter, anyWebUrl } from "../../support/any-text.ts";
import { processorMs } from "../../support/processor-ms.ts";
import { someRules } from "../web/url/scope-rules.ts";

const SEEDS = [aUrl("https://www.example.org/start")];

function refusal(text: string, rules: Partial<ScopeRules> = {}, depth = 1) {
  const url = aUrl(text);
  const scope = compileScope(someRules(rules), { seeds: SEEDS, year: 2026 });
  return scope({ url, host: hostOf(url), depth }).refusedBy;
}

describe("compileScope", () => {
  it("The scope accepts any page by default", () => {
    assert.equal(refusal("https://elsewhere.test/a/b?c=1", {}, 1_000), undefined);
  });

  it("The scope accepts links up to the maximum depth", () => {
    assert.equal(refusal("https://a.test/", { maxDepth: 2 }, 2), undefined);
    assert.equal(refusal("https://a.test/", { maxDepth: 2 }, 3), "depth");
    assert.equal(refusal("https://a.test/", { maxDepth: 0 }, 0), undefined);
  });

  it("The scope stays on the seeds' hosts or in their domains if configured to", () => {
    assert.equal(refusal("https://example.org/x", { hosts: "seeds" }), undefined);
    assert.equal(refusal("https://a.www.example.org/x", { hosts: "seeds" }), undefined);
    assert.equal(refusal("https://elsewhere.test/x", { hosts: "seeds" }), "host");
    assert.equal(refusal("https://other.example.org/x", { hosts: "seed-domains" }), undefined);
    assert.equal(refusal("https://example.net/x", { hosts: "seed-domains" }), "host");
  });

  it("The scope accepts only allowed hosts, without the denied ones within them", () => {
    const rules = { allowHosts: ["example.org"], denyHosts: ["ads.example.org"] };
    assert.equal(refusal("https://www.example.org/", rules), undefined);
    assert.equal(refusal("https://ads.example.org/", rules), "host-denied");
    assert.equal(refusal("https://x.ads.example.org:8080/", rules), "host-denied");
    assert.equal(refusal("https://ads.example.org./", rules), "host-denied");
    assert.equal(refusal("https://example.net/", rules), "host");
  });

  it("The scope accepts only allowed patterns, without the denied ones within them", () => {
    const rules = { allowPatterns: ["/docs/*", "*//b.test/*"], denyPatterns: ["*print=1*"] };
    assert.equal(refusal("https://a.test/docs/x", rules), undefined);
    assert.equal(refusal("https://b.test/x", rules), undefined);
    assert.equal(refusal("https://a.test/x", rules), "pattern");
    assert.equal(refusal("https://a.test/docs/x?print=1", rules), "pattern-denied");
  });

  it("The scope leaves out files that are not pages", () => {
    assert.equal(refusal("https://a.test/paper.PDF"), "extension");
    assert.equal(refusal("https://a.test/paper.PDF", { skipExtensions: [] }), undefined);
    assert.equal(refusal("https://a.test/index.php"), undefined);
  });

  it("The scope leaves out crawler traps", () => {
    assert.equal(refusal("https://a.test/x/y/x/y/x/y"), "trap:repetition");
  });

  it("The scope gives quotas for accepted URLs and none for refused ones", () => {
    const scope = compileScope(someRules({ denyHosts: ["a.test"] }), { seeds: [], year: 2026 });
    const judge = (text: string) => {
      const url = aUrl(text);
      return scope({ url, host: hostOf(url), depth: 1 });
    };
    assert.deepEqual(judge("https://a.test/x/y"), { refusedBy: "host-denied", quotas: [] });
    assert.equal(judge("https://b.test/x/y").quotas[0]?.key, "prefix:b.test/x");
  });

  it("The scope judges every URL, and always in the same way", () => {
    const scope = compileScope(
      someRules({ denyPatterns: ["*a*", "/b*"], hosts: "seed-domains", maxDepth: 5 }),
      { seeds: SEEDS, year: 2026 },
    );
    const urls = fc.oneof(
      anyWebUrl,
      fc.string({ unit: anyCharacter }).map((rest) => `http://www.example.org/${rest}`),
    );
    fc.assert(
      fc.property(urls, fc.nat(8), (text, depth) => {
        const parsed = canonicalUrl(text);
        if (!parsed.ok) return;
        const verdict = scope({ ...parsed, depth });
        assert.equal(verdict.refusedBy === undefined, verdict.quotas.length > 0);
        assert.deepEqual(scope({ ...parsed, depth }), verdict);
        assert.ok(verdict.quotas.every(({ key, limit }) => key !== "" && limit >= 1));
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("The scope takes no longer for a URL built to slow it down", () => {
    const scope = compileScope(someRules({ denyPatterns: ["*a*a*a*b"] }), {
      seeds: [],
      year: 2026,
    });
    const hostile = [
      `http://a.test/${"a/".repeat(900)}`,
      `http://a.test/?${"a=2026-01&".repeat(200)}`,
      `http://a.test/?s=${"1".repeat(2_000)}`,
      `http://a.test/${";sid=".repeat(390)}`,
      `http://a.test/${"(S(".repeat(600)}`,
      `http://a.test/${"2026/01/".repeat(200)}`,
      `http://${"a.".repeat(120)}test/`,
    ].map((text) => ({ url: aUrl(text), host: hostOf(aUrl(text)), depth: 1 }));
    const started = processorMs();
    for (let round = 0; round < 100; round++) for (const link of hostile) scope(link);
    assert.ok(processorMs() - started < 1_000);
  });
});
