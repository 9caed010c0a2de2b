import { once } from "node:events";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { onInterrupt, type Terminal } from "../run/print/terminal.ts";
import { createAgentServer } from "./server.ts";
import type { AgentHost } from "./tool.ts";

/** Longest message of a client, in bytes. */
export const MOST_BYTES = 2 ** 20;

/** Serves the client at the standard streams until it closes them, or the program is interrupted. */
export async function serveStdio(
  host: AgentHost,
  { stdin, stdout }: Pick<Terminal, "stdin" | "stdout">,
): Promise<void> {
  const output = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      stdout.write(chunk, () => done());
    },
  });
  const transport = new StdioServerTransport(stdin, output, { maxBufferSize: MOST_BYTES });
  const server = createAgentServer(host);
  const ended = new AbortController();
  const end = () => ended.abort();
  const ignore = onInterrupt(end);
  stdin.once("end", end).once("close", end);
  const { onclose: leave } = server.server;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no event target
  server.server.onclose = () => {
    leave?.();
    end();
  };
  try {
    await server.connect(transport);
    if (!ended.signal.aborted) await once(ended.signal, "abort");
  } finally {
    ignore();
    await server.close();
  }
}
