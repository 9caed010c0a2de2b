/**
 * Serves recordings on loopback, each site on a port of its own, until its parent goes: a process
 * apart, so that its work is not counted as the crawler's.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { hostOf } from "../../lib/domain/url/canonical-url.ts";
import type { ServedSite } from "./served-site.ts";

const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 10_000 };

interface Answer {
  readonly headers: string[];
  readonly body: Buffer;
}

async function serveSite(file: string): Promise<ServedSite> {
  const web = await openRecordedWeb([file]);
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (answer === undefined) response.writeHead(404, ["content-length", "0"]).end();
    else response.writeHead(200, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // A server that listens on TCP has an AddressInfo.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let seed = "";
  for (const url of web.urls()) {
    const page = await web.fetch(url, LIMITS);
    if (page.kind !== "page") continue;
    const recorded = `http://${hostOf(url)}`;
    const path = url.slice(recorded.length);
    if (seed === "" || path.length < seed.length) seed = path;
    answers.set(path, answerOf(page.body, page.charset, recorded, origin));
  }
  web.close();
  const bytes = Array.from(answers.values()).reduce((sum, { body }) => sum + body.length, 0);
  const robots = Buffer.from("User-agent: *\nDisallow: /private/\n");
  answers.set("/robots.txt", { headers: headersOf("text/plain", robots), body: robots });
  return { seed: origin + seed, pages: answers.size - 1, bytes };
}

function answerOf(body: Uint8Array, charset: string | undefined, from: string, to: string): Answer {
  const rewritten = Buffer.from(
    Buffer.from(body).toString("latin1").replaceAll(from, to),
    "latin1",
  );
  const type = charset === undefined ? "text/html" : `text/html; charset=${charset}`;
  return { headers: headersOf(type, rewritten), body: rewritten };
}

function headersOf(type: string, body: Buffer): string[] {
  return ["content-type", type, "content-length", String(body.length)];
}

const sites = [];
for (const file of process.argv.slice(2)) sites.push(await serveSite(file));
process.send?.(sites);
process.on("disconnect", () => process.exit());
