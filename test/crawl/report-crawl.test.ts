import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endInWords } from "../../lib/crawl/crawl-end.ts";
import { knownUrls, reportCrawl, waitingUrls } from "../../lib/crawl/report-crawl.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

describe("the report of a crawl", () => {
  it("The report of a crawl counts pages, targets, bytes, hosts, and each URL in one state, by reason", async () => {
    const index = linking("/a", "/b.pdf", "/gone", "/later", "/later2");
    const target = "<title>t</title>";
    const web = scriptedWeb({ [`${SITE}/`]: index, [`${SITE}/a`]: target });
    const plan = aPlan({
      strategy: { ...labelledStrategy, selection: { kind: "fifo" } },
      need: { ...aPlan().need, good: [] },
      budget: { ...aPlan().budget, pages: 2 },
    });
    const ports = memoryPorts(web, plan);
    await runCrawl(ports, plan);
    await ports.frontier.draw({ limit: 1, now: ports.clock.now() });
    const count = async () => {
      const counted = await ports.frontier.count();
      return { ...counted, reasons: new Map([...counted.reasons].toReversed()) };
    };
    const report = await reportCrawl({ ...ports, frontier: { count } });
    assert.deepEqual(report, {
      ...{ fetched: 2, targets: 0, harvestRate: 0, bodyBytes: index.length + target.length },
      hosts: 1,
      states: { waiting: 2, leased: 1, fetched: 2, refused: 1, failed: 0, cut: 0 },
      reasons: { "fetched:page": 2, "refused:extension": 1 },
    });
    assert.deepEqual(Object.keys(report.reasons), ["fetched:page", "refused:extension"]);
    assert.deepEqual([knownUrls(report), waitingUrls(report)], [6, 3]);
  });

  it("The end of a crawl has words for a person, if this version knows it", () => {
    assert.equal(endInWords("budget-pages"), "the page budget is spent");
    assert.equal(endInWords("struck by lightning"), undefined);
  });
});
