import { resolve } from "node:path";
import { z } from "zod";
import { systemClock } from "../adapters/system-clock.ts";
import { hostSchema } from "../config/host-schema.ts";
import { fail } from "../errors.ts";
import { type AgentLimits, Allowance } from "../mcp/allowance.ts";
import { serveHttp } from "../mcp/serve-http.ts";
import { serveStdio } from "../mcp/serve-stdio.ts";
import type { AgentHost } from "../mcp/tool.ts";
import { isDirectory } from "../run/folder/run-database.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { interrupted, terminal } from "../run/print/terminal.ts";
import { CrawlProcesses } from "../workbench/host/crawl-process.ts";
import { createCrawls } from "../workbench/host/crawls.ts";
import { RunFolder } from "../workbench/host/run-folder.ts";
import { WatchedRuns } from "../workbench/host/watched-run.ts";

/** The options of the command line. */
export interface McpOptions {
  /** Port to listen at on this machine, 0 for any that is free; the standard streams without one. */
  readonly http?: number | undefined;
  readonly maxPages: number;
  readonly maxHours: number;
  readonly maxCrawls: number;
  readonly hosts: readonly string[];
  /** Recordings to crawl instead of the live web. */
  readonly web: readonly string[];
  readonly contact?: string | undefined;
  /** `brave`, `local`, or the address of a SearXNG instance. */
  readonly search?: string | undefined;
  readonly allowWrites: boolean;
}

/** A folder that agents work in. */
export interface OpenedAgentHost {
  readonly host: AgentHost;
  /** Pauses the crawls that agents began, and returns their number. */
  readonly close: () => Promise<number>;
}

/** Runs `dowser mcp`: serves agents until their client leaves, then pauses the crawls that they began. */
export async function mcpCommand(folder: string, options: McpOptions): Promise<void> {
  const { host, close } = openAgentHost(folder, options);
  try {
    if (options.http === undefined) await serveStdio(host, terminal());
    else await untilInterrupted(host, options.http);
  } finally {
    const paused = await close();
    if (paused > 0) printNotice(`${paused} paused; resume with dowser crawl`);
  }
}

async function untilInterrupted(host: AgentHost, port: number): Promise<void> {
  const { url, token, close } = await serveHttp(host, port);
  printResult(`Dowser speaks MCP at ${url}\nAuthorization: Bearer ${token}`);
  printNotice("Ctrl-C ends it; crawls that agents began pause then");
  await interrupted();
  await close();
}

/** Returns hosts in their canonical form; `undefined` where one is none. */
export function hostsNamed(names: readonly string[]): readonly string[] | undefined {
  const hosts = z.array(hostSchema).safeParse(names);
  return hosts.success ? hosts.data : undefined;
}

/**
 * Opens a folder for agents.
 * @throws DowserError `no-such-folder`
 */
export function openAgentHost(given: string, options: McpOptions): OpenedAgentHost {
  if (!isDirectory(given)) throw fail("no-such-folder", { folder: given });
  const { web, contact, search, allowWrites } = options;
  const folder = new RunFolder(resolve(given));
  const [processes, runs] = [new CrawlProcesses(), new WatchedRuns()];
  const recordings = web.map((path) => resolve(path));
  const limits: AgentLimits = {
    pages: options.maxPages,
    hours: options.maxHours,
    crawls: options.maxCrawls,
    hosts: options.hosts,
  };
  const host: AgentHost = {
    folder,
    crawls: createCrawls({ folder, runs, processes, web: recordings, clock: systemClock }),
    allowance: new Allowance(limits),
    isLive: web.length === 0,
    contact,
    search: search === undefined ? undefined : engineOf(search),
    allowWrites,
  };
  return {
    host,
    async close() {
      const paused = await processes.pauseAll();
      await runs.close();
      return paused;
    },
  };
}

/** Returns an engine as a project names it. */
function engineOf(search: string): Readonly<Record<string, unknown>> {
  const isNamed = search === "brave" || search === "local";
  return isNamed ? { provider: search } : { provider: "searxng", url: search };
}
