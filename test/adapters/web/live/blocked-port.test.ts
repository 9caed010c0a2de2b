import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockedPort } from "../../../../lib/adapters/web/live/public-address.ts";

describe("ports that no crawler asks", () => {
  it("Blocked ports are those of other protocols", () => {
    assert.equal(blockedPort("site.example:22"), 22);
    assert.equal(blockedPort("site.example:25"), 25);
    assert.equal(blockedPort("[2606:4700::1]:6000"), 6000);
    assert.equal(blockedPort("site.example:0"), 0);
  });

  it("Blocked ports do not include the default port or an unusual one", () => {
    assert.equal(blockedPort("site.example"), undefined);
    assert.equal(blockedPort("site.example:8080"), undefined);
    assert.equal(blockedPort("[2606:4700::22]"), undefined);
  });
});
