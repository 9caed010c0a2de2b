import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type ElicitRequest, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type McpOptions, openAgentHost } from "../../lib/cli/mcp.ts";
import { createAgentServer } from "../../lib/mcp/server.ts";
import { linking } from "./scripted-web.ts";

/** What a user says to each question of the server; a mute client cannot ask. */
type Says = "yes" | "no" | "later" | "mute";

/** What a tool answered. */
export interface Told {
  readonly isError: boolean;
  /** The text blocks: ours first, then what others wrote, between its marks. */
  readonly texts: readonly string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- each tool has a shape of its own
  readonly data: any;
}

/** Limits as somebody would set them. */
export const LIMITS: McpOptions = {
  maxPages: 20,
  maxHours: 1,
  maxCrawls: 3,
  hosts: [],
  web: [],
  allowWrites: false,
};

/** An agent that speaks to a server over a folder, by the client of the SDK. */
export async function anAgent(
  given: Partial<McpOptions> = {},
  says: Says = "yes",
  folder = mkdtempSync(join(tmpdir(), "dowser-mcp-")),
) {
  const opened = openAgentHost(folder, { ...LIMITS, ...given });
  const server = createAgentServer(opened.host);
  const { client, asked } = aClient(says);
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    folder,
    client,
    asked,
    call: (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args),
    async close() {
      await client.close();
      const paused = await opened.close();
      rmSync(folder, { recursive: true, force: true });
      return paused;
    },
  };
}

/** Makes a client, and the questions that its user is asked. */
export function aClient(says: Says) {
  const asked: string[] = [];
  const client = new Client(
    { name: "an agent", version: "1" },
    { capabilities: says === "mute" ? {} : { elicitation: {} } },
  );
  if (says !== "mute")
    client.setRequestHandler(ElicitRequestSchema, ({ params }: ElicitRequest) => {
      asked.push(params.message);
      if (says === "later") return { action: "cancel" };
      return { action: "accept", content: { allow: says === "yes" } };
    });
  return { client, asked };
}

/** Calls a tool; a refusal is no error of the protocol. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void,
): Promise<Told> {
  const options = onprogress === undefined ? {} : { onprogress };
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert.ok(Array.isArray(result.content));
  const texts = result.content.map((block) => (block.type === "text" ? block.text : ""));
  return { isError: result.isError === true, texts, data: result.structuredContent };
}

/** Returns pages that each lead to the next: a crawl of them takes a while. */
export function aLongWay(site: string, count: number): [string, string][] {
  return Array.from({ length: count }, (_, number) => [
    `${site}/page${number}`,
    `<title>Bees ${number}</title><p>Bees and honey, ${number}.</p>${linking(`/page${number + 1}`)}`,
  ]);
}

/** Watches a crawl until it has fetched something. */
export async function untilUnderWay(client: Client, run: string): Promise<void> {
  for (;;) {
    const told = await callTool(client, "watch_crawl", { run, seconds: 0.6 });
    if (told.isError || told.data.pagesFetched > 0) return;
  }
}

/** Watches a crawl until it has ended. */
export async function untilAtRest(client: Client, run: string): Promise<Told> {
  for (;;) {
    const told = await callTool(client, "watch_crawl", { run, seconds: 50 });
    if (told.isError || told.data.isAtRest === true) return told;
  }
}
