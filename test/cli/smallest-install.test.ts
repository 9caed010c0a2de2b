import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import { aUrl } from "../support/a-url.ts";
import { type CliRun, startCli } from "../support/run-cli.ts";
import { aFetchedPage, linking } from "../support/scripted-web.ts";

const HIDE_PACKAGES = pathToFileURL(join(import.meta.dirname, "../support/hide-packages.ts")).href;

const SITE = "http://site.example";

describe("an install without optional packages and development packages", () => {
  let cwd = "";
  after(() => rmSync(cwd, { recursive: true, force: true }));
  before(async () => {
    cwd = mkdtempSync(join(tmpdir(), "dowser-smallest-"));
    const pages = [
      aFetchedPage(aUrl(`${SITE}/`), linking("/bees")),
      aFetchedPage(aUrl(`${SITE}/bees`), "<h1>Bees</h1><p>Bees carry honey to the hive.</p>"),
    ];
    const web = join(cwd, "web.warc.gz");
    await writeWarcFile(
      web,
      pages.map((page) => ({ page, fetchedAt: 0 })),
      {},
    );
    const seeds = ["--seed-url", `${SITE}/`, "--contact", "me@example.org"];
    await done("init", "--yes", "--topic", "bees honey", ...seeds);
    await done("crawl", "project.yaml", "--web", web, "--out", "run");
  });

  const dowser = (...args: readonly string[]): Promise<CliRun> =>
    startCli(args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: `--import=${HIDE_PACKAGES}` },
    }).done;

  async function done(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await dowser(...args);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  it("The smallest install writes a project file, crawls, reports and exports", async () => {
    assert.match(await done("report", "run"), /pages fetched +2/);
    const { code, stderr } = await dowser(
      "export",
      "run",
      "--format",
      "jsonl",
      "--out",
      "pages.jsonl",
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /languages .* left empty: the package eld is not installed/);
    assert.equal(readFileSync(join(cwd, "pages.jsonl"), "utf8").trim().split("\n").length, 2);
  });

  it("The smallest install compares strategies, and draws their curves", async () => {
    const words = ["project.yaml", "--web", "web.warc.gz", "--strategies", "random"];
    const drawing = ["--budget", "2", "--svg", "curves.svg"];
    assert.match(await done("compare", ...words, ...drawing), /random/);
    assert.match(readFileSync(join(cwd, "curves.svg"), "utf8"), /^<svg /);
  });

  it("The smallest install names the package that a command needs, and the command that installs it", async () => {
    await refuses("sharp", "report", "run", "--png", "plots");
    await refuses("@aws-sdk/client-cloudformation", "status", "project.yaml");
    await refuses("@modelcontextprotocol/sdk", "mcp");
    const project = { name: "told", scope: { detectLanguage: "always" }, seeds: { urls: [SITE] } };
    writeFileSync(join(cwd, "told.yaml"), JSON.stringify(project));
    await refuses("eld", "crawl", "told.yaml", "--web", "web.warc.gz", "--out", "told");
    writeFileSync(join(cwd, "words.ttl"), "# None.");
    await refuses("n3", "ontology", "import", "words.ttl", "--format", "skos-turtle");
  });

  async function refuses(name: string, ...args: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await dowser(...args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: "" });
    assert.ok(stderr.includes(`[package-missing]: the command needs the package ${name},`), stderr);
    assert.match(stderr, /run npm ci --omit=dev in /);
  }
});
