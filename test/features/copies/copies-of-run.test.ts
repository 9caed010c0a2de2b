import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { succeed } from "../../support/run-cli.ts";
import { type HostAnswer, htmlAnswer, serveHosts } from "../../support/served-hosts.ts";

const TEXT = Array.from({ length: 300 }, (_, n) => `bee${(n * n) % 997} honey`).join(" ");

function answerOf(_host: string, path: string): readonly string[] | HostAnswer {
  if (path === "/") return ["/first", "/same", "/print"];
  if (path === "/robots.txt") return { status: 404 };
  return htmlAnswer(`<title>Bees</title><p>${TEXT}${path === "/print" ? " printed" : ""}.</p>`);
}

describe("copies on the live web", () => {
  let folder = "";
  let server: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-copies-"));
    server = await serveHosts(answerOf);
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it("Copies are counted in the report and named in the export, and the audit and the exported recording have them whole", async () => {
    const file = join(folder, "p.json");
    const out = join(folder, "run");
    const origin = `http://site.localhost:${server.port}`;
    const polite = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const need = { topic: "bee honey" };
    const project = { name: "copies", need, seeds: { urls: [`${origin}/`] }, politeness: polite };
    writeFileSync(
      file,
      JSON.stringify({ ...project, strategy: "breadth-first", scope: { copies: "group" } }),
    );
    await succeed("crawl", file, "--out", out);
    assert.equal(JSON.parse(await succeed("report", out, "--json")).copies, 2);
    assert.match(
      await succeed("report", out),
      /^2 pages are not relevant: copies of pages fetched/m,
    );
    await succeed("export", out, "--format", "jsonl", "--out", `${out}.jsonl`);
    const rows: { url: string; copyOf?: string; text: string }[] = readFileSync(
      `${out}.jsonl`,
      "utf8",
    )
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const copies = rows.filter(({ copyOf }) => copyOf !== undefined && copyOf !== null);
    assert.deepEqual(
      copies.map(({ url, copyOf }) => [url, copyOf]),
      [
        [`${origin}/same`, `${origin}/first`],
        [`${origin}/print`, `${origin}/first`],
      ],
    );
    assert.ok(copies.every(({ text }) => text.includes("honey")));
    await succeed("audit", out);
    await succeed("export", out, "--format", "warc", "--out", `${out}.warc.gz`);
    const again = join(folder, "again");
    await succeed("crawl", file, "--web", `${out}.warc.gz`, "--out", again);
    assert.equal(JSON.parse(await succeed("report", again, "--json")).copies, 2);
  });
});
