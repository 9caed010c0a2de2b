import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { isPacked, packBundle, unpackBundle } from "../../lib/stack/bundle.ts";

describe("the body that starts a crawl", () => {
  it("A packed bundle unpacks to the bundle's text, and is told from a text", () => {
    const text = '{"topic":"honig süß 🐝"}';
    assert.equal(unpackBundle(packBundle(text)), text);
    assert.equal(isPacked(packBundle(text)), true);
    assert.equal(isPacked(Buffer.from(text)), false);
    assert.equal(isPacked(new Uint8Array()), false);
  });

  it("A packed bundle fits into a request, or is refused before it is sent", () => {
    const text = randomBytes(4_400_000).toString("base64");
    const message = /is too large for a stack: \d{7,} bytes packed, of at most 4400000$/;
    assert.throws(() => packBundle(text), { code: "plan-too-large", message });
  });

  it("A packed bundle whose text would fill the function's memory is refused before it is sent, too", () => {
    const text = "a".repeat(97 << 20);
    assert.throws(() => packBundle(text), { code: "plan-too-large", reaction: "fix-config" });
  });
});
