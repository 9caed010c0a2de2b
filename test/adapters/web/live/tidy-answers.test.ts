import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import { tidyAnswers } from "../../../../lib/adapters/web/live/tidy-answers.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";
import { startRawServer } from "./support/raw-server.ts";

const BODY = "<title>Bees</title><p>Honey and wax.</p>";
const LENGTH = `Content-Length: ${BODY.length}`;
const HEX = BODY.length.toString(16);

/** What is read after a request to which a server answers byte by byte. */
async function readOf(answer: string): Promise<string> {
  const server = await startRawServer((socket) => {
    socket.setNoDelay(true);
    sendBytes(socket, Buffer.from(answer, "latin1"), 0);
  });
  try {
    const socket = tidyAnswers(connect(server.port, "127.0.0.1"));
    await once(socket, "connect");
    socket.write("GET / HTTP/1.1\r\n\r\n");
    const parts: Buffer[] = [];
    for await (const part of socket) if (Buffer.isBuffer(part)) parts.push(part);
    return Buffer.concat(parts).toString("latin1");
  } finally {
    await server.close();
  }
}

function sendBytes(socket: Socket, bytes: Buffer, at: number): void {
  if (at === bytes.length) return void socket.end();
  socket.write(bytes.subarray(at, at + 1), () => setImmediate(sendBytes, socket, bytes, at + 1));
}

/** What the live web makes of an answer that comes in one piece, after which its server hangs up. */
async function fetched(answer: Buffer | string): Promise<FetchOutcome> {
  const server = await startRawServer((socket) => {
    socket.end(Buffer.isBuffer(answer) ? answer : Buffer.from(answer, "latin1"));
  });
  const web = createLiveWeb({
    userAgent: "test",
    allowLoopback: true,
    acceptMediaTypes: ["text/html"],
  });
  try {
    const url = aUrl(`http://127.0.0.1:${server.port}/`);
    return await web.fetch(url, { bodyBytes: 1_000_000, timeoutMs: 10_000 });
  } finally {
    await web.close();
    await server.close();
  }
}

async function textOf(answer: Buffer | string): Promise<string> {
  const outcome = await fetched(answer);
  if (outcome.kind !== "page") return JSON.stringify(outcome);
  return Buffer.from(outcome.body).toString("latin1");
}

describe("answers that arrive byte by byte", () => {
  const cases: readonly (readonly [name: string, sent: string, read: string])[] = [
    [
      "turns each interim answer into one that undici skips",
      "HTTP/1.1 100 Continue\r\na: b\r\n\r\nHTTP/1.0 103\n\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 x\r\n\r\n",
      "HTTP/1.1 102 \r\n\r\nHTTP/1.1 102 \r\n\r\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 x\r\n\r\n",
    ],
    ["leaves what is no answer", "Not HTTP at all", "Not HTTP at all"],
    [
      "writes a folded, blank-lined, control-ridden head by the book",
      "\r\n\nHTTP/2 404\nA:\tb\0c\r\n  d \r\nno colon\nX Y: z\n: w\r\nB : 1\n\nrest",
      "HTTP/1.1 404 \r\na: b c d\r\nb: 1\r\n\r\nrest",
    ],
  ];
  for (const [name, sent, read] of cases) {
    it(`The reading of answers ${name}`, async () => {
      assert.equal(await readOf(sent), read);
    });
  }
});

describe("untidy heads, as curl and browsers read them", () => {
  const type = "Content-Type: text/html";
  const cases: Readonly<Record<string, string>> = {
    "line feeds alone": `HTTP/1.1 200 OK\n${type}\n${LENGTH}\n\n${BODY}`,
    "mixed line ends": `HTTP/1.1 200 OK\r\n${type}\nX: y\r\n${LENGTH}\r\n\n${BODY}`,
    "a carriage return in a value": `HTTP/1.1 200 OK\r\n${type}\r\nX: a\rb\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a control character in a value": `HTTP/1.1 200 OK\r\n${type}\r\nX: a\x08b\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a NUL in a value": `HTTP/1.1 200 OK\r\n${type}\r\nX: a\0b\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a name with a blank": `HTTP/1.1 200 OK\r\n${type}\r\nX Header: b\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a name in UTF-8": `HTTP/1.1 200 OK\r\n${type}\r\nX-\xc3\xa9: b\r\n${LENGTH}\r\n\r\n${BODY}`,
    "an empty name": `HTTP/1.1 200 OK\r\n${type}\r\n: b\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a blank before the colon": `HTTP/1.1 200 OK\r\nContent-Type : text/html\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a line without a colon": `HTTP/1.1 200 OK\r\n${type}\r\nno colon here\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a folded line": `HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n${LENGTH}\r\n\r\n${BODY}`,
    "another version": `HTTP/2 200\r\n${type}\r\n${LENGTH}\r\n\r\n${BODY}`,
    "no reason": `HTTP/1.1 200\r\n${type}\r\n${LENGTH}\r\n\r\n${BODY}`,
    "a streaming server's protocol": `ICY 200 OK\r\n${type}\r\n\r\n${BODY}`,
    "blank lines before": `\r\n\r\nHTTP/1.1 200 OK\r\n${type}\r\n${LENGTH}\r\n\r\n${BODY}`,
    "its length twice": `HTTP/1.1 200 OK\r\n${type}\r\n${LENGTH}\r\n${LENGTH}\r\n\r\n${BODY}`,
    "its length twice in one field": `HTTP/1.1 200 OK\r\n${type}\r\n${LENGTH}, ${BODY.length}\r\n\r\n${BODY}`,
    "an empty length": `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: \r\n\r\n${BODY}`,
    "a length that is none": `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: many\r\n\r\n${BODY}`,
    "a length beside chunks": `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n${HEX}\r\n${BODY}\r\n0\r\n\r\n`,
    "a transfer coding that is none": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: identity\r\n\r\n${BODY}`,
    "chunk sizes with blanks": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${HEX}  \r\n${BODY}\r\n0 \r\n\r\n`,
    "chunks with line feeds": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${HEX}\n${BODY}\n0\n\n`,
    "chunks with extensions and trailers": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${HEX};a="b"\r\n${BODY}\r\n0;c\r\nX: y\r\n\r\n`,
    "a body that ends early": `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 9999\r\n\r\n${BODY}`,
    "no last chunk": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${HEX}\r\n${BODY}\r\n`,
    "chunks that break off": `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${HEX}\r\n${BODY}\r\nno size\r\n`,
  };
  for (const [name, answer] of Object.entries(cases)) {
    it(`An answer with ${name} is a page`, async () => {
      assert.equal(await textOf(answer), BODY);
    });
  }

  it("A body compressed for its way is unpacked", async () => {
    const packed = gzipSync(BODY);
    const head = `HTTP/1.1 200 OK\r\n${type}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n`;
    const size = `${packed.length.toString(16)}\r\n`;
    const answer = [head, size, packed, "\r\n0\r\n\r\n"].map((part) => Buffer.from(part));
    assert.equal(await textOf(Buffer.concat(answer)), BODY);
  });

  it("A page whose server hangs up in its middle counts as cut", async () => {
    const whole = await fetched(`HTTP/1.1 200 OK\r\n${type}\r\n${LENGTH}\r\n\r\n${BODY}`);
    const cut = await fetched(`HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 9999\r\n\r\n${BODY}`);
    assert.deepEqual(
      [whole, cut].map((page) => page.kind === "page" && page.truncated),
      [false, true],
    );
  });

  it("Two lengths that differ are refused: one may hide another answer", async () => {
    const outcome = await fetched(
      `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 3\r\n${LENGTH}\r\n\r\n${BODY}`,
    );
    assert.equal(outcome.kind === "failed" && outcome.reason, "protocol");
  });

  it("Any bytes end in an outcome, and bytes that are no HTTP in a failure", async () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
    const head = fc.constantFrom(
      "",
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n",
    );
    await fc.assert(
      fc.asyncProperty(head, bytes, async (begin, rest) => {
        const { kind } = await fetched(Buffer.concat([Buffer.from(begin), rest]));
        assert.ok(["page", "failed", "refused"].includes(kind), kind);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});
