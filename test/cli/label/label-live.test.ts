import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

/** Pages after which the site ends, though no label was taken up: the test has failed then. */
const MOST_PAGES = 20_000;
/** Page at whose request another process labels the first ones. */
const LABELLED_AT = 5;

describe("labels of another process", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-label-live-"));
  const run = join(folder, "run");
  after(() => rmSync(folder, { recursive: true }));

  const events = (): RunEvent[] => {
    const file = join(run, "log.jsonl");
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line));
  };

  /** A site without end, which ends when the crawl has taken up the labels given while it ran. */
  async function serveUntilLabelled(label: (origin: string) => void) {
    const server = createServer((request, response) => {
      const page = Number(/^\/(\d+)$/.exec(request.url ?? "")?.[1] ?? Number.NaN);
      if (Number.isNaN(page)) return void response.writeHead(404).end();
      const address = server.address() as AddressInfo;
      if (page === LABELLED_AT) label(`http://127.0.0.1:${address.port}`);
      const isOver = page >= MOST_PAGES || events().some(({ kind }) => kind === "labelled");
      const next = isOver ? "" : `<a href="/${page + 1}">on</a>`;
      const words = page % 2 === 0 ? "bees and honey" : "apples and pears";
      response.writeHead(200, { "content-type": "text/html" }).end(`<p>${words}</p>${next}`);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
  }

  it("A running crawl reads labels of another process, judges its pages again and continues", async () => {
    let adding: Promise<{ readonly code: number | null; readonly stderr: string }> | undefined;
    const site = await serveUntilLabelled((origin) => {
      adding = addOnceStored(`${origin}/0`, `${origin}/1`);
    });
    const project = join(folder, "project.json");
    writeFileSync(
      project,
      JSON.stringify({
        name: "live",
        need: { topic: "pears" },
        seeds: { urls: [`${site.origin}/0`] },
        strategy: "shark-search",
        budget: { pages: 2 * MOST_PAGES },
        politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
        scope: { maxDepth: 2 * MOST_PAGES },
      }),
    );
    const crawled = await runCli(["crawl", project, "--out", run, "--json"]);
    site.close();
    assert.equal(crawled.code, 0, crawled.stderr);
    const added = await adding;
    assert.equal(added?.code, 0, added?.stderr);
    const { fetched, targets } = JSON.parse(crawled.stdout);
    assert.ok(fetched < MOST_PAGES, `${fetched} pages, no label taken up`);

    const kinds = events().map(({ kind }) => kind);
    assert.deepEqual(kinds, ["started", "trained", "labelled", "trained", "finished"]);
    const { stdout } = await runCli(["export", run, "--format", "records"]);
    const records = stdout
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
    // Bees were made good, apples bad: every page, of before and after, is judged by that.
    const wrong = records.filter(
      ({ url, page }) => page?.isTarget !== Number(url.split("/").at(-1)) % 2 < 1,
    );
    assert.deepEqual(
      wrong.map(({ url }) => url),
      [],
    );
    assert.equal(targets, Math.ceil(fetched / 2));
  });

  /** Tries until the pages are committed, which they are within moments of their fetch. */
  async function addOnceStored(good: string, bad: string) {
    for (;;) {
      const added = await startCli(["label", "add", run, good, "good", bad, "bad"]).done;
      if (added.code === 0 || !added.stderr.includes("page-not-stored")) return added;
    }
  }
});
