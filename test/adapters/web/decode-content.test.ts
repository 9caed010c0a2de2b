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
import {
  type DecodedContent,
  decodeContent,
  pageOfResponse,
} from "../../../lib/adapters/web/decode-content.ts";
import { headerTokens } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../support/a-url.ts";

/** Undoes what a Content-Encoding header lists. */
function decode(
  sent: Uint8Array,
  header: string,
  limitBytes: number,
  isCut: boolean,
): Promise<DecodedContent> {
  const codings = headerTokens([["content-encoding", header]], "content-encoding");
  return decodeContent(sent, codings, { limitBytes, isCut });
}

const TEXT = Buffer.from("<p>hello</p>".repeat(20));

/** Text that does not compress well, of more than a block of any coding. */
const LONG_TEXT = Buffer.from(
  Array.from({ length: 40_000 }, (_, at) => `${(at * 7_919) % 100_003},`).join(""),
);

async function textOf(decoding: Promise<DecodedContent>): Promise<string> {
  const decoded = await decoding;
  return decoded.ok ? new TextDecoder().decode(decoded.body) : `! ${decoded.detail}`;
}

describe("content codings", () => {
  const codings: readonly (readonly [header: string, raw: Uint8Array])[] = [
    ["", TEXT],
    ["identity", TEXT],
    ["none", TEXT],
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
    it(`\`decodeContent\` undoes the content coding "${header}"`, async () => {
      assert.equal(await textOf(decode(raw, header, 1_000, false)), TEXT.toString());
    });
  }

  for (const name of ["lzma", "utf-8", "iso-8859-1", "text/html", "8bit", "chunked"]) {
    it(`\`decodeContent\` keeps a body whose coding is called "${name}", which is none`, async () => {
      assert.equal(await textOf(decode(TEXT, name, 1_000, false)), TEXT.toString());
      assert.equal(
        await textOf(decode(gzipSync(TEXT), `gzip, ${name}`, 1_000, false)),
        TEXT.toString(),
      );
    });
  }

  it("`decodeContent` goes by the mark of a coding where its name says another one", async () => {
    for (const name of ["br", "deflate", "zstd"])
      assert.equal(await textOf(decode(gzipSync(TEXT), name, 1_000, false)), TEXT.toString());
    assert.equal(
      await textOf(decode(zstdCompressSync(TEXT), "gzip", 1_000, false)),
      TEXT.toString(),
    );
  });

  it("`decodeContent` reads all frames of Zstandard as one body (RFC 8878 §3)", async () => {
    const skippable = Buffer.from([0x52, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 7]);
    for (const size of [1_000, 4_096, 60_000, 65_536, LONG_TEXT.length]) {
      const frames = [zstdCompressSync(Buffer.alloc(0)), skippable];
      for (let at = 0; at < LONG_TEXT.length; at += size)
        frames.push(zstdCompressSync(LONG_TEXT.subarray(at, at + size)));
      const sent = Buffer.concat(frames);
      const decoded = await decode(sent, "zstd", 1_000_000, false);
      assert.ok(decoded.ok && !decoded.truncated && LONG_TEXT.equals(decoded.body), String(size));
      for (const limit of [size - 1, LONG_TEXT.length - 1]) {
        const cut = await decodeContent(sent, ["zstd"], { limitBytes: limit, isCut: false });
        assert.ok(cut.ok && cut.truncated && cut.body.length <= limit);
        assert.ok(LONG_TEXT.subarray(0, cut.body.length).equals(cut.body));
      }
    }
  });

  it("`decodeContent` keeps a body of exactly the limit whole, whatever empty frame follows", async () => {
    const sent = Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(Buffer.alloc(0))]);
    const decoded = await decode(sent, "zstd", TEXT.length, false);
    assert.ok(decoded.ok && !decoded.truncated && TEXT.equals(decoded.body));
  });

  it("`decodeContent` counts a body whose last frame is cut as cut", async () => {
    const sent = Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(LONG_TEXT)]);
    const decoded = await decode(sent.subarray(0, -9), "zstd", 1_000_000, false);
    assert.ok(decoded.ok && decoded.truncated && decoded.body.length > TEXT.length);
  });

  it("`decodeContent` fails on a body of a thousand empty frames", async () => {
    const frames = Buffer.concat(Array<Buffer>(1_000).fill(zstdCompressSync(Buffer.alloc(0))));
    assert.equal((await decode(frames, "zstd", 1_000_000, false)).ok, false);
  });

  it("`decodeContent` refuses too many content codings without reading the body", async () => {
    const decoding = decode(TEXT, "gzip,".repeat(4), 1_000, false);
    assert.equal(await textOf(decoding), "! too many content codings");
  });

  it("`decodeContent` gives an empty body for an empty body", async () => {
    assert.equal(await textOf(decode(new Uint8Array(), "gzip", 1_000, false)), "");
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
    const raw = compress(LONG_TEXT);
    const marks = { gzip: 10, deflate: 2, br: 0, zstd: 4 }[coding] ?? 0;

    for (const isCut of [false, true]) {
      it(`\`decodeContent\` gives what a cut body holds, and calls it cut: ${coding}, ${isCut}`, async () => {
        const decoded = await decode(raw.subarray(0, raw.length - 3), coding, 1_000_000, isCut);
        assert.ok(decoded.ok && decoded.truncated && decoded.body.length > 100_000);
        assert.ok(LONG_TEXT.toString().startsWith(Buffer.from(decoded.body).toString()));
      });
    }

    it(`\`decodeContent\` fails on a body out of which nothing comes: ${coding}`, async () => {
      const broken = raw.map((byte, at) => (at < marks ? byte : 0x07));
      assert.equal((await decode(broken, coding, 1_000, false)).ok, false);
    });

    it(`\`decodeContent\` does not mind bytes after a coded body: ${coding}`, async () => {
      for (const rest of [
        Buffer.alloc(20),
        Buffer.from("trailing garbage"),
        Buffer.from([31, 139]),
      ]) {
        const decoding = decode(Buffer.concat([raw, rest]), coding, 1_000_000, false);
        assert.equal(await textOf(decoding), LONG_TEXT.toString());
      }
    });

    it(`\`decodeContent\` cuts a body at the limit: ${coding}`, async () => {
      const decoded = await decode(compress(Buffer.alloc(10_000_000)), coding, 1_000, false);
      assert.ok(decoded.ok && decoded.truncated && decoded.body.length === 1_000);
    });

    it(`\`decodeContent\` gives a body of exactly the limit completely: ${coding}`, async () => {
      const decoded = await decode(compress(Buffer.alloc(1_000)), coding, 1_000, false);
      assert.ok(decoded.ok && !decoded.truncated && decoded.body.length === 1_000);
    });
  }

  it("`decodeContent` cuts a body at the limit, even when it has no coding", async () => {
    const decoded = await decode(TEXT, "", 100, false);
    assert.deepEqual(decoded, { ok: true, body: TEXT.subarray(0, 100), truncated: true });
  });

  it("`decodeContent` gives a body up to the limit, whatever damage follows far behind it", async () => {
    const text = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i) % 251));
    const damaged = gzipSync(text);
    damaged.fill(0x55, damaged.length - 8);
    for (const limitBytes of [damaged.length, 16_384, 20_000, 150_000]) {
      const decoded = await decode(damaged, "gzip", limitBytes, false);
      assert.ok(decoded.ok && decoded.truncated);
      assert.deepEqual(Buffer.from(decoded.body), text.subarray(0, limitBytes));
    }
  });

  it("`decodeContent` gives the text of a body whose checksum is wrong", async () => {
    for (const [coding, coded] of [
      ["gzip", gzipSync(TEXT)],
      ["deflate", deflateSync(TEXT)],
    ] as const) {
      coded.fill(0x55, coded.length - 4);
      assert.equal(await textOf(decode(coded, coding, 1_000, false)), TEXT.toString());
    }
  });

  it("`decodeContent` gives a body up to the place where it is damaged", async () => {
    const damaged = gzipSync(LONG_TEXT);
    damaged.fill(0xff, damaged.length / 2, damaged.length / 2 + 200);
    const decoded = await decode(damaged, "gzip", 1_000_000, false);
    assert.ok(decoded.ok && decoded.truncated && decoded.body.length > 50_000);
    const before = Buffer.from(decoded.body.subarray(0, 50_000));
    assert.deepEqual(before, LONG_TEXT.subarray(0, before.length));
  });

  it("`decodeContent` fails on a body that asks for a window that no browser grants", async () => {
    // A frame of unknown size and 2^27 octets of window (RFC 8878 §3.1.1.1.2: exponent 17).
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00]);
    assert.equal((await decode(frame, "zstd", 1_000, false)).ok, false);
  });

  it("`decodeContent` never throws and never exceeds the limit, whatever the octets", async () => {
    const coding = fc.constantFrom("gzip", "deflate", "br", "zstd", "gzip, br");
    const octets = fc.uint8Array({ maxLength: 200 });
    const survives = async (header: string, raw: Uint8Array, isCut: boolean) => {
      const decoded = await decode(raw, header, 50, isCut);
      assert.ok(!decoded.ok || decoded.body.length <= 50);
    };
    const property = fc.asyncProperty(coding, octets, fc.boolean(), survives);
    await fc.assert(property, { seed: 1, numRuns: 200 });
  });
});

describe("bodies whose coding a server or a recorder has undone", () => {
  const codings = ["gzip", "deflate", "br", "zstd", "deflate, br"];
  for (const coding of codings) {
    it(`\`decodeContent\` leaves text unchanged that is called coded: ${coding}`, async () => {
      // The shortest could be the start of anything, if it was cut.
      for (const body of [TEXT, TEXT.subarray(0, 3)]) {
        for (const truncated of [false, true]) {
          const decoded = await decode(body, coding, 1_000, truncated);
          assert.deepEqual(decoded, { ok: true, body, truncated });
        }
      }
    });
  }

  it("`decodeContent` undoes the codings that are left", async () => {
    const twice = brotliCompressSync(deflateRawSync(TEXT));
    assert.equal(await textOf(decode(twice, "deflate, br", 1_000, false)), TEXT.toString());
    assert.equal(await textOf(decode(gzipSync(TEXT), "gzip, gzip", 1_000, false)), TEXT.toString());
    assert.equal(await textOf(decode(gzipSync(TEXT), "gzip, br", 1_000, false)), TEXT.toString());
  });
});

describe("a coding that no header names", () => {
  const pageOf = async (sent: Uint8Array, mediaType: string, coding?: string) => {
    const headers: [string, string][] = [["content-type", mediaType]];
    if (coding !== undefined) headers.push(["content-encoding", coding]);
    const decoding = { limitBytes: 10_000, isCut: false };
    const page = await pageOfResponse(
      aUrl("http://h.example/"),
      { status: 200, headers },
      sent,
      decoding,
    );
    return page.kind === "page"
      ? [page.mediaType, Buffer.from(page.body).toString("latin1")]
      : page.kind;
  };
  const html = TEXT.toString("latin1");

  it("Text that is packed once more than its headers say is unpacked", async () => {
    assert.deepEqual(await pageOf(gzipSync(TEXT), "text/html"), ["text/html", html]);
    assert.deepEqual(await pageOf(gzipSync(TEXT), "text/html", "utf-8"), ["text/html", html]);
    assert.deepEqual(await pageOf(gzipSync(TEXT), "text/html", "gzip;q=1"), ["text/html", html]);
    assert.deepEqual(await pageOf(gzipSync(gzipSync(TEXT)), "text/html", "gzip"), [
      "text/html",
      html,
    ]);
    assert.deepEqual(await pageOf(gzipSync(TEXT), "text/plain"), ["text/plain", html]);
  });

  it("A file stays packed that is sent as one, or that has no text in it", async () => {
    const packed = gzipSync(TEXT);
    const asItIs = ["application/gzip", packed.toString("latin1")];
    assert.deepEqual(await pageOf(packed, "application/gzip"), asItIs);
    assert.deepEqual(await pageOf(packed, "application/octet-stream"), asItIs);
    const noise = gzipSync(Buffer.alloc(99, "\x01\x02"));
    assert.deepEqual(await pageOf(noise, "text/html"), [
      "application/gzip",
      noise.toString("latin1"),
    ]);
  });
});

describe("a part of a page", () => {
  it("A part that nobody has asked for counts as cut, and a whole that is called one does not", async () => {
    const cases = [
      [206, "bytes 0-239/5000", true],
      [206, "bytes 5-244/245", true],
      [206, "bytes 0-239/*", true],
      [206, "bytes 0-239/240", false],
      [206, "nonsense", false],
      [200, "bytes 0-239/5000", false],
    ] as const;
    for (const [status, range, isCut] of cases) {
      const head = { status, headers: [["content-range", range]] as const };
      const decoding = { limitBytes: 10_000, isCut: false };
      const page = await pageOfResponse(aUrl("http://h.example/"), head, TEXT, decoding);
      assert.equal(page.kind === "page" && page.truncated, isCut, range);
    }
  });
});

describe("a body that is kept as it was sent", () => {
  const keptOf = async (
    sent: Uint8Array,
    headers: readonly (readonly [string, string])[],
    decoding = { limitBytes: 10_000, isCut: false },
    status = 200,
  ) => {
    const head = { status, headers: [["content-type", "text/html"] as const, ...headers] };
    const page = await pageOfResponse(aUrl("http://h.example/"), head, sent, decoding);
    return page.kind === "page" ? page.gzipped : page.kind;
  };
  const gzip = [["content-encoding", "gzip"]] as const;
  const sent = gzipSync(TEXT);

  it("It is kept where it is the whole body in one gzip member", async () => {
    assert.equal(await keptOf(sent, gzip), sent);
    assert.equal(await keptOf(sent, [["transfer-encoding", "chunked"], ...gzip]), sent);
    assert.equal(await keptOf(sent, [["content-encoding", "GZIP, identity"]]), sent);
  });

  it("It is not kept in another coding, where it has several, and where its headers are wrong", async () => {
    const others: readonly (readonly [Uint8Array, string])[] = [
      [brotliCompressSync(TEXT), "br"],
      [zstdCompressSync(TEXT), "zstd"],
      [deflateSync(TEXT), "deflate"],
      [gzipSync(deflateSync(TEXT)), "deflate, gzip"],
      [gzipSync(gzipSync(TEXT)), "gzip"],
      [zstdCompressSync(TEXT), "gzip"],
      [sent, "br"],
      [sent, "utf-8"],
      [TEXT, "gzip"],
      [new Uint8Array(), "gzip"],
    ];
    for (const [body, coding] of others)
      assert.equal(await keptOf(body, [["content-encoding", coding]]), undefined, coding);
    assert.equal(await keptOf(sent, []), undefined);
  });

  it("It is not kept where other readers would not find all of it: cut, damaged, in several members", async () => {
    assert.equal(await keptOf(sent.subarray(0, -9), gzip), undefined);
    assert.equal(await keptOf(sent, gzip, { limitBytes: 10_000, isCut: true }), undefined);
    assert.equal(await keptOf(sent, gzip, { limitBytes: 100, isCut: false }), undefined);
    const part = [...gzip, ["content-range", "bytes 0-239/5000"] as const];
    assert.equal(await keptOf(sent, part, undefined, 206), undefined);
    const damaged = Buffer.from(sent);
    damaged.writeUInt8(damaged.readUInt8(sent.length - 8) ^ 1, sent.length - 8);
    assert.equal(await keptOf(damaged, gzip), undefined);
    assert.equal(await keptOf(Buffer.concat([sent, sent]), gzip), undefined);
    assert.equal(await keptOf(Buffer.concat([sent, Buffer.from("more")]), gzip), undefined);
  });
});
