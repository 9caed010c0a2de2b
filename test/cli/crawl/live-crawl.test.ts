import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { anEvent } from "../../contract/run-log.ts";
import { runCli } from "../../support/run-cli.ts";

describe("dowser crawl on the live web", () => {
  let folder = "";
  let served: ServedDemoWeb;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-live-"));
    served = await serveDemoWeb(generateDemoWeb(1));
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  /** Crawls the demo's newspaper and returns the URLs known by state. */
  async function crawl(out: string, project: Record<string, unknown>) {
    const file = join(folder, "project.yaml");
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    writeFileSync(file, JSON.stringify({ name: "live", politeness, ...project }));
    const args = ["crawl", file, "--out", join(folder, out), "--json"];
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 0, stderr);
    const { states }: { states: Record<string, number> } = JSON.parse(stdout);
    return states;
  }

  it("A live crawl reads the sitemaps until a link is stored, even after an earlier start", async () => {
    const urls = [`${served.origins.get("news")}/`];
    const budget = { pages: 2 };
    const plain = await crawl("plain", { seeds: { urls }, budget });
    const listed = await crawl("listed", { seeds: { urls, sitemaps: true }, budget });
    assert.ok((listed["waiting"] ?? 0) > (plain["waiting"] ?? 0) + 10, "the sitemap lists no more");

    // What a kill leaves after the start was logged and before the seeds were committed.
    mkdirSync(join(folder, "killed"));
    openDatabase(join(folder, "killed", "crawl.sqlite")).close();
    const log = `${JSON.stringify(anEvent(Date.UTC(2026, 0, 1)))}\n`;
    writeFileSync(join(folder, "killed", "log.jsonl"), log);
    assert.deepEqual(await crawl("killed", { seeds: { urls, sitemaps: true }, budget }), listed);
    const readings = () => served.requests.filter(({ url }) => url.endsWith("/sitemap.xml")).length;
    const before = readings();
    await crawl("listed", { seeds: { urls, sitemaps: true }, budget: { pages: 3 } });
    assert.equal(readings(), before, "a crawl that goes on reads them no more");
  });
});
