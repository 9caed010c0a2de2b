import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import * as fc from "fast-check";
import { type DecodedBody, decodeBody } from "../../../../lib/adapters/web/live/decode-body.ts";

const TEXT = Buffer.from("<p>hello</p>".repeat(20));

async function textOf(decoding: Promise<DecodedBody>): Promise<string> {
  const decoded = await decoding;
  return decoded.ok ? new TextDecoder().decode(decoded.body) : `! ${decoded.detail}`;
}

describe("content codings", () => {
  const codings: readonly (readonly [header: string, raw: Uint8Array])[] = [
    ["", TEXT],
    ["identity", TEXT],
    ["gzip", gzipSync(TEXT)],
    ["GZip", gzipSync(TEXT)],
    ["x-gzip", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["zstd", zstdCompressSync(TEXT)],
    ["gzip, br", brotliCompressSync(gzipSync(TEXT))],
    ["identity, deflate ,, zstd", zstdCompressSync(deflateSync(TEXT))],
  ];
  for (const [header, raw] of codings) {
    it(`are undone: "${header}"`, async () => {
      assert.equal(await textOf(decodeBody(raw, header, 1_000, false)), TEXT.toString());
    });
  }

  it("that are unknown fail by name", async () => {
    assert.equal(
      await textOf(decodeBody(TEXT, "lzma", 1_000, false)),
      '! unknown content coding "lzma"',
    );
  });

  it("that are many fail unread", async () => {
    const decoding = decodeBody(TEXT, "gzip,".repeat(4), 1_000, false);
    assert.equal(await textOf(decoding), "! too many content codings");
  });

  it("of nothing are nothing", async () => {
    assert.equal(await textOf(decodeBody(new Uint8Array(), "gzip", 1_000, false)), "");
  });
});

describe("bodies that are not whole", () => {
  const compressors = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [coding, compress] of Object.entries(compressors)) {
    const raw = compress(TEXT);

    it(`fail, if nobody cut them: ${coding}`, async () => {
      const decoded = await decodeBody(raw.subarray(0, raw.length - 3), coding, 1_000, false);
      assert.equal(decoded.ok, false);
    });

    it(`give what they hold, if they were cut: ${coding}`, async () => {
      const decoded = await decodeBody(raw.subarray(0, raw.length - 3), coding, 1_000, true);
      assert.ok(decoded.ok && decoded.truncated);
      assert.ok(TEXT.toString().startsWith(Buffer.from(decoded.body).toString()));
    });

    it(`fail, if they are broken: ${coding}`, async () => {
      const broken = Buffer.alloc(64, 0x55);
      assert.equal((await decodeBody(broken, coding, 1_000, false)).ok, false);
    });

    it(`are cut at the limit: ${coding}`, async () => {
      const decoded = await decodeBody(compress(Buffer.alloc(10_000_000)), coding, 1_000, false);
      assert.ok(decoded.ok && decoded.truncated && decoded.body.length === 1_000);
    });

    it(`are whole at exactly the limit: ${coding}`, async () => {
      const decoded = await decodeBody(compress(Buffer.alloc(1_000)), coding, 1_000, false);
      assert.ok(decoded.ok && !decoded.truncated && decoded.body.length === 1_000);
    });
  }

  it("fail where they ask for a window that no browser grants", async () => {
    // A frame of unknown size and 2^27 octets of window (RFC 8878 §3.1.1.1.2: exponent 17).
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00]);
    assert.equal((await decodeBody(frame, "zstd", 1_000, false)).ok, false);
  });

  it("never throw and never exceed the limit, whatever the octets", async () => {
    const coding = fc.constantFrom("gzip", "deflate", "br", "zstd", "gzip, br");
    const octets = fc.uint8Array({ maxLength: 200 });
    const survives = async (header: string, raw: Uint8Array, isCut: boolean) => {
      const decoded = await decodeBody(raw, header, 50, isCut);
      assert.ok(!decoded.ok || decoded.body.length <= 50);
    };
    const property = fc.asyncProperty(coding, octets, fc.boolean(), survives);
    await fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
