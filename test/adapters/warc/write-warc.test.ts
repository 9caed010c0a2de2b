import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { WARCParser } from "warcio";
import { bufferSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../../lib/adapters/warc/scan-warc.ts";
import {
  gzipRecord,
  infoRecord,
  metadataRecord,
  packAnswer,
  packUnchanged,
  payloadDigest,
  responseRecord,
} from "../../../lib/adapters/warc/write-warc.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import type { FetchedPage } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { aFetchedPage, FETCHED_AT } from "../../contract/page-store.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("responseRecord", () => {
  it("responseRecord writes a WARC 1.1 response", async () => {
    const http =
      "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: 12\r\n\r\n<p>hello</p>";
    assert.equal(
      String(await responseRecord(aFetchedPage(), FETCHED_AT)),
      [
        "WARC/1.1",
        "WARC-Record-ID: <urn:uuid:881ac4e4-84c1-5d0f-99e5-4766eea317e1>",
        `WARC-Payload-Digest: sha256:${sha256("<p>hello</p>")}`,
        `WARC-Block-Digest: sha256:${sha256(http)}`,
        "WARC-Target-URI: http://h.example/",
        "WARC-Date: 2026-01-02T03:04:05.678Z",
        "WARC-Type: response",
        "Content-Type: application/http; msgtype=response",
        `Content-Length: ${http.length}`,
        "",
        `${http}\r\n\r\n`,
      ].join("\r\n"),
    );
  });

  it("responseRecord gives each URL and time a unique, repeatable ID", async () => {
    const idOf = async (path: string, at: number): Promise<string> => {
      const page = aFetchedPage({ url: aUrl(`http://h.example${path}`) });
      const id = /<urn:uuid:(.*)>/.exec(String(await responseRecord(page, at)))?.[1] ?? "";
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      return id;
    };
    assert.equal(await idOf("/a", FETCHED_AT), await idOf("/a", FETCHED_AT));
    const ids = [
      await idOf("/a", FETCHED_AT),
      await idOf("/b", FETCHED_AT),
      await idOf("/a", FETCHED_AT + 1),
    ];
    assert.equal(new Set(ids).size, 3);
  });

  it("responseRecord marks a body that was truncated", async () => {
    const record = await responseRecord(aFetchedPage({ truncated: true }), FETCHED_AT);
    assert.match(String(record), /\r\nWARC-Truncated: length\r\n/);
  });

  it("responseRecord writes records that another reader reads unchanged", async () => {
    const page = aFetchedPage({
      headers: [
        ["set-cookie", "a=1,,,2"],
        ["set-cookie", "b=2"],
        ["warc-type", "request"],
        ["warc-type", "metadata"],
      ],
    });
    const bytes = Buffer.concat([
      gzipRecord(await infoRecord("x.warc.gz", FETCHED_AT, { software: "one\r\nline" })),
      gzipRecord(await responseRecord(page, FETCHED_AT)),
      gzipRecord(await metadataRecord(page.url, FETCHED_AT, { score: "0.5" })),
    ]);
    const read: (readonly [string, string])[] = [];
    for await (const record of new WARCParser([bytes])) {
      read.push([record.warcType, await record.contentText()]);
    }
    assert.deepEqual(read, [
      ["warcinfo", "software: one line\r\n"],
      ["response", "<p>hello</p>"],
      ["metadata", "score: 0.5\r\n"],
    ]);
  });
});

describe("an answer that was sent by gzip", () => {
  const body = Buffer.from(`<p>hello</p>${"<p>Bees fly.".repeat(200)}`);
  const gzipped = gzipSync(body);
  const page = aFetchedPage({ headers: [["content-encoding", "gzip"]], body, gzipped });

  it("Its record has the body as it was sent, and the digest of the payload is that of these bytes", async () => {
    const { digest, member } = await packAnswer(page, FETCHED_AT);
    const record = gunzipSync(member).toString("latin1");
    const http = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${gzipped.length}\r\n\r\n`;
    assert.ok(record.endsWith(`\r\n\r\n${http}${gzipped.toString("latin1")}\r\n\r\n`));
    assert.equal(digest, payloadDigest(body));
    assert.ok(record.includes(`\r\nWARC-Payload-Digest: ${payloadDigest(gzipped)}\r\n`));
    assert.ok(record.includes(`\r\nDowser-Body-Digest: ${digest}\r\n`));
  });

  it("Its member has the bytes that its record has, without a second compression of the body", async () => {
    for (const bytes of [1, 60, 70_000, 300_000]) {
      const sent = randomBytes(bytes);
      const { member } = await packAnswer({ ...page, gzipped: sent }, FETCHED_AT);
      assert.deepEqual(
        gunzipSync(member),
        await responseRecord({ ...page, gzipped: sent }, FETCHED_AT),
      );
      assert.ok(member.includes(sent.subarray(0, 16_000)));
    }
  });

  it("Another reader finds its body without the coding", async () => {
    const { member } = await packAnswer(page, FETCHED_AT);
    const read: string[] = [];
    for await (const record of new WARCParser([member])) read.push(await record.contentText());
    assert.deepEqual(read, [body.toString()]);
  });

  it("An unchanged page refers to the body as the earlier visit stored it, whatever coding the new answer has", async () => {
    const answer = { status: 200, fetchedAt: FETCHED_AT, isNotModified: false };
    const headOf = async (stored: FetchedPage, headers: FetchedPage["headers"]) => {
      const before = { page: stored, digest: undefined, storedAt: 1 };
      const { digest, member } = await packUnchanged(before, { ...answer, headers });
      assert.equal(digest, payloadDigest(body));
      const record = gunzipSync(member).toString();
      const { length } = stored.gzipped ?? body;
      assert.match(record, new RegExp(`\r\ncontent-length: ${length}\r\n`));
      const payload = payloadDigest(stored.gzipped ?? body);
      assert.ok(record.includes(`\r\nWARC-Payload-Digest: ${payload}\r\n`));
      return record.match(/content-encoding: .*/g);
    };
    assert.deepEqual(await headOf(page, []), ["content-encoding: gzip"]);
    assert.deepEqual(await headOf(page, [["content-encoding", "br"]]), ["content-encoding: gzip"]);
    const decoded = { ...page, gzipped: undefined };
    assert.equal(await headOf(decoded, [["content-encoding", "gzip"]]), null);
  });
});

describe("writeWarcFile", () => {
  it("writeWarcFile writes pages, each followed by its metadata, and replaces an old file", async (test) => {
    const file = join(aFolder(test), "corpus.warc.gz");
    const pages = ["/a", "/b"].map((path) => ({
      page: aFetchedPage({ url: aUrl(`http://h.example${path}`) }),
      fetchedAt: FETCHED_AT,
      ...(path === "/a" ? { fields: { utility: "0.9" } } : {}),
    }));
    for (const _ of [1, 2])
      assert.equal(await writeWarcFile(file, pages, { software: "Dowser" }), 2);
    const tally = { damaged: 0, heldBytes: 0 };
    const records = await collect(scanWarc(bufferSource(file, readFileSync(file)), tally));
    assert.deepEqual(
      records.map(({ head }) => `${head.type} ${head.targetUri}`),
      [
        "warcinfo ",
        "response http://h.example/a",
        "metadata http://h.example/a",
        "response http://h.example/b",
      ],
    );
  });
});
