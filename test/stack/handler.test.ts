import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { handlingReader, type PageHandler } from "../../lib/features/handler/handle-pages.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const at = (path: string) => `http://a.example${path}`;

const PAGES: Readonly<Record<string, string>> = {
  [at("/")]: linking("/a", "/b", "/c", "/slow"),
  [at("/a")]: '<h1>A jar</h1><p class="price">9 €</p>',
  [at("/b")]: `<p>Stones.</p>${linking("/d")}`,
  [at("/c")]: "<p>Bees.</p>",
  [at("/d")]: "<p>Sand.</p>",
  [at("/slow")]: "<p>Slow.</p>",
  [at("/hidden")]: "<p>Hidden.</p>",
};

/** Does all that a handler may do, each on another page. */
const handler: PageHandler = async ({ url, $, text, links, enqueue, skip, save }) => {
  if (url === at("/")) {
    enqueue("/hidden", { priority: 2 });
    save({ found: links.length });
  }
  await Promise.resolve();
  if (url === at("/a")) save({ price: $(".price"), heading: $("h1")[0] ?? "" });
  if (url === at("/b")) skip(`no bees: ${text}`);
  if (url === at("/c")) throw new TypeError("no jar");
};

const said = (records: readonly PageRecord[]) =>
  records
    .map(({ url, reason, detail, parent, depth, priority, page }) => [
      ...[url, reason, detail?.split("\n")[0], parent, depth, priority],
      JSON.stringify(page?.saved),
    ])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));

describe("a stack with a handler of pages", () => {
  const plan = aPlan({ seeds: [aUrl(at("/"))] });

  async function crawled(acting: PageHandler): Promise<PageRecord[]> {
    const web = scriptedWeb(PAGES);
    const stack = new SimulatedStack(plan, web, 1, CALM, 1_000);
    stack.handlerOf = (clock) => handlingReader(undefined, { web, clock }, acting, 20_000);
    await stack.crawl();
    const { records, close } = await stack.stored();
    const all = await collect(records.list());
    close();
    return all;
  }

  it("Its links, skipped pages, columns and errors are those of the same crawl on one machine", async () => {
    const here = memoryPorts(scriptedWeb(PAGES), plan);
    await runCrawl({ ...here, reader: handlingReader(undefined, here, handler) }, plan);
    const records = await crawled(handler);
    assert.deepEqual(said(records), said(await recordsOf(here)));
    const reasons = records.map(({ url, reason }) => [new URL(url).pathname, reason]);
    assert.deepEqual(Object.fromEntries(reasons), {
      ...{ "/": "page", "/a": "page", "/b": "skipped", "/c": "page-error" },
      ...{ "/d": "page", "/slow": "page", "/hidden": "page" },
    });
    const jar = records.find(({ url }) => url === at("/a"));
    assert.deepEqual(jar?.page?.saved, { price: ["9 €"], heading: "A jar" });
  });

  it("One that never ends fails its page alone, after 20 seconds", async () => {
    const records = await crawled(({ url }) =>
      url === at("/slow") ? new Promise(() => {}) : undefined,
    );
    const failed = records.filter(({ reason }) => reason !== "page");
    assert.deepEqual(
      failed.map(({ url, reason }) => [url, reason]),
      [[at("/slow"), "page-error"]],
    );
    assert.match(failed[0]?.detail ?? "", /^Error: the handler took more than 20 s/);
  });
});
