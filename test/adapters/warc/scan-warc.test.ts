import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { bufferSource } from "../../../lib/adapters/warc/gzip-member.ts";
import {
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../../../lib/adapters/warc/scan-warc.ts";
import { readRecord } from "../../../lib/adapters/warc/stored-page.ts";
import { collect } from "../../support/collect.ts";
import { anHttpResponse, aRecord, gzipMembers } from "./a-record.ts";

const FLAG_FIELDS = { crc: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

interface Scan extends ScanTally {
  readonly records: readonly ScannedRecord[];
  readonly uris: readonly string[];
}

async function scan(bytes: Buffer, heldBytes = 0): Promise<Scan> {
  const tally = { damaged: 0, heldBytes };
  const records = await collect(scanWarc(bufferSource("x.warc", bytes), tally));
  return { ...tally, records, uris: records.map(({ head }) => head.targetUri) };
}

/** A gzip member with the optional fields of RFC 1952 §2.3 in its header. */
function memberWithFields(record: Buffer, flags: number): Buffer {
  const member = gzipSync(record);
  const fields = [
    flags & FLAG_FIELDS.extra ? Buffer.from("\x06\x00sl\x02\x00\x01\x02", "latin1") : "",
    flags & FLAG_FIELDS.name ? "a name\0" : "",
    flags & FLAG_FIELDS.comment ? "a comment\0" : "",
    flags & FLAG_FIELDS.crc ? "\x01\x01" : "",
  ].map((field) => Buffer.from(field));
  const head = Buffer.from(member.subarray(0, 10));
  head.writeUInt8(flags, 3);
  return Buffer.concat([head, ...fields, member.subarray(10)]);
}

describe("scanWarc", () => {
  it("scanWarc gives the type, URL and position of each record", async () => {
    const [one, two] = [aRecord({ type: "warcinfo", uri: "", block: "a: b\r\n" }), aRecord()];
    for (const bytes of [gzipMembers(one, two), Buffer.concat([one, two])]) {
      const { records } = await scan(bytes);
      assert.deepEqual(
        records.map(({ head }) => [head.type, head.targetUri]),
        [
          ["warcinfo", ""],
          ["response", "http://h.example/"],
        ],
      );
      for (const record of records) {
        const { head, block } = await readRecord(record, 1_000);
        assert.deepEqual(head, record.head);
        assert.equal(block.length, head.contentLength);
      }
    }
  });

  it("scanWarc finds nothing in an empty file", async () => {
    assert.deepEqual((await scan(Buffer.alloc(0))).records, []);
  });

  it("scanWarc reads gzip members with any of the optional header fields", async () => {
    const uris = Array.from({ length: 16 }, (_, flags) => `http://h.example/${flags}`);
    const members = uris.map((uri, flags) => memberWithFields(aRecord({ uri }), flags << 1));
    const { uris: found, damaged } = await scan(Buffer.concat(members));
    assert.deepEqual(found, uris);
    assert.equal(damaged, 0);
  });

  it("scanWarc reads records across the boundaries of its read windows", async () => {
    // Digests do not compress: 60 times 200 kB are three windows of 4 MiB.
    const noise = Buffer.concat(
      Array.from({ length: 6_250 }, (_, number) => hash("sha256", String(number), "buffer")),
    );
    const uris = Array.from({ length: 60 }, (_, number) => `http://h.example/${number}`);
    const all = uris.map((uri) => aRecord({ uri, block: anHttpResponse(noise) }));
    for (const bytes of [gzipMembers(...all), Buffer.concat(all)]) {
      const { uris: found, damaged } = await scan(bytes);
      assert.deepEqual(found, uris);
      assert.equal(damaged, 0);
    }
  });

  it("scanWarc streams a member that is too large for memory", async () => {
    const large = aRecord({ uri: "http://h.example/large", block: Buffer.alloc(65 << 20) });
    const bytes = Buffer.concat([gzipSync(large, { level: 1 }), gzipMembers(aRecord())]);
    const { records, uris, heldBytes } = await scan(bytes);
    assert.deepEqual(uris, ["http://h.example/large", "http://h.example/"]);
    assert.equal(heldBytes, 0);
    const [first] = records;
    assert.ok(first);
    assert.equal((await readRecord(first, 1_000)).block.length, 1_000);
    bytes.fill(0, first.length - 8, first.length - 4);
    assert.deepEqual((await scan(bytes)).uris, ["http://h.example/"], "its checksum is wrong");
  });

  it("scanWarc holds members of several records up to a limit", async () => {
    const bytes = gzipSync(Buffer.concat([aRecord(), aRecord({ uri: "http://h.example/2" })]));
    const { uris, heldBytes } = await scan(bytes);
    assert.deepEqual(uris, ["http://h.example/", "http://h.example/2"]);
    assert.ok(heldBytes > 0);
    await assert.rejects(scan(bytes, 256 << 20), {
      code: "unseekable-warc",
      reaction: "fix-config",
    });
  });

  it("scanWarc takes a block to the end of its gzip member when it is shorter than stated", async () => {
    const short = aRecord({ uri: "http://h.example/a", fields: { "Content-Length": "5000" } });
    const { uris, damaged } = await scan(gzipMembers(short, aRecord()));
    assert.deepEqual([uris, damaged], [["http://h.example/a", "http://h.example/"], 0]);
  });

  for (const [name, before] of [
    ["a byte order mark", "\ufeff"],
    ["blank lines", "\r\n\n"],
  ] as const) {
    it(`scanWarc reads a file that begins with ${name}`, async () => {
      const { uris } = await scan(Buffer.concat([Buffer.from(before), aRecord(), aRecord()]));
      assert.equal(uris.length, 2);
    });
  }

  it("scanWarc reads heads with line feeds alone, folded fields and long ones", async () => {
    const fields = { "WARC-JSON-Metadata": "a".repeat(100_000), "WARC-Filename": "a\r\n b" };
    const record = aRecord({ fields }).toString("latin1");
    const end = record.indexOf("\r\n\r\n") + 4;
    const lines = record.slice(0, end).replaceAll("\r\n", "\n") + record.slice(end);
    for (const text of [record, lines]) {
      const { uris, damaged } = await scan(Buffer.from(text.repeat(2), "latin1"));
      assert.deepEqual([uris.length, damaged], [2, 0]);
    }
  });

  it("scanWarc names formats that are taken for WARC", async () => {
    const arc = "filedesc://x.arc 0.0.0.0 20240101000000 text/plain 77\n1 0 X\n";
    await assert.rejects(scan(Buffer.from(arc)), { code: "bad-warc", message: /ARC file/ });
    await assert.rejects(scan(gzipSync(arc)), { code: "bad-warc", message: /ARC file/ });
    await assert.rejects(scan(zstdCompressSync(aRecord())), { code: "bad-warc", message: /zstd/ });
  });

  it("scanWarc counts a record as damaged when its block is longer than stated, or its length no number", async () => {
    for (const length of ["5", "-1", "1e3", "99999999999999999999"]) {
      const bad = aRecord({ uri: "http://h.example/bad", fields: { "Content-Length": length } });
      const { uris, damaged } = await scan(gzipMembers(aRecord(), bad, aRecord()));
      assert.equal(uris.at(-1), "http://h.example/");
      assert.equal(uris.filter((uri) => uri === "http://h.example/").length, 2);
      assert.equal(damaged, 1);
    }
  });

  it("scanWarc counts a stretch of damage once", async () => {
    const noise = Buffer.from("\x1f\x8b\x08 not a member, \x1f\x8b\x08\x00 nor this", "latin1");
    const { uris, damaged } = await scan(
      Buffer.concat([gzipMembers(aRecord()), noise, gzipMembers(aRecord())]),
    );
    assert.deepEqual([uris.length, damaged], [2, 1]);
  });

  it("scanWarc rejects a head without an end, however long the file", async () => {
    const endless = Buffer.concat([Buffer.from("WARC/1.1\r\n"), Buffer.alloc(200_000, "x: y\r\n")]);
    await assert.rejects(scan(endless), { code: "bad-warc" });
    await assert.rejects(scan(gzipSync(endless)), { code: "bad-warc" });
  });
});
