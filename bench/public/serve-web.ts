/** Serves a generated web on loopback, each host on a port of its own, and notes what it is asked for. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { MadePage, MadeWeb } from "./made-web.ts";

/** A request as the server saw it. */
export interface ServedRequest {
  /** URL of the generated web. */
  readonly url: string;
  readonly status: number;
  readonly bytes: number;
}

/** A web that is served. */
export interface ServedWeb {
  readonly seed: string;
  /** Every request so far, in order. */
  readonly requests: readonly ServedRequest[];
  /** Returns the URL of the generated web for one that was served; `undefined` for another. */
  readonly original: (url: string) => string | undefined;
  readonly close: () => Promise<void>;
}

const ROBOTS = "User-agent: *\nDisallow: /private/\n";

/** Serves a web until it is closed. */
export async function serveWeb(web: MadeWeb): Promise<ServedWeb> {
  const requests: ServedRequest[] = [];
  const asked = new Set<string>();
  const origins = new Map<string, string>();
  const names = new Set(Array.from(web.pages.keys(), (url) => new URL(url).origin));
  const servers = Array.from(names, (name) => ({
    name,
    server: createServer((request, response) => answer(name, request, response)),
  }));
  for (const { name, server } of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    // A server that listens on TCP has an AddressInfo.
    origins.set(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const served = (text: string) =>
    text.replaceAll(/http:\/\/[a-z0-9.-]+\.example\b/gu, (name) => origins.get(name) ?? name);

  function answer(name: string, request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", name).href;
    const page =
      url === `${name}/robots.txt` ? robots(url) : (web.pages.get(url) ?? web.endless(url));
    const isBusy = page?.isBusyOnce === true && !asked.has(url);
    asked.add(url);
    const status = isBusy ? 503 : (page?.status ?? 404);
    const text = page === undefined || isBusy ? "" : page.body;
    const body = typeof text === "string" ? Buffer.from(served(text)) : Buffer.from(text);
    const type = page?.mediaType ?? "text/html";
    response.writeHead(status, {
      "content-type": type === "text/html" ? `${type}; charset=utf-8` : type,
      "content-length": body.length,
      ...(isBusy && { "retry-after": "1" }),
      ...(page?.location !== undefined && { location: served(page.location) }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
    if (request.method !== "HEAD") requests.push({ url, status, bytes: body.length });
  }

  return {
    seed: served(web.seed),
    requests,
    original(url) {
      const parsed = URL.parse(url);
      const name = [...origins].find(([, origin]) => origin === parsed?.origin)?.[0];
      return parsed === null || name === undefined
        ? undefined
        : `${name}${parsed.pathname}${parsed.search}`;
    },
    async close() {
      for (const { server } of servers) {
        server.close();
        server.closeAllConnections();
        await once(server, "close");
      }
    },
  };
}

function robots(url: string): MadePage {
  return { url, body: ROBOTS, mediaType: "text/plain", status: 200 };
}
