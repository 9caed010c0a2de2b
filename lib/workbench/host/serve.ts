import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, gzipSync } from "node:zlib";
import type { WebAssets } from "../../../web/bundle.ts";
import { DowserError } from "../../errors.ts";
import { printError } from "../../run/print/print-error.ts";
import { terminal } from "../../run/print/terminal.ts";
import { serveRoutes } from "../../stack/api/serve-api.ts";
import { INERT_POLICY } from "../inert-page.ts";
import { WORKBENCH_ROUTES } from "../routes.ts";
import { MOST_FILE_BYTES } from "../workbench-limits.ts";
import type { Download } from "./downloads.ts";
import type { FolderHost } from "./folder-host.ts";
import type { Guard } from "./guard.ts";
import { type Live, startLive } from "./live.ts";
import { readBody, sendText } from "./plain-http.ts";

/** Largest body of a request, in bytes: the labels of an afternoon; files may be longer. */
const MAX_BODY = 8 * 2 ** 20;

/** Takes the path of a file of a run, and answers with an address that holds once. */
const ONCE = "/api/once";

/** Paths that take files. */
const TAKES_FILES = /^\/(?:examples|lists)\//;

/** Longest URL of a request, in bytes. */
const MAX_URL = 16_384;

/** Answers from here on are compressed, in bytes. */
const COMPRESSED_FROM = 2_048;

/** The page may use what this server sends, and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What is saved or printed may do nothing; a report has its style in itself. */
const SENT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every answer. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-dns-prefetch-control": "off",
  "cache-control": "no-store",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** The page, before its script has run. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Dowser</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%230b5cad' stroke-width='2.5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M3 2 10 11 17 2M10 11V18'/%3E%3C/svg%3E"><link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script></head>
<body><noscript>Dowser's page needs JavaScript; the commands do not.</noscript><div id="app"></div></body></html>
`;

/** The parts of the server. */
export interface ServeParts {
  readonly host: FolderHost;
  readonly assets: WebAssets;
  /** Made when the port is known. */
  readonly guard: () => Guard;
}

/** Creates the server of the workbench; it does not listen yet. */
export function createWorkbenchServer(parts: ServeParts): Server {
  const live = startLive(parts.host.ports.crawls);
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    void answer(request, response, parts, live).catch((error: unknown) =>
      answerError(error, response),
    );
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.on("close", () => live.close());
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServeParts,
  live: Live,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const { url: target = "/", method = "GET", headers } = request;
  if (target.length > MAX_URL) return sendText(response, 414, "the URL is too long");
  // A path with two slashes is a path, and no other host.
  const url = URL.parse(`http://localhost${target}`);
  if (url === null || !target.startsWith("/"))
    return sendText(response, 400, "no URL of this server");
  const token = url.searchParams.get("token") ?? undefined;
  const guard = parts.guard();
  const verdict = guard.judge({ method, path: url.pathname, token, headers });
  if (verdict.kind === "refused") return refuse(response, verdict.status, verdict.why);
  if (verdict.kind === "once") {
    const asked = new URL(`http://localhost${verdict.target}`);
    return answerApi(request, response, asked, parts, live);
  }
  if (url.pathname === ONCE) await answerOnce(request, response, guard);
  else if (url.pathname.startsWith("/api/")) await answerApi(request, response, url, parts, live);
  else answerStatic(request, response, url.pathname, parts.assets);
}

/** Answers the page that wants a frame or a file with an address that a browser can ask for, once. */
async function answerOnce(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
): Promise<void> {
  if (request.method !== "POST") return sendText(response, 405, "use POST");
  const body = await readBody(request, MAX_URL);
  const address = body && guard.addressOnce(body.toString("utf8"));
  if (address === undefined) return sendText(response, 400, "no file of a run");
  sendBytes(request, response, 201, "application/json", Buffer.from(JSON.stringify({ address })));
}

function answerStatic(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { script, style }: WebAssets,
): void {
  const files: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
    "/": ["text/html; charset=utf-8", PAGE],
    "/page.js": ["text/javascript; charset=utf-8", script],
    "/page.css": ["text/css; charset=utf-8", style],
  };
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return sendText(response, 404, "there is nothing here");
  if (request.method !== "GET") return sendText(response, 405, "use GET");
  response.setHeader("content-security-policy", PAGE_POLICY);
  sendBytes(request, response, 200, file[0], Buffer.from(file[1]));
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { host }: ServeParts,
  live: Live,
): Promise<void> {
  const path = decodedPath(url.pathname.slice("/api".length));
  const query = Object.fromEntries(url.searchParams);
  const [, of, run = "", what = "", sequence, frame] = path.split("/");
  const told = (error: unknown) => (of === "runs" && run !== "" ? toldOf(host, run, error) : error);
  if (request.method === "GET" && path.startsWith("/runs/")) {
    if (what === "events") return live.send(run, response);
    if (frame === "frame" && what === "pages") {
      response.setHeader("content-security-policy", INERT_POLICY);
      return asked(response, told, async () => {
        const html = await host.frame(run, Number(sequence));
        sendBytes(request, response, 200, "text/html; charset=utf-8", Buffer.from(html));
      });
    }
    const download = Object.hasOwn(host.downloads, what) ? host.downloads[what] : undefined;
    if (download !== undefined) {
      return asked(response, told, async () => send(response, await download(run, query)));
    }
  }
  const most = TAKES_FILES.test(path) ? MOST_FILE_BYTES : MAX_BODY;
  const body = await readBody(request, most);
  if (body === undefined) return sendText(response, 413, `at most ${most} bytes are taken`);
  const asking = { method: request.method ?? "GET", path, query, body };
  const { status, body: said } = await serveRoutes(asking, WORKBENCH_ROUTES, host.ports, told);
  sendBytes(request, response, status, "application/json", Buffer.from(JSON.stringify(said)));
}

/** Tells what went wrong with a run; the terminal gets what no refusal foresaw. */
function toldOf(host: FolderHost, run: string, error: unknown): DowserError {
  if (!(error instanceof DowserError)) printError(error, terminal().stderr, true);
  return host.damage(error, run);
}

/** Does what may be refused, and tells the refusal as the API does. */
async function asked(
  response: ServerResponse,
  told: (error: unknown) => unknown,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (raised) {
    // The other side has gone, or half of the answer is sent.
    if (response.headersSent) throw raised;
    const error = told(raised);
    if (!(error instanceof DowserError)) throw error;
    const { code, message, hint } = error;
    response.setHeader("content-type", "application/json");
    response.writeHead(404).end(JSON.stringify({ code, message, hint }));
  }
}

/** Decodes a path, in which a slash of a name stays encoded. */
function decodedPath(path: string): string {
  return path
    .split("/")
    .map((part) => decoded(part).replaceAll("/", "%2F"))
    .join("/");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A faulty escape names nothing: the route says so.
    return part;
  }
}

async function send(response: ServerResponse, { name, mediaType, content, isShown }: Download) {
  // The browser saves it, or shows it without script or request, and never under the origin of the page.
  const how = isShown === true ? "inline" : "attachment";
  response.setHeader("content-disposition", `${how}; filename="${name}"`);
  response.setHeader("content-security-policy", SENT_POLICY);
  response.writeHead(200, { "content-type": mediaType });
  await pipeline(content, response);
}

function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Buffer,
): void {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  if (request.method === "GET" && status === 200) {
    response.setHeader("etag", tag);
    response.setHeader("cache-control", "private, no-cache");
    if (request.headers["if-none-match"] === tag) {
      response.writeHead(304).end();
      return;
    }
  }
  const packs = (request.headers["accept-encoding"] ?? "").includes("gzip");
  const isPacked = packs && bytes.length >= COMPRESSED_FROM;
  if (isPacked) response.setHeader("content-encoding", "gzip");
  response.setHeader("vary", "accept-encoding");
  const level = constants.Z_BEST_SPEED;
  response.writeHead(status, { "content-type": mediaType });
  response.end(isPacked ? gzipSync(bytes, { level }) : bytes);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  const hint =
    status === 401
      ? "Open the whole address that dowser ui printed in the terminal: it has the token."
      : "Open the address that dowser ui printed in the terminal, in a tab of its own.";
  sendText(response, status, `${why}\n${hint}`);
}

function answerError(error: unknown, response: ServerResponse): void {
  const isGone =
    error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
  if (!isGone) printError(error, terminal().stderr, true);
  if (response.headersSent) response.destroy();
  else {
    const said = {
      code: "failed",
      message: error instanceof Error ? error.message : String(error),
      hint: "try again; the terminal of dowser ui has the details",
    };
    response.setHeader("content-type", "application/json");
    response.writeHead(500).end(JSON.stringify(said));
  }
}

/** Folder of the page: its source, or what was bundled from it. */
const WEB = join(import.meta.dirname, "../../../web");

/**
 * Loads script and style of the page: those that the package has, or, in a checkout, bundled now from
 * the source.
 */
export async function loadAssets(): Promise<WebAssets> {
  const [script, style] = [join(WEB, "page.js"), join(WEB, "page.css")];
  if (!existsSync(join(WEB, "page.tsx"))) {
    return { script: await readFile(script), style: await readFile(style) };
  }
  const { bundleWeb } = await import("../../../web/bundle.ts");
  return bundleWeb();
}
