import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { allowContinue } from "../../../../lib/adapters/web/live/unasked-continue.ts";
import { startRawServer } from "./support/raw-server.ts";

/** What is read after a request to which a server answers byte by byte. */
async function readOf(answer: string): Promise<string> {
  const server = await startRawServer((socket) => {
    socket.setNoDelay(true);
    sendBytes(socket, Buffer.from(answer, "latin1"), 0);
  });
  try {
    const socket = allowContinue(connect(server.port, "127.0.0.1"));
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

describe("an interim response that nobody asked for", () => {
  const cases: readonly (readonly [name: string, sent: string, read: string])[] = [
    [
      "turns each 100 before the final response into a 102",
      "HTTP/1.1 100 Continue\r\na: b\r\n\r\nHTTP/1.0 100\n\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 x\r\n\r\n",
      "HTTP/1.1 102 Continue\r\na: b\r\n\r\nHTTP/1.0 102\n\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 x\r\n\r\n",
    ],
    ["leaves other interim responses", "HTTP/1.1 103 x\r\n\r\n", "HTTP/1.1 103 x\r\n\r\n"],
    ["leaves a 101", "HTTP/1.1 101 x\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n"],
    ["leaves what is no response", "HTTP/2 100 100\r\n\r\n", "HTTP/2 100 100\r\n\r\n"],
  ];
  for (const [name, sent, read] of cases) {
    it(`The reading of \`100 Continue\` ${name}`, async () => {
      assert.equal(await readOf(sent), read);
    });
  }
});
