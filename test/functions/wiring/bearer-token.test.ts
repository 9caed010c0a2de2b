import assert from "node:assert/strict";
import { describe, it } from "node:test";

import fc from "fast-check";

import { bearsToken, cachedToken } from "../../../functions/wiring/bearer-token.ts";

describe("bearsToken", () => {
  it("bearsToken accepts the token after the word Bearer, in any spelling of that word", () => {
    for (const header of ["Bearer s3cret", "bearer s3cret", "BEARER  s3cret "]) {
      assert.equal(bearsToken(header, "s3cret"), true, header);
    }
  });

  it("bearsToken accepts no other header", () => {
    for (const header of [
      undefined,
      "",
      "s3cret",
      "Bearer",
      "Bearer ",
      "Bearer S3cret",
      "Bearer s3cre",
      "Bearer s3crett",
      "Bearer s3cret x",
      "Basic s3cret",
    ]) {
      assert.equal(bearsToken(header, "s3cret"), false, header);
    }
  });

  it("bearsToken accepts nothing when there is no token", () => {
    assert.equal(bearsToken("Bearer ", ""), false);
    assert.equal(bearsToken(undefined, ""), false);
  });

  it("bearsToken accepts a text as the token only if it is the token", () => {
    const word = fc.stringMatching(/^[!-~]{1,60}$/);
    fc.assert(
      fc.property(word, word, (borne, token) => {
        assert.equal(bearsToken(`Bearer ${borne}`, token), borne === token);
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(word, (token) => bearsToken(`Bearer ${token}`, token)),
      { seed: 1 },
    );
  });
});

describe("keptToken", () => {
  it("keptToken reads the token once in four minutes", async () => {
    let [now, read] = [0, 0];
    const token = cachedToken(
      async () => `token-${++read}`,
      () => now,
    );
    assert.equal(await token(), "token-1");
    now = 239_999;
    assert.equal(await token(), "token-1");
    now = 240_000;
    assert.equal(await token(), "token-2");
  });

  it("keptToken does not cache a failed reading", async () => {
    let read = 0;
    const token = cachedToken(
      async () => {
        if (++read === 1) throw new Error("throttled");
        return "token";
      },
      () => 0,
    );
    await assert.rejects(token, /throttled/);
    assert.equal(await token(), "token");
  });
});
