import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { compileScope } from "../../../lib/domain/frontier/scope.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { aForum, kindOf } from "../../support/a-forum.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/forum.yaml");

describe("examples/forum.yaml", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "dowser-forum-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("The project examples/forum.yaml shows `source` a page of its forum, under a reserved name (RFC 2606)", async () => {
    const { strategy, need, seeds, scope } = await loadProject(EXAMPLE);
    assert.ok(strategy.name === "source" && strategy.goal === "target");
    const [seed, example] = [aUrl(seeds.urls[0] ?? ""), aUrl(need.examplePage ?? "")];
    assert.match(hostOf(seed), /\.example\.org$/);
    const admit = compileScope(scope, { seeds: [seed], year: 2026 });
    const { refusedBy } = admit({ url: example, host: hostOf(example), depth: 1 });
    assert.equal(refusedBy, undefined);
  });

  it("The project examples/forum.yaml finds the threads of a forum at its addresses", async () => {
    const forum = aForum();
    const web = join(folder, "forum.warc.gz");
    const pages = Object.entries(forum.html).map(([url, html]) => ({
      page: aFetchedPage(aUrl(url), html),
      fetchedAt: 0,
    }));
    await writeWarcFile(web, pages, {});
    const project = join(folder, "forum.yaml");
    const text = readFileSync(EXAMPLE, "utf8")
      .replaceAll("https://forum.example.org/", forum.seed)
      .replace("pages: 2000", "pages: 100");
    writeFileSync(project, text);
    const run = join(folder, "run");
    const crawled = await runCli(["crawl", project, "--web", web, "--out", run]);
    assert.equal(crawled.code, 0, crawled.stderr);
    const { stdout } = await runCli(["export", run, "--format", "jsonl", "--relevant"]);
    const found = stdout.trim().split("\n");
    const kinds = found.map((line) => kindOf(forum, JSON.parse(line).url));
    assert.ok(kinds.length > 50, `${kinds.length} targets`);
    assert.deepEqual(new Set(kinds), new Set(["thread"]));
  });
});
