import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { initialState, refusalOf } from "../../../lib/domain/frontier/offer-rules.ts";
import { aLink, aPolicy } from "../../contract/frontier-links.ts";

describe("the refusal of an offered link", () => {
  const quotas = [
    { key: "host", limit: 2, rule: "host-quota" },
    { key: "path", limit: 1, rule: "path-quota" },
  ];

  it("The refusal of an offered link is the rule of the first full quota, and none while all have room", () => {
    const used = new Map([["host", 1]]);
    const table = { used: (key: string) => used.get(key) ?? 0 };
    const refusal = () => refusalOf(aLink("a.test/1", { quotas }), table);
    assert.equal(refusal(), undefined);
    used.set("path", 1);
    assert.equal(refusal(), "path-quota");
    used.set("host", 2);
    assert.equal(refusal(), "host-quota");
  });

  it("The refusal of an offered link is the rule of the scope where it has one, whatever the quotas say", () => {
    const link = aLink("a.test/1", { quotas, refusedBy: "too-deep" });
    assert.equal(refusalOf(link, { used: () => 9 }), "too-deep");
  });
});

describe("the state in which a link is admitted", () => {
  const layered = aPolicy({ selection: { kind: "layered", topN: 2, depth: 2, ties: "random" } });

  it("is queued for every link of a selection without layers", () => {
    assert.equal(initialState({ depth: 3, redirects: 0 }, aPolicy(), 0), "queued");
  });

  it("is queued for seeds and targets of redirects, and waits for the next layer for others", () => {
    assert.equal(initialState({ depth: 0, redirects: 0 }, layered, 0), "queued");
    assert.equal(initialState({ depth: 1, redirects: 0 }, layered, 0), "next-layer");
    assert.equal(initialState({ depth: 0, redirects: 0 }, layered, 1), "next-layer");
    assert.equal(initialState({ depth: 1, redirects: 1 }, layered, 1), "queued");
  });
});
