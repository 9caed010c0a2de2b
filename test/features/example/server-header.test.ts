import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { type ExportedPage, pageColumns } from "../../../lib/evaluation/export/page-columns.ts";
import { jsonLines } from "../../../lib/evaluation/export/table-lines.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { anExportedPage } from "../../support/an-exported-page.ts";
import { collect } from "../../support/collect.ts";
import { aFetchedPage, linking, scriptedWeb } from "../../support/scripted-web.ts";
import { open, serverColumns } from "./server-header.ts";

const HOME = aUrl("http://site.example/");
const SECOND = aUrl("http://site.example/second");
const PAGES = {
  [HOME]: aFetchedPage(HOME, linking("/second"), { headers: [["server", "bees/1.0"]] }),
  [SECOND]: linking("/"),
};

describe("a feature that records the header `Server` of a page", () => {
  it("A crawl with its rule has the value in its records, and an export with its column has it, too", async () => {
    const plan = aPlan(rulesOf(open()));
    const ports = memoryPorts(scriptedWeb(PAGES), plan);
    await runCrawl(ports, plan);
    const rows = (await recordsOf(ports)).flatMap(({ page, ...rest }): ExportedPage[] =>
      page === undefined ? [] : [anExportedPage({ record: { ...rest, page }, page })],
    );
    const lines = await collect(jsonLines([...pageColumns([], false), ...serverColumns], rows));
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ url, server }) => [url, server]),
      [
        [HOME, "bees/1.0"],
        [SECOND, null],
      ],
    );
  });

  it("A crawl without its rule says nothing of it", async () => {
    const plan = aPlan();
    const ports = memoryPorts(scriptedWeb(PAGES), plan);
    await runCrawl(ports, plan);
    const records = await recordsOf(ports);
    assert.ok(records.every(({ page }) => page === undefined || !("server" in page)));
  });
});
