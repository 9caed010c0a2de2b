import { once } from "node:events";
import { createServer } from "node:http";

/** A request as its server saw it. */
export interface SeenRequest {
  readonly host: string;
  readonly path: string;
  /** Start and end by a monotonic clock, in ms. */
  readonly startedAt: number;
  endedAt: number;
}

/**
 * Serves all names under `localhost` at one loopback address. `linksOf` returns the links of a
 * page; robots.txt files do not exist.
 */
export async function serveHosts(
  linksOf: (host: string, path: string, port: number) => readonly string[],
  address = "127.0.0.1",
) {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const [host = "", port = "80"] = (request.headers.host ?? "").split(":");
    const path = request.url ?? "/";
    const seen = { host, path, startedAt: performance.now(), endedAt: 0 };
    requests.push(seen);
    response.on("close", () => {
      seen.endedAt = performance.now();
    });
    if (path === "/robots.txt") {
      response.writeHead(404).end();
      return;
    }
    const links = linksOf(host, path, Number(port)).map((url) => `<a href="${url}">more</a>`);
    response.setHeader("content-type", "text/html");
    response.end(`<title>${host}${path}</title><p>${links.join(" ")}`);
  }).listen(0, address);
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    port,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the least time between the starts of two requests, in ms. */
export function leastGap(requests: readonly SeenRequest[]): number {
  const starts = requests.map(({ startedAt }) => startedAt).toSorted((a, b) => a - b);
  return Math.min(...starts.slice(1).map((at, index) => at - (starts[index] ?? 0)));
}

/** Returns the least time from the end of a request to the start of the next one, in ms. */
export function leastPause(requests: readonly SeenRequest[]): number {
  const inOrder = requests.toSorted((a, b) => a.startedAt - b.startedAt);
  return Math.min(
    ...inOrder.slice(1).map(({ startedAt }, index) => startedAt - (inOrder[index]?.endedAt ?? 0)),
  );
}

/** Returns the time from the first start of a request to the last, in ms. */
export function spanOf(requests: readonly SeenRequest[]): number {
  const starts = requests.map(({ startedAt }) => startedAt);
  return Math.max(...starts) - Math.min(...starts);
}
