import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import * as fc from "fast-check";
import { openRecordedWeb } from "../../../../lib/adapters/web/recorded/recorded-web.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { anHttpResponse, aRecord, gzipMembers } from "../../warc/a-record.ts";
import { at, LIMITS, openBytes, openRecords, pageAt, textAt } from "./open-recording.ts";

describe("A recorded response", () => {
  const html = ["Content-Type", "text/html"] as const;
  const text = "<p>packed</p>";

  for (const [name, headers, sent] of [
    ["deflate", [html, ["Content-Encoding", "deflate"]], deflateSync(text)],
    [
      "deflate without its zlib head",
      [html, ["Content-Encoding", "deflate"]],
      deflateRawSync(text),
    ],
    ["zstd", [html, ["Content-Encoding", "zstd"]], zstdCompressSync(text)],
    ["two codings", [html, ["Content-Encoding", "deflate, x-gzip"]], gzipSync(deflateSync(text))],
    [
      "chunks",
      [html, ["Transfer-Encoding", "chunked"]],
      "3\r\n<p>\r\na;x=y\r\npacked</p>\r\n0\r\n\r\n",
    ],
    [
      "packed chunks",
      [html, ["Transfer-Encoding", "chunked"], ["Content-Encoding", "gzip"]],
      Buffer.concat([
        Buffer.from(`${gzipSync(text).length.toString(16)}\r\n`),
        gzipSync(text),
        Buffer.from("\r\n0\r\n\r\n"),
      ]),
    ],
    ["chunks that the recorder joined", [html, ["Transfer-Encoding", "chunked"]], text],
    ["gzip that the recorder unpacked", [html, ["Content-Encoding", "gzip"]], text],
    ["br that the recorder unpacked", [html, ["Content-Encoding", "br"]], text],
  ] as const) {
    it(`A recorded response is decoded: ${name}`, async (test) => {
      const web = await openRecords(test, { block: anHttpResponse(sent, headers) });
      assert.equal(await textAt(web, "/"), text);
    });
  }

  it("A recorded response with an unknown coding is what was recorded", async (test) => {
    const web = await openRecords(test, {
      block: anHttpResponse(text, [["Content-Encoding", "rot13"]]),
    });
    assert.equal(await textAt(web, "/"), text);
  });

  it("A recorded response may have bare line ends, folded lines and malformed fields", async (test) => {
    const block =
      "HTTP/1.0 200\nContent-Type: text/html;\n  charset=x\nno field\nBad Name: y\n\nbody\n\nmore";
    const web = await openRecords(test, { block });
    const page = await pageAt(web, "/");
    assert.deepEqual(page.headers, [["content-type", "text/html; charset=x"]]);
    assert.equal(Buffer.from(page.body).toString(), "body\n\nmore");
  });

  it("A recorded response may have headers in UTF-8 or Latin-1", async (test) => {
    for (const encoding of ["utf8", "latin1"] as const) {
      const block = Buffer.from("HTTP/1.1 200 OK\r\nX-Name: café\r\n\r\n", encoding);
      const web = await openRecords(test, { block });
      assert.deepEqual((await pageAt(web, "/")).headers, [["x-name", "café"]]);
    }
  });

  it("A recorded response may mix headers in UTF-8 and in Latin-1", async (test) => {
    const block = Buffer.concat([
      Buffer.from("HTTP/1.1 200 OK\r\nX-One: é\r\n", "utf8"),
      Buffer.from("X-Two: é\r\n\r\n", "latin1"),
    ]);
    const page = await pageAt(await openRecords(test, { block }), "/");
    assert.deepEqual(page.headers, [
      ["x-one", "é"],
      ["x-two", "é"],
    ]);
  });

  it("A recorded response is truncated when the recorder marks it so", async (test) => {
    const web = await openRecords(test, { fields: { "WARC-Truncated": "time" } });
    assert.equal((await pageAt(web, "/")).truncated, true);
  });

  it("A recorded response without its last chunk is truncated, and unpacks as far as it goes", async (test) => {
    const coded = gzipSync(text).subarray(0, -4);
    const block = anHttpResponse(
      Buffer.concat([Buffer.from(`${coded.length.toString(16)}\r\n`), coded, Buffer.from("\r\n")]),
      [html, ["Transfer-Encoding", "chunked"], ["Content-Encoding", "gzip"]],
    );
    const page = await pageAt(await openRecords(test, { block }), "/");
    assert.deepEqual([Buffer.from(page.body).toString(), page.truncated], [text, true]);
  });

  it("A recorded response fails without a status line or with an invalid status", async (test) => {
    for (const block of [
      "",
      "no HTTP at all",
      "HTTP/1.1 099 Odd\r\n\r\n",
      "HTTP/1.1 999 Denied\r\n\r\n",
    ]) {
      const web = await openRecords(test, { block });
      const outcome = await web.fetch(at("/"), LIMITS);
      assert.ok(outcome.kind === "failed");
      assert.equal(outcome.reason, "protocol");
    }
  });

  it("A recorded response is read to the limit only, however long it is", async (test) => {
    const block = anHttpResponse(Buffer.alloc(20 << 20, "long "));
    const web = await openBytes(
      test,
      gzipMembers(aRecord({ uri: at("/z"), block })),
      aRecord({ uri: at("/p"), block }),
    );
    for (const path of ["/z", "/p"]) {
      const page = await pageAt(web, path);
      assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, true]);
    }
  });

  it("A recorded response never crashes the reader, whatever the server sent", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "x.warc.gz");
    const words = [
      "gzip",
      "deflate",
      "br",
      "zstd",
      "chunked",
      "identity",
      "7",
      "-1",
      "",
      ":",
      'text/html; charset="',
    ];
    const name = fc.constantFrom(
      "Content-Encoding",
      "Transfer-Encoding",
      "Content-Type",
      "Content-Length",
      "Location",
      " ",
      "\u0000",
    );
    const value = fc
      .array(fc.constantFrom(...words), { maxLength: 6 })
      .map((parts) => parts.join(", "));
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => gzipSync(bytes)),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => brotliCompressSync(bytes)),
    );
    const status = fc.integer({ min: 0, max: 999 });
    const limit = fc.integer({ min: 1, max: 80 });
    const response = fc.tuple(
      body,
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      status,
      limit,
    );
    const property = fc.asyncProperty(response, async ([body, headers, status, bodyBytes]) => {
      writeFileSync(file, aRecord({ block: anHttpResponse(body, headers, status) }));
      const web = await openRecordedWeb([file]);
      const outcome = await web.fetch(at("/"), { bodyBytes, timeoutMs: 1 });
      web.close();
      assert.ok(outcome.kind !== "page" || outcome.body.length <= bodyBytes);
    });
    await fc.assert(property, { seed: 1, numRuns: 500 });
  });
});
