import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runStatusText } from "../../../lib/run/crawl/run-status.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

/** A site whose pages have no end, each with a link to the next one. */
async function serveEndless() {
  const waiting = new Map<number, () => void>();
  const server = createServer((request, response) => {
    const page = Number(/^\/(\d+)$/.exec(request.url ?? "")?.[1] ?? Number.NaN);
    if (Number.isNaN(page)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<p>page ${page}</p><a href="/${page + 1}">on</a>`);
    waiting.get(page)?.();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: (page: number) => new Promise<void>((resolve) => waiting.set(page, resolve)),
    close: () => server.close(),
  };
}

describe("dowser status and dowser pause of a run on this machine", () => {
  let folder = "";
  let site: Awaited<ReturnType<typeof serveEndless>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-pause-"));
    site = await serveEndless();
  });
  after(() => {
    site.close();
    rmSync(folder, { recursive: true });
  });

  /** Writes a project that begins at a page, and returns the arguments of its crawl. */
  function aCrawl(name: string, pages: number, first = 0) {
    const project = join(folder, `${name}.json`);
    const run = join(folder, name);
    const text = {
      name,
      seeds: { urls: [`${site.origin}/${first}`] },
      strategy: "breadth-first",
      budget: { pages },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
      scope: { maxDepth: 1_000_000 },
    };
    writeFileSync(project, JSON.stringify(text));
    return { run, args: ["crawl", project, "--out", run, "--json"] };
  }

  const statusOf = async (run: string) =>
    JSON.parse(await runStatusText(run, { json: true }, Date.now()));

  it("`dowser pause` pauses the crawl of another process, which the same command resumes", async () => {
    const { run, args } = aCrawl("paused", 1_000_000);
    const under = site.asked(20);
    const crawl = startCli(args);
    await under;
    const during = await statusOf(run);
    assert.equal(during.state, "crawling");
    assert.equal(during.budget, 1_000_000);
    const paused = await runCli(["pause", run]);
    assert.equal(paused.code, 0, paused.stderr);
    assert.match(
      paused.stdout,
      /paused: paused; the same dowser crawl command resumes, since \d+ s/,
    );
    const { code, stdout, stderr } = await crawl.done;
    assert.equal(code, 130, stderr);
    const { end, fetched } = JSON.parse(stdout);
    assert.equal(end, "paused");
    assert.equal(existsSync(join(run, "pause")), false);
    const after = await statusOf(run);
    assert.deepEqual([after.state, after.fetched], ["paused", fetched]);

    const resumed = startCli(args);
    await site.asked(fetched + 20);
    assert.equal((await statusOf(run)).state, "crawling");
    assert.equal((await runCli(["pause", run, "--json"])).code, 0);
    assert.ok(JSON.parse((await resumed.done).stdout).fetched > fetched);
  });

  it("`dowser status` shows why a crawl ended, and `dowser pause` refuses it", async () => {
    const { run, args } = aCrawl("ended", 5);
    assert.equal((await runCli(args)).code, 0);
    const { stdout } = await runCli(["status", run]);
    assert.match(stdout, /^\S+ended: finished: the page budget is spent, since \d+ s/);
    assert.match(
      stdout,
      /; 5 of at most 5 pages\nharvest predicted, not judged: 100\.0 % of the 5 pages/,
    );
    assert.match(stdout, /fetched\n\n.*\n.*\npages fetched +5\n/);
    const refused = await runCli(["pause", run]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /no-crawl-at-work/);
    await assert.rejects(statusOf(folder), { code: "no-run" });
  });

  it("A mistyped directory of a run is called so by every command that takes one, and a mistyped file is a file's", async () => {
    const nowhere = join(folder, "runs/nope");
    for (const command of ["status", "pause", "report", "judge"]) {
      const { code, stderr } = await runCli([command, nowhere]);
      assert.deepEqual(
        [code, stderr.includes(`[no-run]: ${nowhere} holds no run`)],
        [2, true],
        stderr,
      );
    }
    for (const [command, file, error] of [
      ["status", "nope.yaml", /project-unreadable/],
      ["report", "nope.yaml", /project-unreadable/],
      ["judge", "nope.jsonl", /bad-sample/],
    ] as const)
      assert.match((await runCli([command, join(folder, file)])).stderr, error);
  });

  it("`dowser status` says that a killed crawl was interrupted, and a left request pauses no later one", async () => {
    const { run, args } = aCrawl("killed", 100);
    const under = site.asked(20);
    const crawl = startCli(args);
    await under;
    crawl.child.kill("SIGKILL");
    await crawl.done;
    assert.equal((await statusOf(run)).state, "interrupted");
    writeFileSync(join(run, "pause"), "");
    const resumed = await runCli(args);
    assert.equal(JSON.parse(resumed.stdout).end, "budget-pages", resumed.stderr);
  });

  it("`dowser status` of a crawl at work lets it go on, however often it is asked", async () => {
    const { run, args } = aCrawl("watched", 150);
    const under = site.asked(20);
    const crawl = startCli(args);
    await under;
    const seen: number[] = [];
    for (let state = "crawling"; state === "crawling"; ) {
      const status = await statusOf(run);
      seen.push(status.fetched);
      state = status.state;
    }
    const { code, stdout, stderr } = await crawl.done;
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).fetched, 150);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
  });

  it("`dowser resume` and `dowser stop` of a run on this machine say what to do instead", async () => {
    const { run, args } = aCrawl("local", 3);
    await runCli(args);
    for (const verb of ["resume", "stop"]) {
      const { code, stderr } = await runCli([verb, run]);
      assert.equal(code, 2);
      assert.match(stderr, /run-is-local.*\n.*resumed by the same dowser crawl command/);
    }
  });
});
