import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCli } from "../../support/run-cli.ts";
import { type HostAnswer, serveHosts } from "../../support/served-hosts.ts";

const HTML = { "content-type": "text/html" };
const EMPTY: HostAnswer = { status: 200, headers: HTML, body: "<p>Nothing about insects.</p>" };

describe("crawls that find nothing on the live web", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-empty-"));
    served = await serveHosts((host, path) => {
      if (path !== "/robots.txt") return EMPTY;
      const body = host.startsWith("closed") ? "User-agent: *\nDisallow: /" : "";
      return { status: 200, headers: { "content-type": "text/plain" }, body };
    });
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  async function crawl(
    name: string,
    need: Readonly<Record<string, unknown>>,
    politeness: Readonly<Record<string, unknown>> = { allowLoopback: true },
  ) {
    const file = join(folder, `${name}.json`);
    const project = {
      name,
      need,
      seeds: { urls: [`http://${name}.localhost:${served.port}/`] },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, ...politeness },
    };
    writeFileSync(file, JSON.stringify(project));
    return runCli(["crawl", file, "--out", join(folder, name)]);
  }

  it("A crawl whose seeds robots.txt forbids exits with 3, and advises other seeds", async () => {
    const { code, stdout } = await crawl("closed", { topic: "bees" });
    assert.equal(code, 3, stdout);
    assert.match(stdout, /nothing was fetched: refused: robots 1/);
    assert.match(stdout, /name other seeds: robots\.txt of these hosts forbids them/);
  });

  it("A crawl of this machine without leave exits with 3, and names the key that gives it", async () => {
    const { code, stdout } = await crawl("private", { topic: "bees" }, {});
    assert.equal(code, 3, stdout);
    assert.match(stdout, /politeness\.allowLoopback/);
  });

  it("A crawl of a site without links exits with 4, and says that no link was left and why", async () => {
    const { code, stdout } = await crawl("lonely", { topic: "bees" });
    assert.equal(code, 4, stdout);
    assert.match(stdout, /no link is left to fetch after 1 pages; links left out: none/);
    assert.match(stdout, /name more seeds/);
  });

  it("A crawl that looks for nothing in particular exits with 0 though it has no target", async () => {
    const { code, stdout } = await crawl("aimless", {});
    assert.equal(code, 0, stdout);
  });
});
