import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";

/** A server on loopback that answers bytes, well-formed or not. */
export interface RawServer {
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a server that calls `answer` for each request head received, with its number from 0. */
export async function startRawServer(
  answer: (socket: Socket, request: string, count: number) => void,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The crawler hangs up whenever it has seen enough.
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      answer(socket, data.toString("latin1"), requests++);
    });
  });
  return {
    port: await listen(server),
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}
