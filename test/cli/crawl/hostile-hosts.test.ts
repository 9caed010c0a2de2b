import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { startRawServer } from "../../adapters/web/live/support/raw-server.ts";
import {
  BAD_REDIRECTS,
  CODINGS,
  FRAMING,
  GENERATORS,
  type HostileAnswer,
  type HostileHosts,
  page,
  REDIRECTS,
  reply,
  SHAPES,
  SLOW_HOSTS,
} from "../../run/crawl/support/hostile-hosts.ts";
import { ROBOTS } from "../../run/crawl/support/hostile-robots.ts";
import { runCli, startCli } from "../../support/run-cli.ts";
import { cases, IS_SLOW } from "../../support/slow.ts";
import { read } from "../../support/spoilt-run.ts";

const PLAIN: HostileHosts = { plain: { ends: /^fetched page$/, answer: page("<p>plain") } };
const QUICK: HostileHosts = { ...FRAMING, ...BAD_REDIRECTS, ...REDIRECTS };
const LONG: HostileHosts = { ...CODINGS, ...SLOW_HOSTS, ...SHAPES, ...GENERATORS, ...ROBOTS };
const HOSTS: HostileHosts = { ...PLAIN, ...QUICK, ...(IS_SLOW ? LONG : {}) };

/** The server closes the connection, and says so, or a busy crawler would send its next request there. */
const NOT_THERE = reply("404 No\r\nconnection: close\r\n");

/** Time for one answer, in ms: for a page of five megabytes on a busy machine. */
const TIMEOUT_MS = cases(5_000, 45_000);

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../../support/only-loopback.ts")).href;

const skip = IS_SLOW ? false : "takes minutes: npm run test:slow plays it";

describe(`dowser crawl of ${Object.keys(HOSTS).length} hostile hosts at once`, { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-hostile-"));
  const run = join(folder, "run");
  const asked: string[] = [];
  let port = 0;
  let crawled: Awaited<ReturnType<typeof runCli>>;

  before(async () => {
    const server = await startRawServer((socket, request) => {
      const path = request.split(" ", 2)[1] ?? "/";
      const host = /^host: ([^:\r]*)/im.exec(request)?.[1] ?? "";
      // What comes after the end of the connection has no answer, and is asked for again on another one.
      if (!socket.writable) return;
      asked.push(host + path);
      send(answerOf(host.split(".")[0] ?? "", path));

      function send(answer: HostileAnswer): void {
        if (typeof answer === "function") answer(socket, path);
        else socket.end(answer);
      }
    });
    port = server.port;
    const file = join(folder, "project.yaml");
    const seeds = { urls: Object.keys(HOSTS).map((name) => `http://${name}.localhost:${port}/`) };
    const politeness = {
      ...{ contact: "test@dowser.example", allowLoopback: true, concurrency: 32 },
      ...{ minDelayMs: 0, maxAttempts: 1, timeoutMs: TIMEOUT_MS },
    };
    const budget = { pages: 2_000 };
    const project = {
      name: "hostile",
      strategy: "breadth-first",
      seeds,
      politeness,
      budget,
    };
    writeFileSync(file, JSON.stringify(project));
    const env = { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}` };
    crawled = await startCli(["crawl", file, "--out", run], { env }).done;
    await server.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  function answerOf(name: string, path: string): HostileAnswer {
    const hostile = HOSTS[name];
    if (name in ROBOTS) return path === "/robots.txt" ? (hostile?.answer ?? "") : page("<p>plain");
    return path === "/robots.txt" ? NOT_THERE : (hostile?.answer ?? NOT_THERE);
  }

  it("A crawl of hostile hosts ends, and opens no socket beyond 127.0.0.0/8", () => {
    assert.equal(crawled.code, 0, crawled.stderr);
  });

  it("A crawl of hostile hosts counts each page of theirs once, with the outcome it must have", () => {
    const rows = read(run, "SELECT url, state || ' ' || reason AS outcome FROM record");
    const outcomes = Map.groupBy(rows, ({ url }) => String(url));
    const wrong = Object.entries(HOSTS).flatMap(([name, { ends }]) => {
      const found = outcomes.get(`http://${name}.localhost:${port}/`) ?? [];
      const outcome = found.map((row) => row["outcome"]).join(", ");
      return found.length === 1 && ends.test(outcome) ? [] : [`${name}: ${outcome}`];
    });
    assert.deepEqual(wrong, []);
  });

  it("A crawl of hostile hosts asks none of them for a page twice", () => {
    const pages = asked.filter((each) => !each.endsWith("/robots.txt"));
    const counts = Object.entries(Object.groupBy(pages, (each) => each));
    const twice = counts.flatMap(([each, times]) => ((times?.length ?? 0) > 1 ? [each] : []));
    assert.deepEqual(twice, []);
  });

  it("`dowser audit` confirms a crawl of hostile hosts", async () => {
    const { code, stdout, stderr } = await runCli(["audit", run]);
    assert.equal(code, 0, stdout + stderr);
  });
});
