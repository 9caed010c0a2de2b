import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
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
    const addresses = Array.from({ length: 400_000 }, (_, at) => {
      const place = Math.imul(at, 2_654_435_761) >>> 0;
      return `https://site${at % 5_000}.example/path/${at}/page-${place}`;
    });
    const text = addresses.join(" ");
    const most = text.slice(0, 16 << 20);
    assert.equal(unpackBundle(packBundle(most)), most, "addresses, as many as fit a request");
    const error = { code: "plan-too-large", reaction: "fix-config" } as const;
    assert.throws(() => packBundle(text.slice(0, 25 << 20)), error);
  });

  it("A short body does not unpack to more than the function reads in its time", () => {
    const numbers = `[${"1,".repeat(2 << 20)}1]`;
    const error = { code: "plan-too-large", message: /more than \d{7} bytes/ };
    assert.throws(() => unpackBundle(gzipSync(numbers)), error);
    assert.throws(() => packBundle(numbers), { code: "plan-too-large" });
  });
});
