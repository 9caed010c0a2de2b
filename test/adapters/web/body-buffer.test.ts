import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { createBodyBuffer } from "../../../lib/adapters/web/decode-content.ts";

describe("a body as it arrives", () => {
  it("A body buffer holds its chunks in order, up to the limit", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
    const limit = fc.nat({ max: 300 });
    const holds = (parts: readonly Uint8Array[], limitBytes: number) => {
      const whole = Buffer.concat(parts);
      const body = createBodyBuffer(limitBytes);
      const isWhole = parts.every((part) => body.append(part));
      assert.deepEqual(Buffer.from(body.bytes()), whole.subarray(0, limitBytes));
      assert.equal(isWhole, whole.length <= limitBytes);
    };
    fc.assert(fc.property(chunks, limit, holds), { seed: 1, numRuns: 300 });
  });

  it("A body buffer holds bytes, not chunks", () => {
    const chunk = new Uint8Array([1]);
    const body = createBodyBuffer(2);
    body.append(chunk);
    chunk[0] = 9;
    assert.deepEqual([...body.bytes()], [1]);
  });

  it("A body buffer costs little more than its bytes, however small the chunks", () => {
    const body = createBodyBuffer(1_000_000);
    const byte = new Uint8Array(1);
    for (let i = 0; i < 1_000_000; i++) body.append(byte);
    assert.equal(body.append(byte), false);
    assert.ok(body.bytes().buffer.byteLength <= 1_000_000);
  });
});
