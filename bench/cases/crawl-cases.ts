/** Serves a file of cases on loopback, a virtual host each, and crawls them all in one run. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { CaseOutcome } from "./expected.ts";

/** Port that some cases name in their links. */
const NAMED_PORT = 8_099;

/** A file of cases, and what is asked for it. */
export interface CaseFile {
  readonly name: string;
  readonly scope?: object;
  readonly sitemaps?: boolean;
}

const caseModule = z.object({
  cases: z.record(z.string(), z.unknown()),
  noseed: z.array(z.string()).default([]),
  start: z.record(z.string(), z.string()).default({}),
});

const record = z.object({
  url: z.string(),
  state: z.string(),
  reason: z.string(),
  location: z.string().optional(),
  page: z.object({ title: z.string() }).optional(),
});

/**
 * Crawls the cases of a file in a folder of them by the program of a checkout, and returns what became of each.
 */
export async function crawlCases(
  folder: string,
  { name, scope = {}, sitemaps = false }: CaseFile,
  checkout: string,
): Promise<ReadonlyMap<string, CaseOutcome>> {
  const file = join(folder, `${name}.mjs`);
  const work = mkdtempSync(join(tmpdir(), "dowser-cases-"));
  const isNamed = readFileSync(file, "utf8").includes(`:${NAMED_PORT}`);
  const port = isNamed ? NAMED_PORT : await freePort();
  const { cases, noseed, start } = caseModule.parse(await import(pathToFileURL(file).href));
  const keys = Object.keys(cases).filter((key) => !key.startsWith("*") && !noseed.includes(key));
  const seeds = new Map(
    keys.map((key) => [key, `http://${key}.localhost:${port}${start[key] ?? "/"}`]),
  );
  const log = join(work, "server.log");
  const server = await serve(folder, file, port, log);
  try {
    writeFileSync(
      join(work, "p.json"),
      JSON.stringify(projectOf([...seeds.values()], scope, sitemaps)),
    );
    await dowser(checkout, work, "crawl", "p.json", "--out", "run");
    const lines = await dowser(checkout, work, "export", "run", "--format", "records");
    const records = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    return outcomes(seeds, z.array(record).parse(records), readFileSync(log, "latin1"));
  } finally {
    server.kill();
    rmSync(work, { recursive: true });
  }
}

/** One try and ten seconds a page: cases that wait for another one have the outcome of their first answer. */
function projectOf(urls: readonly string[], scope: object, sitemaps: boolean): object {
  const pace = { minDelayMs: 0, minDelayPerAddressMs: 1, connectionsPerHost: 16, concurrency: 64 };
  return {
    name: "cases",
    seeds: { urls, sitemaps },
    strategy: "breadth-first",
    scope: { traps: { hostsPerDomain: 5_000 }, ...scope },
    budget: { pages: 3_000, hours: 0.05 },
    politeness: {
      ...{ contact: "test@example.org", allowLoopback: true, timeoutMs: 10_000, maxAttempts: 1 },
      ...pace,
    },
  };
}

async function serve(
  folder: string,
  file: string,
  port: number,
  log: string,
): Promise<ChildProcess> {
  const args = [join(folder, "server.mjs"), file, String(port), log];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(server.stdout, "data"), failed(server)]);
  return server;
}

async function failed(child: ChildProcess): Promise<never> {
  const [code]: unknown[] = await once(child, "exit");
  throw new Error(`the server of the cases ended with ${String(code)}: is its port in use?`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : NAMED_PORT;
}

async function dowser(checkout: string, cwd: string, ...args: readonly string[]): Promise<string> {
  const program = join(checkout, "lib/cli/dowser.ts");
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return output;
}

/** Most redirects that lead from a seed to its page. */
const MOST_REDIRECTS = 20;

function outcomes(
  seeds: ReadonlyMap<string, string>,
  records: readonly z.output<typeof record>[],
  log: string,
): ReadonlyMap<string, CaseOutcome> {
  const byUrl = new Map(records.map((each) => [each.url, each]));
  const requests = [...log.matchAll(/^\d+ \w+ ([^/\n]*)(\/\S*)/gm)].map(([, host = "", path]) => ({
    key: host.replace(/\.localhost\.?(?::\d+)?$/, ""),
    path: path ?? "",
  }));
  const byKey = Map.groupBy(requests, ({ key }) => key);
  return new Map(
    Array.from(seeds, ([key, seed]) => {
      let found = byUrl.get(seed);
      for (let hop = 0; hop < MOST_REDIRECTS && found?.location !== undefined; hop++)
        found = byUrl.get(found.location);
      const first = new URL(seed).pathname;
      const paths = new Set((byKey.get(key) ?? []).map(({ path }) => path));
      const asked = [...paths].filter((path) => path !== first && path !== "/robots.txt");
      const end = found === undefined ? "none" : `${found.state}:${found.reason}`;
      return [key, { end, title: found?.page?.title ?? "", asked }];
    }),
  );
}
