import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { withFileStubs } from "../../../bench/known-web/file-stubs.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { fileNeed } from "../../../lib/project/files-schema.ts";
import { openPlan } from "../../../lib/project/plan-crawl.ts";
import { projectSchema } from "../../../lib/project/project-schema.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { recorded } from "../../../lib/run/web/open-web.ts";
import { recordedPorts } from "../../../peers/commands/compare/recorded-ports.ts";
import { recordsOf } from "../../support/a-crawl.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aUrl } from "../../support/a-url.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const PAGES = {
  "http://a.example/": linking("/b", "/one.pdf", "/two.PS", "/kept.pdf", "/logo.png", "/x.zip"),
  "http://a.example/b": linking("/one.pdf", "http://b.example/data.csv?v=1", "/c.html"),
  "http://a.example/kept.pdf": "a page in spite of its name",
};

describe("stubs of the files that a recording lacks", () => {
  it("Each linked document or table that is not recorded is answered by its media type, once", async (test) => {
    const file = join(aFolder(test), "web.warc.gz");
    const pages = Object.entries(PAGES).map(([url, html]) => ({
      page: aFetchedPage(aUrl(url), html),
      fetchedAt: 0,
    }));
    await writeWarcFile(file, pages, { software: "test" });
    const recording = await openRecordedWeb([file]);
    test.after(() => recording.close());
    const { web, files } = await withFileStubs(recording);
    assert.deepEqual(Object.fromEntries(files), {
      "http://a.example/one.pdf": "application/pdf",
      "http://a.example/two.PS": "application/postscript",
      "http://b.example/data.csv?v=1": "text/csv",
    });
    assert.equal(web.size, recording.size + 3);
    assert.deepEqual([...web.urls()], [...Object.keys(PAGES), ...files.keys()]);

    const project = projectSchema.parse({
      name: "stubs",
      need: { files: ["pdf", "csv"] },
      seeds: { urls: ["http://a.example/"] },
      strategy: "breadth-first",
    });
    const strategy = await createStrategy(project.strategy, { seed: 1, pages: 10 });
    const need = aNeed({ files: fileNeed(project.need.files) });
    const plan = await openPlan(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
    const ports = recordedPorts(web, project, strategy);
    await runCrawl(ports, { ...plan, strategy });
    const records = await recordsOf(ports);
    assert.deepEqual(
      records.filter(({ page }) => page?.isTarget === true).map(({ url }) => url),
      ["http://a.example/one.pdf", "http://b.example/data.csv?v=1"],
    );
  });
});
