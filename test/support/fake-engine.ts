import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import type { KnownPage } from "../contract/search-provider.ts";

/** A request as the engine saw it. */
export interface SeenRequest {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/**
 * An answer of the engine: `"hang"` sends nothing at all; `"stall"` and `"reset"` end within the
 * body.
 */
export type EngineAnswer =
  | "hang"
  | "stall"
  | "reset"
  | {
      readonly status?: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: string | Uint8Array;
    };

/** A server on loopback that answers as a search engine does. */
export interface FakeEngine {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Starts an engine that answers each request, numbered from 0, by `answer`. */
export async function startEngine(
  answer: (request: SeenRequest, count: number) => EngineAnswer,
): Promise<FakeEngine> {
  const seen: SeenRequest[] = [];
  const server = createServer((message, response) => {
    const request = {
      url: new URL(message.url ?? "", "http://engine.invalid"),
      headers: message.headers,
    };
    const given = answer(request, seen.push(request) - 1);
    if (given === "hang") return;
    if (given === "stall" || given === "reset") {
      response.writeHead(200, { "content-length": 100 });
      response.write("{", () => given === "reset" && response.destroy());
      return;
    }
    const { status = 200, headers = {}, body = "" } = given;
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    origin: `http://127.0.0.1:${address.port}`,
    seen,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A JSON answer. */
export function json(value: unknown): EngineAnswer {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** One page of the known pages that hold a word of the query: `size` from the one numbered `start`. */
export function match(
  pages: readonly KnownPage[],
  query: string,
  { start, size }: { readonly start: number; readonly size: number },
): { readonly hits: readonly KnownPage[]; readonly hasMore: boolean } {
  const words = query.toLowerCase().match(/[a-z]+/g) ?? [];
  const all = pages.filter(({ title, text }) =>
    words.some((word) => `${title} ${text}`.toLowerCase().includes(word)),
  );
  return { hits: all.slice(start, start + size), hasMore: all.length > start + size };
}
