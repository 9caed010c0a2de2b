import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCli } from "../../support/run-cli.ts";
import { type HostAnswer, serveHosts } from "../../support/served-hosts.ts";

const TEXT = Array.from({ length: 300 }, (_, n) => `bee${(n * n) % 997} honey`).join(" ");

const html = (body: string): HostAnswer => ({
  status: 200,
  headers: { "content-type": "text/html" },
  body,
});

function answerOf(_host: string, path: string): readonly string[] | HostAnswer {
  if (path === "/") return ["/first", "/same", "/print"];
  if (path === "/robots.txt") return { status: 404 };
  return html(`<title>Bees</title><p>${TEXT}${path === "/print" ? " printed" : ""}.</p>`);
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

  async function done(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 0, stderr);
    return stdout;
  }

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
    await done("crawl", file, "--out", out);
    assert.equal(JSON.parse(await done("report", out, "--json")).copies, 2);
    assert.match(await done("report", out), /^2 pages are no targets: copies of pages fetched/m);
    await done("export", out, "--format", "jsonl", "--out", `${out}.jsonl`);
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
    await done("audit", out);
    await done("export", out, "--format", "warc", "--out", `${out}.warc.gz`);
    const again = join(folder, "again");
    await done("crawl", file, "--web", `${out}.warc.gz`, "--out", again);
    assert.equal(JSON.parse(await done("report", again, "--json")).copies, 2);
  });
});
