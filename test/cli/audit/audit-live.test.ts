import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { auditRun } from "../../../lib/cli/audit/audit.ts";
import { runCli } from "../../support/run-cli.ts";
import { change, findings, read } from "../../support/spoilt-run.ts";

describe("dowser audit of a live crawl", () => {
  let folder = "";
  let run = "";
  let copies = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-audit-live-"));
    const { code, stderr } = await runCli([
      "demo",
      "--pages",
      "120",
      "--out",
      join(folder, "demo"),
    ]);
    assert.equal(code, 0, stderr);
    run = join(folder, "demo", "best-first");
  });
  after(() => rmSync(folder, { recursive: true }));

  function copy(): string {
    copies += 1;
    const spoilt = join(folder, `copy${copies}`);
    cpSync(run, spoilt, { recursive: true });
    return spoilt;
  }

  const logOf = (directory: string) => join(directory, "politeness.jsonl");

  it("`dowser audit` finds no violation in either run of a live demo", async () => {
    assert.deepEqual(await findings(run), []);
    assert.deepEqual(await findings(join(folder, "demo", "breadth-first")), []);
  });

  it("`dowser audit` finds a model without its training, unless a kill fell between the two", async () => {
    const spoilt = copy();
    const file = join(spoilt, "log.jsonl");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const trained = lines.findLastIndex((line) => line.includes('"kind":"trained"'));
    const started = lines.findIndex((line) => line.includes('"kind":"started"'));
    const without = lines.toSpliced(trained, 1);
    const orphans = async (log: readonly string[]) => {
      writeFileSync(file, `${log.join("\n")}\n`);
      return (await findings(spoilt)).filter((each) => each.includes("no event of the log names"));
    };
    assert.equal((await orphans(without)).length, 1);
    const again = lines[started] ?? "";
    // Every run trains before it draws: the next one has a training of its own.
    assert.equal((await orphans(without.toSpliced(started + 1, 0, again))).length, 1);
    const next = (lines[trained] ?? "").replace(/sha256:\w+/, `sha256:${"0".repeat(64)}`);
    assert.deepEqual(await orphans(without.toSpliced(started + 1, 0, again, next)), []);
  });

  it("`dowser audit` finds a request that came too soon after the one before", async () => {
    const spoilt = copy();
    const line = readFileSync(logOf(spoilt), "utf8")
      .split("\n")
      .find((each) => each.includes("Crawl-delay"));
    const { origin } = JSON.parse(line ?? "{}");
    const pages = read(
      spoilt,
      "SELECT url, json ->> '$.fetchedAt' AS at FROM record WHERE url LIKE ? AND reason = 'page' ORDER BY at",
      `${origin}/%`,
    );
    const [first, second] = [pages.at(-2), pages.at(-1)];
    assert.ok(first !== undefined && second !== undefined);
    const sql = "UPDATE record SET json = json_set(json, '$.fetchedAt', ?) WHERE url = ?";
    change(spoilt, sql, Number(first["at"]) + 20, String(second["url"]));
    const found = await findings(spoilt);
    const finding = `politeness ${String(second["url"])} asked `;
    assert.ok(
      found.some((each) => each.startsWith(finding)),
      found.join("\n"),
    );
  });

  it("`dowser audit` finds a page that was fetched against robots.txt", async () => {
    const spoilt = copy();
    const [page] = read(
      spoilt,
      "SELECT url FROM record WHERE reason = 'page' ORDER BY sequence DESC",
    );
    const url = String(page?.["url"]);
    const { origin } = new URL(url);
    const lines = readFileSync(logOf(spoilt), "utf8")
      .split("\n")
      .map((line) => {
        if (!line.includes(`"origin":"${origin}"`)) return line;
        const file = { kind: "found", text: "User-agent: dowser\nDisallow: /" };
        return JSON.stringify({ ...JSON.parse(line), file });
      });
    writeFileSync(logOf(spoilt), lines.join("\n"));
    const found = await findings(spoilt);
    assert.ok(
      found.includes(`politeness ${url} was fetched although robots.txt forbids it: Disallow: /`),
      found.join("\n"),
    );
  });

  it("`dowser audit` finds a page that was fetched before Retry-After had passed", async () => {
    const spoilt = copy();
    const [page] = read(
      spoilt,
      "SELECT url, json ->> '$.fetchedAt' AS at FROM record WHERE reason = 'page' ORDER BY at DESC",
    );
    const [url, at] = [String(page?.["url"]), Number(page?.["at"])];
    const failed = { kind: "failed", at: at - 1, ms: 0, url, retryAfterMs: 60_000 };
    appendFileSync(logOf(spoilt), `${JSON.stringify(failed)}\n`);
    const found = await findings(spoilt);
    assert.ok(
      found.some((each) => each.startsWith(`politeness ${url} asked 59999 ms before Retry-After`)),
      found.join("\n"),
    );
  });

  it("`dowser audit` reports when robots.txt files were not kept", async () => {
    const spoilt = copy();
    rmSync(logOf(spoilt));
    const checks = await auditRun(spoilt, { replay: false });
    const politeness = checks.find(({ check }) => check === "politeness");
    assert.deepEqual([politeness?.violations, politeness?.notes.length], [0, 1]);
    const files = checks.find(({ check }) => check === "files");
    assert.deepEqual(files?.reported, [
      { check: "files", url: "politeness.jsonl", what: "is missing" },
    ]);
  });
});
