import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { WARCParser } from "warcio";
import { bufferSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../../lib/adapters/warc/scan-warc.ts";
import {
  gzipRecord,
  infoRecord,
  metadataRecord,
  responseRecord,
} from "../../../lib/adapters/warc/write-warc.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
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
