import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { linking } from "../../../support/scripted-web.ts";

/** A file that its server sends for ever: a gigabyte is declared. */
const GIGABYTE = 1_073_741_824;

const CSV = "name,legs\nbee,6\nspider,8\n";

type Answer = readonly [
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
];

const page = (body: string): Answer => [200, { "content-type": "text/html" }, body];
const pdf = (body: string, headers: Readonly<Record<string, string>> = {}): Answer => [
  200,
  { "content-type": "application/pdf", ...headers },
  `%PDF-1.7 ${body} <a href="/from-a-file">no link</a>`,
];

/** Path → answer to GET. */
const SITE: Readonly<Record<string, Answer>> = {
  "/": page(
    linking(
      ...["/papers", "/data", "/paper.html", "/fake.pdf", "/moved.pdf", "/picture.png"],
      ...["/hidden.pdf", "/private/secret.pdf", "/lost.pdf"],
    ),
  ),
  "/papers": page(
    `<p>Bees make honey.</p>${linking("/a.pdf", "/A.PDF", "/huge.pdf", "/stubborn.pdf")}`,
  ),
  "/data": page(linking("/bees.csv", "/download?id=3", "/get.pdf?v=2", "/notes.txt")),
  "/a.pdf": pdf("bees and honey"),
  "/A.PDF": pdf("bees and honey", { "content-type": "APPLICATION/PDF; version=1.7" }),
  "/huge.pdf": pdf("for ever"),
  "/stubborn.pdf": pdf("no HEAD here"),
  "/bees.csv": [200, { "content-type": "text/csv", "content-encoding": "gzip" }, gzipSync(CSV)],
  "/download?id=3": [
    200,
    {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="bees.pdf"',
    },
    "%PDF-1.7",
  ],
  "/get.pdf?v=2": [200, { "content-type": "application/octet-stream" }, "%PDF-1.7 two"],
  "/notes.txt": [200, { "content-type": "text/plain" }, "notes"],
  "/paper.html": pdf("a file behind a page's name"),
  "/fake.pdf": page(`<p>This paper is told on the next page.</p>${linking("/behind")}`),
  "/behind": page("<p>Bees make wax.</p>"),
  "/moved.pdf": [302, { location: "/moved-here" }, ""],
  "/moved-here": pdf("moved"),
  "/picture.png": [200, { "content-type": "image/png" }, "png"],
  "/hidden.pdf": pdf("hidden", { "x-robots-tag": "noindex" }),
  "/private/secret.pdf": pdf("secret"),
  "/lost.pdf": [404, {}, ""],
  "/robots.txt": [200, { "content-type": "text/plain" }, "User-agent: *\nDisallow: /private/"],
};

/** A site of pages and files on loopback, with the requests that it saw, as `METHOD path`. */
export interface FileSite {
  readonly origin: string;
  readonly requests: string[];
  /** Bytes of the endless file that were taken from its server. */
  readonly sentBytes: () => number;
  close(): Promise<void>;
}

/** Serves {@link SITE}. `/stubborn.pdf` refuses HEAD, and `/huge.pdf` is sent without end. */
export async function serveFiles(): Promise<FileSite> {
  const requests: string[] = [];
  let sent = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const [status, headers, body] = SITE[url] ?? [404, {}, ""];
    if (method === "HEAD" && url === "/stubborn.pdf") return void response.writeHead(405).end();
    if (url !== "/huge.pdf") {
      const length = String(Buffer.byteLength(body));
      return void response.writeHead(status, { "content-length": length, ...headers }).end(body);
    }
    response.writeHead(status, { "content-length": String(GIGABYTE), ...headers });
    if (method === "HEAD") return void response.end();
    const chunk = Buffer.alloc(65_536, "%PDF");
    const send = (): void => {
      while (!response.destroyed && sent < GIGABYTE) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", send);
      }
    };
    send();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    sentBytes: () => sent,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
