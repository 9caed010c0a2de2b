/**
 * Serves a closed web on loopback, each site on a port of its own, until its parent goes: a process apart, so
 * that its work is not counted as the crawler's. Arguments: the most pages, then recordings, or none for the
 * demo web. Each message of the parent ends a crawl: the answer tells what the server sent in it.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { closedPage, reachablePages, type ServedPage } from "./closed-web.ts";
import { demoSites, recordedSites } from "./load-sites.ts";
import type { Delivery, ServedWeb } from "./served-web.ts";

/** A crawler's connection may wait this long for its next request, in ms: no request meets a closing one. */
const KEEP_ALIVE_MS = 120_000;

const ROBOTS: ServedPage = {
  type: "text/plain",
  body: Buffer.from("User-agent: *\nDisallow: /private/\n"),
};
/** The page of a crawl that only starts and ends. */
const SINGLE: ServedPage = {
  type: "text/html",
  body: Buffer.from("<!doctype html><title>One page</title><h1>One page</h1><p>No links."),
};

const [limit, ...files] = process.argv.slice(2);
const sites = files.length === 0 ? demoSites() : await recordedSites(files);
let delivery = nothing();
process.send?.(await serveWeb(reachablePages(sites, Number(limit))));
process.on("message", () => {
  process.send?.(delivery);
  delivery = nothing();
});
process.on("disconnect", () => process.exit());

function nothing(): Delivery {
  return { pages: {}, repeated: 0, otherAnswers: 0 };
}

async function serveWeb(reached: ReadonlySet<string>): Promise<ServedWeb> {
  const single = await listening(new Map([["/", SINGLE]]));
  const answers = new Map(sites.map((site) => [site.origin, new Map<string, ServedPage>()]));
  const origins = new Map<string, string>();
  for (const [origin, pages] of answers) origins.set(origin, await listening(pages));
  const bytes: Record<string, number> = {};
  for (const { origin, pages } of sites) {
    for (const [url, page] of pages) {
      if (!reached.has(url)) continue;
      const served = closedPage(url, page, reached, origins);
      const target = url.slice(origin.length);
      answers.get(origin)?.set(target, served);
      bytes[origins.get(origin) + target] = served.body.length;
    }
  }
  const seeds = sites.map(
    ({ origin, seed }) => `${origins.get(origin)}${seed.slice(origin.length)}`,
  );
  return { seeds, pages: bytes, single: `${single}/` };
}

/** Serves pages by request target and notes what is sent; returns the origin. */
async function listening(pages: ReadonlyMap<string, ServedPage>): Promise<string> {
  let origin = "";
  const server: Server = createServer((request, response) => {
    const target = request.url ?? "";
    const page = pages.get(target);
    const answer = target === "/robots.txt" ? ROBOTS : page;
    // Counted when all of it was handed to the system; a crawler that hangs up got no page.
    response.on("finish", () => note(origin + target, page?.body.length));
    if (answer === undefined) response.writeHead(404, ["content-length", "0"]).end();
    else response.writeHead(200, headersOf(answer)).end(answer.body);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an AddressInfo.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

function note(url: string, bytes: number | undefined): void {
  if (bytes === undefined) delivery.otherAnswers += 1;
  else if (url in delivery.pages) delivery.repeated += 1;
  else delivery.pages[url] = bytes;
}

function headersOf({ type, body }: ServedPage): string[] {
  return ["content-type", type, "content-length", String(body.length)];
}
