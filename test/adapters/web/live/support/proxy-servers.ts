import { once } from "node:events";
import { request as ask, createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** A proxy on loopback that leads every request to one port, whatever address it was told. */
export interface TestProxy {
  readonly port: number;
  /** What it was asked: `CONNECT address:port`, `GET url`, or `SOCKS address:port`. */
  readonly asked: readonly string[];
  /** Credentials that it was given, as `user:password`. */
  readonly credentials: readonly string[];
  close(): Promise<void>;
}

/** How a proxy behaves. */
interface ProxyBehaviour {
  /** Port on loopback that all requests are led to. */
  readonly leadsTo: number;
  /** Credentials that it wants, as `user:password`. */
  readonly wants?: string;
  /** Certificate and key of a proxy that is itself spoken to by TLS. */
  readonly tls?: TlsOptions;
}

/** Starts an HTTP proxy: tunnels, and pages asked for by their URL. */
export async function startHttpProxy(behaviour: ProxyBehaviour): Promise<TestProxy> {
  const { leadsTo, wants, tls } = behaviour;
  const [asked, credentials]: [string[], string[]] = [[], []];
  const isKnown = (header: string | undefined): boolean => {
    const given = Buffer.from(header?.replace(/^Basic /, "") ?? "", "base64").toString();
    if (given !== "") credentials.push(given);
    return wants === undefined || given === wants;
  };
  const http = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!isKnown(request.headers["proxy-authorization"])) {
      response.writeHead(407).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? "");
    const { "proxy-authorization": _, ...headers } = request.headers;
    ask({ port: leadsTo, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  http.on("connect", (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (!isKnown(request.headers["proxy-authorization"])) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const there = connect(leadsTo, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(socket, there);
    });
    there.on("error", () => socket.destroy());
  });
  const server =
    tls === undefined
      ? http
      : createTlsServer(tls, (socket) => {
          http.emit("connection", socket);
        });
  return served(server, asked, credentials);
}

/** Starts a SOCKS5 proxy (RFC 1928) that knows CONNECT, and user and password (RFC 1929). */
export async function startSocksProxy({ leadsTo, wants }: ProxyBehaviour): Promise<TestProxy> {
  const [asked, credentials]: [string[], string[]] = [[], []];
  const server = createServer((socket) => {
    const steps = [
      () => socket.write(Buffer.from([5, wants === undefined ? 0 : 2])),
      ...(wants === undefined
        ? []
        : [
            (data: Buffer) => {
              const given = credentialsIn(data);
              credentials.push(given);
              socket.write(Buffer.from([1, given === wants ? 0 : 1]));
            },
          ]),
      (data: Buffer) => {
        asked.push(`SOCKS ${destinationIn(data)}`);
        socket.removeAllListeners("data");
        const there = connect(leadsTo, "127.0.0.1", () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          join(socket, there);
        });
        there.on("error", () => socket.destroy());
      },
    ];
    socket.on("data", (data) => steps.shift()?.(data));
    socket.on("error", () => socket.destroy());
  });
  return served(server, asked, credentials);
}

function credentialsIn(data: Buffer): string {
  const userEnd = 2 + (data[1] ?? 0);
  return `${data.subarray(2, userEnd).toString()}:${data.subarray(userEnd + 1).toString()}`;
}

/** Returns address and port; a name, which no proxy should get, begins with `name `. */
function destinationIn(data: Buffer): string {
  const port = data.readUInt16BE(data.length - 2);
  const address = data.subarray(4, -2);
  if (data[3] === 1) return `${[...address].join(".")}:${port}`;
  if (data[3] === 3) return `name ${address.subarray(1).toString()}:${port}`;
  const groups = Array.from({ length: 8 }, (_, at) => address.readUInt16BE(2 * at).toString(16));
  return `[${groups.join(":")}]:${port}`;
}

function join(one: Socket, other: Socket): void {
  one.pipe(other);
  other.pipe(one);
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on("error", () => socket.destroy());
    socket.on("close", () => peer.destroy());
  }
}

async function served(
  server: Server,
  asked: readonly string[],
  credentials: readonly string[],
): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : 0,
    asked,
    credentials,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
