import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { parseSecret, secretText } from "../../lib/project/given-secrets.ts";

const COOKIE = { name: "sid", value: "s3cret", domain: "bees.example", path: "/" };
const SITE = {
  origin: "https://bees.example",
  headers: [["authorization", "Basic s3cret"]] as const,
  cookies: [
    { ...COOKIE, isHostOnly: true, isSecure: true },
    { ...COOKIE, isHostOnly: false, isSecure: false, expiresAt: 1_900_000_000_000 },
  ],
};

describe("the secret of a stack's sessions", () => {
  it("What sites are sent survives the secret", () => {
    assert.deepEqual(parseSecret(secretText([SITE])), [SITE]);
    assert.deepEqual(parseSecret("[]"), []);
  });

  for (const [what, text] of [
    ["generated text", "s3cret{"],
    ["another object", JSON.stringify({ origin: "s3cret" })],
    ["a cookie of another form", JSON.stringify([{ ...SITE, cookies: [{ name: "s3cret" }] }])],
  ] as const) {
    it(`A secret that holds ${what} is refused, and no message quotes it`, () => {
      assert.throws(
        () => parseSecret(text),
        (error) => {
          assert.match(inspect(error, { depth: 9 }), /sessions-unreadable/);
          assert.doesNotMatch(inspect(error, { depth: 9 }), /s3cret/);
          return true;
        },
      );
    });
  }
});
