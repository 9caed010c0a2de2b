import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { getSurt, WARCRecord, WARCSerializer } from "warcio";
import { storedHttpHead } from "../../../lib/adapters/warc/stored-page.ts";
import { surtOf } from "../../../lib/adapters/warc/write-wacz.ts";
import {
  infoRecord,
  metadataRecord,
  packRendered,
  packUnchanged,
  payloadDigest,
  responseRecord,
} from "../../../lib/adapters/warc/write-warc.ts";
import { aUrl } from "../../support/a-url.ts";
import { anyCharacter, anyWebUrl } from "../../support/any-text.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

const anyText = fc.string({ unit: anyCharacter });

/** URLs with three commas in a row are left out: warcio refuses them. */
const anyUrl = anyWebUrl.filter((url) => !url.includes(",,,"));

/** Returns the fields of a record in their order, and its block. */
function partsOf(record: Buffer) {
  const end = record.indexOf("\r\n\r\n");
  const [version = "", ...lines] = record.toString("utf8", 0, end).split("\r\n");
  const fields = lines.map((line): [string, string] => {
    const [name = "", ...rest] = line.split(": ");
    return [name, rest.join(": ")];
  });
  return { version, fields, block: record.subarray(end + 4, -4) };
}

/** Writes the same record by warcio: all fields but the length are given. */
async function byWarcio(record: Buffer): Promise<Buffer> {
  const { version, fields, block } = partsOf(record);
  const given = fields.filter(([name]) => name !== "Content-Length");
  const made = WARCRecord.create({ warcVersion: "WARC/1.1" }, [block]);
  const { headers } = made.warcHeaders;
  for (const name of [...headers].map(([each]) => each)) headers.delete(name);
  for (const [name, value] of given) headers.set(name, value);
  made.httpHeaders = null;
  assert.equal(version, "WARC/1.1");
  return Buffer.from(await WARCSerializer.serialize(made));
}

describe("records as they are written", () => {
  it("They have the bytes that warcio writes of the same fields and block", async () => {
    const property = fc.asyncProperty(anyUrl, anyText, anyText, async (text, html, value) => {
      const page = aFetchedPage(aUrl(text), html);
      const { url } = page;
      const stored = { page, digest: payloadDigest(page.body), storedAt: 1 };
      const answer = { status: 200, headers: page.headers, fetchedAt: 2, isNotModified: false };
      const records = [
        await responseRecord(page, 0),
        await metadataRecord(url, 0, { note: value }),
        await infoRecord("pages.warc.gz", 0, { note: value }),
        gunzipSync((await packUnchanged(stored, answer)).member),
        gunzipSync((await packRendered(url, page.body, 0)).member),
      ];
      for (const record of records) assert.deepEqual(record, await byWarcio(record));
    });
    await fc.assert(property, { seed: 1, numRuns: 30 });
  });

  it("A response has the fields and the order that warcio gives it", async () => {
    const property = fc.asyncProperty(anyUrl, anyText, async (text, html) => {
      const page = aFetchedPage(aUrl(text), html);
      const record = await responseRecord(page, 0);
      const id = partsOf(record).fields[0]?.[1] ?? "";
      const head = storedHttpHead(page);
      const warcHeaders = {
        "WARC-Record-ID": id,
        "WARC-Payload-Digest": payloadDigest(page.body),
        "WARC-Block-Digest": payloadDigest(Buffer.concat([head, page.body])),
      };
      const about = { url: page.url, date: "1970-01-01T00:00:00.000Z", type: "response" } as const;
      const given = { ...about, warcVersion: "WARC/1.1", warcHeaders } as const;
      const made = WARCRecord.create(given, [head, page.body]);
      made.httpHeaders = null;
      assert.deepEqual(record, Buffer.from(await WARCSerializer.serialize(made)));
    });
    await fc.assert(property, { seed: 3, numRuns: 50 });
  });

  it("The key of an index is that of warcio", () => {
    const property = fc.property(anyWebUrl, (url) => assert.equal(surtOf(url), getSurt(url)));
    fc.assert(property, { seed: 2 });
    for (const url of ["http://www2.Site.example:81/A?c=d&B", "https://www.a.example", "urn:a"])
      assert.equal(surtOf(url), getSurt(url));
  });
});
