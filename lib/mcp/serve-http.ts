import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { fail } from "../errors.ts";
import { Guard } from "../workbench/host/guard.ts";
import { readBody, sendText } from "../workbench/host/plain-http.ts";
import { MOST_BYTES } from "./serve-stdio.ts";
import { createAgentServer } from "./server.ts";
import type { AgentHost } from "./tool.ts";

/** Where it listens: nobody else reaches it. */
const LOOPBACK = "127.0.0.1";

/** The path that clients ask. */
const PATH = "/mcp";

/** Most clients at once; the oldest makes room for another. */
const MOST_SESSIONS = 8;

/** A server that answers clients of this machine. */
interface OpenedHttp {
  readonly url: string;
  /** What a client sends as `Authorization: Bearer …`. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/**
 * Begins to serve clients of this machine by HTTP. A request must be sent to this address and not to a name that could
 * point here (DNS rebinding), by no web page of another origin, and with the token.
 * @throws DowserError `address-taken`
 */
export async function serveHttp(host: AgentHost, port: number): Promise<OpenedHttp> {
  const sessions = new Sessions(host);
  let guard: Guard | undefined;
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    const refused = refusalOf(guard, request);
    if (refused !== undefined) return sendText(response, refused.status, refused.why);
    void sessions.answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, "the request failed");
    });
  });
  server.headersTimeout = 10_000;
  try {
    server.listen(port, LOOPBACK);
    await once(server, "listening");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fail("address-taken", { host: LOOPBACK, port, why, value: port }, cause);
  }
  const address = server.address();
  const at = typeof address === "object" && address !== null ? address.port : port;
  guard = new Guard({ host: LOOPBACK, port: at });
  return {
    url: `http://${LOOPBACK}:${at}${PATH}`,
    token: guard.token,
    async close() {
      await sessions.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function refusalOf(
  guard: Guard | undefined,
  { method = "GET", url = "/", headers }: IncomingMessage,
): { readonly status: number; readonly why: string } | undefined {
  const path = URL.parse(`http://${LOOPBACK}${url}`)?.pathname;
  const verdict = guard?.judge({ method, path: path ?? "", token: undefined, headers });
  if (verdict?.kind === "refused") return verdict;
  if (verdict?.kind !== "allowed") return { status: 401, why: "the token is missing or wrong" };
  return path === PATH ? undefined : { status: 404, why: `there is only ${PATH}` };
}

/** One server a client: each asks its own user. */
class Sessions {
  readonly #host: AgentHost;
  readonly #open = new Map<string, StreamableHTTPServerTransport>();

  constructor(host: AgentHost) {
    this.#host = host;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? this.#open.get(id) : undefined;
    if (known !== undefined && request.method !== "POST")
      return known.handleRequest(request, response);
    if (request.method !== "POST") return sendText(response, 400, "no session");
    const body = await bodyOf(request);
    if (body === undefined) return sendText(response, 413, `at most ${MOST_BYTES} bytes are taken`);
    if (known !== undefined) return known.handleRequest(request, response, body);
    // A client whose session is over begins another when it is told so.
    if (id !== undefined) return sendText(response, 404, "the session is over");
    if (!isInitializeRequest(body)) return sendText(response, 400, "no session");
    const begun = await this.#begin();
    return begun.handleRequest(request, response, body);
  }

  async #begin(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#open.set(id, transport),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await createAgentServer(this.#host).connect(transport);
    const [oldest] = this.#open;
    if (this.#open.size >= MOST_SESSIONS && oldest !== undefined) {
      this.#open.delete(oldest[0]);
      await oldest[1].close();
    }
    return transport;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transport) => transport.close()));
    this.#open.clear();
  }
}

/** Reads the JSON of a request: `undefined` for one that is too long, `null` for no JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, MOST_BYTES);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
