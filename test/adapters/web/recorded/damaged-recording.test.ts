import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { openRecordedWeb } from "../../../../lib/adapters/web/recorded/recorded-web.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { anHttpResponse, aRecord, gzipMembers } from "../../warc/a-record.ts";
import { at, LIMITS, openBytes, pageAt, textAt } from "./open-recording.ts";

describe("A damaged recording", () => {
  const records = ["/1", "/2", "/3"].map((path) =>
    aRecord({ uri: at(path), block: anHttpResponse(path.repeat(300)) }),
  );

  it("A damaged recording loses the broken member only, and counts it", async (test) => {
    const members = records.map((record) => gzipSync(record));
    members[1]?.fill(0xa5, 30, 60);
    const web = await openBytes(test, Buffer.concat(members));
    assert.deepEqual([...web.urls()], [at("/1"), at("/3")]);
    assert.equal(web.report.damaged, 1);
    assert.equal((await pageAt(web, "/3")).body.length, 600);
  });

  it("A damaged recording loses a member whose checksum is wrong", async (test) => {
    const members = records.map((record) => gzipSync(record));
    const second = members[1];
    second?.writeUInt32LE(1, second.length - 8);
    const web = await openBytes(test, Buffer.concat(members));
    assert.deepEqual([...web.urls()], [at("/1"), at("/3")]);
  });

  for (const [name, join] of [
    ["packed", (parts: readonly Uint8Array[]) => gzipMembers(...parts)],
    ["plain", (parts: readonly Uint8Array[]) => Buffer.concat(parts)],
  ] as const) {
    it(`A damaged recording loses the last record when the file breaks off (${name})`, async (test) => {
      const web = await openBytes(test, join(records).subarray(0, -20));
      assert.deepEqual([...web.urls()], [at("/1"), at("/2")]);
      assert.equal(web.report.damaged, 1);
    });
  }

  it("A damaged recording continues after an invalid record (plain)", async (test) => {
    const [first, second] = records;
    assert.ok(first && second);
    const web = await openBytes(
      test,
      Buffer.concat([first, Buffer.from("garbage here\r\n\r\n"), second]),
    );
    assert.deepEqual([...web.urls()], [at("/1"), at("/2")]);
    assert.equal(web.report.damaged, 1);
  });

  it("A damaged recording does not mistake a record in a page's text for a real one", async (test) => {
    const forged = aRecord({ uri: at("/forged") });
    const last = aRecord({
      uri: at("/2"),
      block: anHttpResponse(Buffer.concat([Buffer.from("\r\n\r\n"), forged, forged])),
    });
    const whole = Buffer.concat([aRecord({ uri: at("/1") }), last]);
    for (const bytes of [whole, whole.subarray(0, -10)]) {
      const web = await openBytes(test, bytes);
      assert.ok(![...web.urls()].includes(at("/forged")));
    }
  });

  it("A damaged recording may have several records in one gzip member", async (test) => {
    const web = await openBytes(test, gzipSync(Buffer.concat(records)));
    assert.deepEqual([...web.urls()], [at("/1"), at("/2"), at("/3")]);
    assert.equal(await textAt(web, "/2"), "/2".repeat(300));
  });

  it("A damaged recording never crashes the reader, whatever the bytes", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "x.warc.gz");
    const edits = fc.array(
      fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "cut", "insert")),
      { minLength: 1, maxLength: 6 },
    );
    const property = fc.asyncProperty(fc.boolean(), edits, async (isPacked, changes) => {
      let bytes = isPacked ? gzipMembers(...records) : Buffer.concat(records);
      for (const [position, value, kind] of changes) {
        const place = position % bytes.length;
        const byte = kind === "cut" ? [] : [value];
        bytes = Buffer.concat([
          bytes.subarray(0, place),
          Buffer.from(byte),
          bytes.subarray(kind === "insert" ? place : place + 1),
        ]);
      }
      writeFileSync(file, bytes);
      const web = await openRecordedWeb([file]).catch((error: unknown) => {
        assert.ok(
          error instanceof Error && "code" in error && error.code === "bad-warc",
          String(error),
        );
      });
      for (const url of web?.urls() ?? []) await web?.fetch(url, LIMITS);
      web?.close();
    });
    await fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
