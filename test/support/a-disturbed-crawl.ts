import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteName } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { serveDemoWeb } from "../../demo/serve-demo-web.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { runCli, startCli } from "./run-cli.ts";

const SITES: readonly SiteName[] = ["forum", "travel-blog", "kitchen-blog"];

/**
 * Crawls of some sites of the demo web by `dowser crawl`, which a test disturbs, and what they leave
 * behind. All links are followed to the end, so that any order of fetches gives the same records.
 */
export async function openDisturbedCrawls(sites: readonly SiteName[] = SITES) {
  const folder = mkdtempSync(join(tmpdir(), "dowser-disturbed-"));
  let onRequest = (): void => {};
  const served = await serveDemoWeb(generateDemoWeb(1), { onRequest: () => onRequest() });
  const project = (strategy: string): string => {
    const file = join(folder, `${strategy}.yaml`);
    const settings = {
      ...{ name: "disturbed", strategy, need: { topic: "beekeeping" } },
      seeds: { urls: sites.map((site) => `${served.origins.get(site)}/`) },
      // A page under several session ids is taken as often as its quota allows, by order of arrival.
      scope: { hosts: "seeds", denyPatterns: ["*sid=*"] },
      budget: { pages: 100_000 },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
    };
    writeFileSync(file, JSON.stringify(settings));
    return file;
  };
  const command = (strategy: string, out: string) => ["crawl", project(strategy), "--out", out];

  return {
    folder,
    /** Requests that the sites have received. */
    requests: () => served.requests.length,
    /** Crawls to the end, and returns what was written on standard error. */
    async crawl(strategy: string, out: string): Promise<string> {
      const { code, stdout, stderr } = await runCli([...command(strategy, out), "--json"]);
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).end, "frontier-empty");
      return stderr;
    },
    /** Crawls until the process ends, whatever becomes of it. */
    attempt: (strategy: string, out: string) => startCli(command(strategy, out)).done,
    /**
     * Crawls, and kills the process `delayMs` after its n-th request. Returns false when the crawl
     * was over before.
     */
    async kill(strategy: string, out: string, requests: number, delayMs = 0): Promise<boolean> {
      let left = requests;
      const { child, done } = startCli(command(strategy, out));
      onRequest = () => {
        left -= 1;
        if (left !== 0) return;
        if (delayMs === 0) child.kill("SIGKILL");
        else setTimeout(() => child.kill("SIGKILL"), delayMs);
      };
      const { code, signal, stderr } = await done;
      onRequest = () => {};
      assert.ok(signal === "SIGKILL" || code === 0, stderr);
      return signal === "SIGKILL";
    },
    /** The records of a run, without what depends on time and order. */
    async recordsOf(out: string): Promise<string[]> {
      const { code, stdout, stderr } = await runCli(["export", out, "--format", "records"]);
      assert.equal(code, 0, stderr);
      const records = stdout
        .trim()
        .split("\n")
        .map((line): PageRecord => JSON.parse(line));
      return records
        .map(
          ({ url, state, reason, page }) => `${url} ${state} ${reason} ${page?.ref?.digest ?? ""}`,
        )
        .toSorted();
    },
    async assertAudited(out: string): Promise<void> {
      const { code, stdout, stderr } = await runCli(["audit", out]);
      assert.equal(code, 0, stdout + stderr);
    },
    async close(): Promise<void> {
      await served.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Crawls that a test disturbs. */
export type DisturbedCrawls = Awaited<ReturnType<typeof openDisturbedCrawls>>;
