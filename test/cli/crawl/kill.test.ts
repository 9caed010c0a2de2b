import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRecord } from "../../../lib/domain/fetch/page-record.ts";
import { hashToUnit } from "../../../lib/domain/random/hash-to-unit.ts";
import { runCli, startCli } from "../../support/run-cli.ts";

const KILLS = 20;

/** Records whose answer is stored: pages, redirects, and heads of other answers. */
const ANSWERED = / (?:fetched (?:page|redirect)|failed gone|refused content-type) /;

describe("kill -9", () => {
  let folder = "";
  let served: ServedDemoWeb;
  let onRequest: () => void = () => {};
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-kill-"));
    served = await serveDemoWeb(generateDemoWeb(1), { onRequest: () => onRequest() });
    const seeds = ["forum", "travel-blog", "kitchen-blog"] as const;
    const project = {
      name: "kill",
      need: { topic: "beekeeping" },
      seeds: { urls: seeds.map((site) => `${served.origins.get(site)}/`) },
      // A page under several session ids is taken as often as its quota allows, by order of arrival.
      scope: { hosts: "seeds", denyPatterns: ["*sid=*"] },
      budget: { pages: 100_000 },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
    };
    writeFileSync(join(folder, "project.yaml"), JSON.stringify(project));
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const crawl = (out: string) => [
    "crawl",
    join(folder, "project.yaml"),
    "--out",
    join(folder, out),
  ];

  async function pagesOf(out: string) {
    const { stdout } = await runCli(["export", join(folder, out), "--format", "jsonl"]);
    const records = stdout
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
    return records
      .map(({ url, state, reason, page }) => `${url} ${state} ${reason} ${page?.ref?.digest ?? ""}`)
      .toSorted();
  }

  it(`A crawl killed ${KILLS} times has the pages of an undisturbed run, none stored twice`, async () => {
    const calm = await runCli(crawl("calm"));
    assert.equal(calm.code, 0, calm.stderr);
    const requests = served.requests.length;

    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Some part of what is left is asked for, then the process dies in the middle of it.
      let left = 1 + Math.floor(hashToUnit(1, `kill ${kill}`) * (requests / KILLS) * 1.5);
      const { child, done } = startCli(crawl("killed"));
      onRequest = () => {
        left -= 1;
        if (left === 0) child.kill("SIGKILL");
      };
      const { code, signal, stderr } = await done;
      assert.ok(signal === "SIGKILL" || code === 0, stderr);
      assert.equal(signal, "SIGKILL", `the crawl was over before kill ${kill}`);
    }
    onRequest = () => {};
    const last = await runCli([...crawl("killed"), "--json"]);
    assert.equal(last.code, 0, last.stderr);
    assert.equal(JSON.parse(last.stdout).end, "frontier-empty");

    const expected = await pagesOf("calm");
    assert.ok(expected.length > 500, `${expected.length} records`);
    assert.deepEqual(await pagesOf("killed"), expected);
    const stored = await openRecordedWeb([join(folder, "killed", "pages")]);
    const { duplicates, damaged } = stored.report;
    const size = stored.size;
    stored.close();
    assert.deepEqual({ duplicates, damaged }, { duplicates: 0, damaged: 0 });
    assert.equal(size, expected.filter((line) => ANSWERED.test(line)).length);
  });
});
