import assert from "node:assert/strict";
import { describe, it } from "node:test";

import fc from "fast-check";

import { cachedToken, rightOf } from "../../../functions/wiring/bearer-token.ts";
import { readOnlyToken } from "../../../lib/project/own-stack.ts";

describe("rightOf", () => {
  it("`rightOf` accepts the token after the word Bearer, in any spelling of that word", () => {
    for (const header of ["Bearer s3cret", "bearer s3cret", "BEARER  s3cret "]) {
      assert.equal(rightOf(header, "s3cret"), "all", header);
    }
  });

  it("`rightOf` accepts no other header", () => {
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
      assert.equal(rightOf(header, "s3cret"), undefined, header);
    }
  });

  it("`rightOf` accepts nothing when there is no token", () => {
    assert.equal(rightOf("Bearer ", ""), undefined);
    assert.equal(rightOf(undefined, ""), undefined);
  });

  it("`rightOf` lets the token that follows from the stack's read, and nothing follows from that one", () => {
    const reading = readOnlyToken("s3cret");
    assert.equal(rightOf(`Bearer ${reading}`, "s3cret"), "read");
    assert.equal(rightOf(`Bearer ${reading}`, "other"), undefined);
    assert.equal(rightOf(`Bearer ${readOnlyToken(reading)}`, "s3cret"), undefined);
    assert.equal(rightOf(`Bearer ${readOnlyToken("")}`, ""), undefined);
  });

  it("`rightOf` accepts a text as the token only if it is the token", () => {
    const word = fc.stringMatching(/^[!-~]{1,60}$/);
    fc.assert(
      fc.property(word, word, (borne, token) => {
        assert.equal(rightOf(`Bearer ${borne}`, token) === "all", borne === token);
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(word, (token) => rightOf(`Bearer ${token}`, token) === "all"),
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
