import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { openAgentHost } from "../../lib/cli/mcp.ts";
import { serveHttp } from "../../lib/mcp/serve-http.ts";
import { aCrawledSite, beesAndStones, recordPages } from "../support/a-crawled-site.ts";
import {
  aClient,
  aLongWay,
  callTool,
  LIMITS,
  untilAtRest,
  untilUnderWay,
} from "../support/an-agent.ts";
import { runCli, succeed } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

const SITE = "http://site.example";
const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");
const BEGIN = { question: "bees honey", seeds: [`${SITE}/page0`], pages: 5 };

describe("the ways to a server for agents", () => {
  let folder = "";
  let web = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-mcp-ways-"));
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), beesAndStones(SITE, 8), "bees");
    web = join(folder, "runs", "web.warc.gz");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("By the standard streams, on which nothing but the protocol is written, until the client leaves", async () => {
    const { client, asked } = aClient("yes");
    const faults: unknown[] = [];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no event target
    client.onerror = (error) => faults.push(error);
    const args = [
      PROGRAM,
      "mcp",
      folder,
      "--web",
      web,
      "--max-pages",
      "5",
      "--hosts",
      "site.example",
    ];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" });
    let stderr = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    await client.connect(transport);
    assert.equal(client.getServerVersion()?.name, "dowser");
    const { data } = await callTool(client, "begin_crawl", BEGIN);
    assert.equal((await untilAtRest(client, data.run)).data.pagesFetched, 5);
    assert.equal((await callTool(client, "export_corpus", { run: data.run })).isError, false);
    const found = await callTool(client, "search_corpus", { run: data.run, query: "stones" });
    assert.ok(found.data.total > 0);
    assert.equal(asked.length, 2);
    await client.close();
    assert.deepEqual([faults, stderr], [[], ""]);
  });

  it("A crawl pauses when the client leaves", async () => {
    const long = join(folder, "long.warc.gz");
    await recordPages(long, aLongWay(SITE, 600));
    const { client } = aClient("yes");
    const args = [PROGRAM, "mcp", folder, "--web", long];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }),
    );
    const begin = { ...BEGIN, question: "a long way", pages: 600 };
    const { data } = await callTool(client, "begin_crawl", begin);
    await untilUnderWay(client, data.run);
    await client.close();
    const run = join(folder, "runs", data.run);
    const state = async () => JSON.parse(await succeed("status", run, "--json")).state;
    await until("the crawl is at rest", async () => (await state()) !== "crawling");
    assert.equal(await state(), "paused");
  });

  it("By HTTP on this machine, with the token; each client asks its own user", async () => {
    const opened = openAgentHost(folder, { ...LIMITS, web: [web] });
    const server = await serveHttp(opened.host, 0);
    const [yes, no] = [aClient("yes"), aClient("no")];
    for (const { client } of [yes, no]) await client.connect(aTransport(server));
    const label = { run: "bees", url: `${SITE}/page3`, label: "good" };
    assert.equal((await callTool(yes.client, "label_page", label)).isError, false);
    assert.equal((await callTool(no.client, "label_page", label)).isError, true);
    assert.deepEqual([yes.asked.length, no.asked.length], [1, 1]);
    // A task that writes asks in the call that begins it, as its answer may be fetched by another request.
    const stream = yes.client.experimental.tasks.callToolStream(
      { name: "export_corpus", arguments: { run: "bees" } },
      CallToolResultSchema,
      { task: {} },
    );
    const kinds: string[] = [];
    for await (const { type } of stream) kinds.push(type);
    assert.deepEqual([kinds[0], kinds.at(-1)], ["taskCreated", "result"]);
    assert.equal(yes.asked.length, 2);
    // Another client knows nothing of it.
    assert.deepEqual((await no.client.experimental.tasks.listTasks()).tasks, []);
    await Promise.all([yes.client.close(), no.client.close()]);
    await server.close();
    await opened.close();
  });

  function aTransport({ url, token }: { readonly url: string; readonly token: string }) {
    const headers = { authorization: `Bearer ${token}` };
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  }

  it("A page of another site, a name that points here, and who lacks the token get nothing", async () => {
    const opened = openAgentHost(folder, LIMITS);
    const server = await serveHttp(opened.host, 0);
    const { port } = new URL(server.url);
    const right = { host: `127.0.0.1:${port}`, authorization: `Bearer ${server.token}` };
    const status = (headers: Record<string, string>, path = "/mcp", body = INITIALIZE) =>
      statusOf(Number(port), path, { ...right, ...headers }, body);
    assert.equal(await status({}), 200);
    assert.equal(await status({ host: `evil.example:${port}` }), 421);
    assert.equal(await status({ origin: "http://evil.example" }), 403);
    assert.equal(await status({ "sec-fetch-site": "cross-site" }), 403);
    assert.equal(await status({ authorization: "Bearer wrong" }), 401);
    assert.equal(await status({ authorization: "" }), 401);
    assert.equal(await status({ authorization: "" }, "/"), 401);
    assert.equal(await status({ authorization: "" }, `/mcp?token=${server.token}`), 401);
    assert.equal(await status({}, "/other"), 404);
    assert.equal(await status({ "mcp-session-id": "guessed" }), 404);
    assert.equal(await status({}, "/mcp", "{}"), 400);
    assert.equal(await status({}, "/mcp", "no JSON"), 400);
    assert.equal(await status({}, "/mcp", `"${"x".repeat(2 ** 20)}"`), 413);
    await server.close();
    await opened.close();
  });

  it("A port that is taken, and a folder that is not there, are refused", async () => {
    const opened = openAgentHost(folder, LIMITS);
    const server = await serveHttp(opened.host, 0);
    const { port } = new URL(server.url);
    await assert.rejects(serveHttp(opened.host, Number(port)), { code: "address-taken" });
    await server.close();
    await opened.close();
    const { code, stdout, stderr } = await runCli(["mcp", join(folder, "none")]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /\[no-such-folder\]/);
    const hosts = await runCli(["mcp", folder, "--hosts", "http://site.example/"]);
    assert.equal(hosts.code, 2);
    assert.match(hosts.stderr, /expected host names/);
  });
});

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "an agent", version: "1" },
  },
});

function statusOf(
  port: number,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<number | undefined> {
  const kinds = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", headers: { ...kinds, ...headers } });
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
