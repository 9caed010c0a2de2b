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

/** An answer that is no page of links. */
export interface HostAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Given = readonly string[] | HostAnswer;

/** Returns an answer with an HTML page. */
export function htmlAnswer(body: string): HostAnswer {
  return { status: 200, headers: { "content-type": "text/html" }, body };
}

/**
 * Serves all names under `localhost` at one loopback address. `answerOf` returns the links of a
 * page, or another answer, as late as it likes; robots.txt files that it gives as a page do not exist.
 */
export async function serveHosts(
  answerOf: (host: string, path: string, port: number) => Given | Promise<Given>,
  { address = "127.0.0.1", takesMs = 0 } = {},
) {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const [host = "", port = "80"] = (request.headers.host ?? "").split(":");
    const path = request.url ?? "/";
    const seen = { host, path, startedAt: performance.now(), endedAt: 0 };
    requests.push(seen);
    const given = await answerOf(host, path, Number(port));
    const { status, headers, body } = answerTo(host, path, given);
    setTimeout(() => {
      // No client knows the end before now.
      seen.endedAt = performance.now();
      response.writeHead(status, headers).end(body);
    }, takesMs);
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

function answerTo(host: string, path: string, answer: Given): HostAnswer {
  if ("status" in answer) return answer;
  if (path === "/robots.txt") return { status: 404 };
  const links = answer.map((url) => `<a href="${url}">more</a>`);
  const body = `<title>${host}${path}</title><p>${links.join(" ")}`;
  return { status: 200, headers: { "content-type": "text/html" }, body };
}

/** Returns the least time from the end of a request to the start of the next one, in ms. */
export function leastPause(requests: readonly SeenRequest[]): number {
  const inOrder = requests.toSorted((a, b) => a.startedAt - b.startedAt);
  return Math.min(
    ...inOrder.slice(1).map(({ startedAt }, index) => startedAt - (inOrder[index]?.endedAt ?? 0)),
  );
}

/** Returns the most requests that were under way at one time. */
export function mostAtOnce(requests: readonly SeenRequest[]): number {
  const underWay = ({ startedAt }: SeenRequest) =>
    requests.filter((other) => other.startedAt <= startedAt && startedAt < other.endedAt).length;
  return Math.max(...requests.map(underWay));
}
