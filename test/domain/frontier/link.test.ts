import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isWaiting, linkStateOf, turnOf } from "../../../lib/domain/frontier/link.ts";
import { aLease } from "../../support/a-lease.ts";

describe("the links that are fetched one after the other", () => {
  it("Links of one host are fetched one after the other, and those of one server whatever their host", () => {
    const first = aLease("a.site.example/1");
    assert.equal(turnOf(first), turnOf(aLease("a.site.example/2")));
    assert.notEqual(turnOf(first), turnOf(aLease("b.site.example/1")));
    const atServer = (name: string, server: number) => turnOf(aLease(name, { server }));
    assert.equal(atServer("a.site.example/1", 7), atServer("b.site.example/1", 7));
    assert.notEqual(atServer("a.site.example/1", 7), atServer("a.site.example/1", 8));
  });
});

describe("the states of a link", () => {
  it("Links that are queued, postponed or kept for the next layer wait, and no others", () => {
    for (const state of ["queued", "postponed", "next-layer"] as const) {
      assert.deepEqual([isWaiting(state), linkStateOf(state)], [true, "waiting"]);
    }
    for (const state of ["leased", "fetched", "refused", "failed", "cut"] as const) {
      assert.deepEqual([isWaiting(state), linkStateOf(state)], [false, state]);
    }
    assert.deepEqual([isWaiting("filtered"), linkStateOf("filtered")], [false, "refused"]);
  });
});
