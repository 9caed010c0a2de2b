import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { packBundle, unpackBundle } from "../../../lib/stack/api/packed-bundle.ts";

describe("the body that starts a crawl", () => {
  it("A packed bundle unpacks to the bundle's text, whether it was packed or not", () => {
    const text = '{"topic":"honig süß 🐝"}';
    assert.equal(unpackBundle(packBundle(text)), text);
    assert.equal(unpackBundle(Buffer.from(text)), text);
    assert.equal(unpackBundle(new Uint8Array()), "");
  });

  it("A packed bundle fits into a request, or is refused before it is sent", () => {
    const text = randomBytes(4_400_000).toString("base64");
    assert.throws(() => packBundle(text), { code: "plan-too-large" });
  });
});
