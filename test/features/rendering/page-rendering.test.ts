import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { Rendering } from "../../../lib/domain/page/render/rendering.ts";
import { open as openCopies } from "../../../lib/features/copies/rule.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import type { RenderRule } from "../../../lib/features/rendering/manifest.ts";
import { open, rendering } from "../../../lib/features/rendering/rule.ts";
import { open as openWalls } from "../../../lib/features/walls/rule.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { linking, type Script, scriptedWeb } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const SHELL = '<title>Shell</title><div id="root"></div><script src="/app.js"></script>';
const COST = { detail: undefined, requests: 2, bytes: 30, refused: { robots: 1 }, ms: 5 };
const ALL: RenderRule = { when: "needed", isHost: () => true };

const FAILURES = ["timeout", "crash", "too-large"] as const;

/**
 * Crawls a web whose pages a renderer makes this HTML of, by path, or a failure; returns the records and
 * what was rendered.
 */
async function crawl(
  pages: Readonly<Record<string, Script>>,
  made: (path: string) => string,
  { rule = ALL, plan: parts }: { rule?: RenderRule; plan?: Partial<CrawlPlan> } = {},
) {
  const plan = aPlan(parts);
  const web = scriptedWeb(
    Object.fromEntries(Object.entries(pages).map(([path, page]) => [`${SITE}${path}`, page])),
  );
  const rendered: string[] = [];
  const renderer = {
    render: async ({ url }: { url: string }): Promise<Rendering> => {
      const path = url.slice(SITE.length);
      rendered.push(path);
      const result = made(path);
      const failure = FAILURES.find((each) => each === result);
      return failure !== undefined
        ? { ...COST, result: failure, html: undefined }
        : { ...COST, result: "rendered", html: Buffer.from(result) };
    },
    close: async () => {},
  };
  const ports = memoryPorts(web, plan);
  const reads = [...plan.reads, ...rulesOf(open()).reads];
  await runCrawl(ports, rendering({ ...plan, reads }, { renderer, rule }, ports.pages));
  const records = new Map((await recordsOf(ports)).map((record) => [pathOf(record), record]));
  return { records, rendered, ports };
}

function pathOf({ url }: PageRecord): string {
  return url.slice(SITE.length);
}

function resultsOf(records: ReadonlyMap<string, PageRecord>): Record<string, string | undefined> {
  return Object.fromEntries(
    Array.from(records, ([path, { page }]) => [path, page?.rendering?.result]),
  );
}

describe("a crawl renders the pages that need it", () => {
  it("A page without content of its own is judged and followed as its scripts left it", async () => {
    const pages = { "/": SHELL, "/a": linking("/"), "/b": linking() };
    const { records, rendered } = await crawl(pages, () => linking("/a", "/b"));
    assert.deepEqual(rendered, ["/"]);
    assert.equal(records.get("/")?.page?.title, "t");
    assert.equal(records.get("/")?.page?.bodyBytes, SHELL.length);
    assert.deepEqual([...records.keys()].toSorted(), ["/", "/a", "/b"]);
  });

  it("Its record says what it cost, and its new links are marked", async () => {
    const shell = `<a href="/a">a</a>${SHELL}`;
    const pages = { "/": shell, "/a": linking(), "/b": linking() };
    const { records } = await crawl(pages, () => linking("/a", "/b"));
    const { result, links, requests, bytes, refused } = records.get("/")?.page?.rendering ?? {};
    assert.deepEqual(
      [result, links, requests, bytes, refused],
      ["rendered", 1, 2, 30, COST.refused],
    );
    assert.equal(records.get("/a")?.snippet?.onlyRendered, undefined);
    assert.equal(records.get("/b")?.snippet?.onlyRendered, true);
  });

  it("A page that has no more when rendered is read as it was fetched", async () => {
    const { records } = await crawl({ "/": SHELL }, () => "<title>Error</title>");
    assert.equal(records.get("/")?.page?.title, "Shell");
    assert.deepEqual(resultsOf(records), { "/": "no-more" });
  });

  it("A browser that fails is counted, and the page is read as it was fetched", async () => {
    for (const failure of FAILURES) {
      const { records } = await crawl({ "/": SHELL }, () => failure);
      assert.deepEqual(resultsOf(records), { "/": failure });
      assert.equal(records.get("/")?.page?.title, "Shell");
    }
  });

  it("Three pages in vain, and no other page of the host is rendered", async () => {
    const paths = ["/1", "/2", "/3", "/4", "/5"];
    const pages = Object.fromEntries(paths.map((path) => [path, SHELL]));
    const seeds = paths.map((path) => aUrl(`${SITE}${path}`));
    const { records, rendered } = await crawl(pages, () => "timeout", { plan: { seeds } });
    assert.deepEqual([rendered.length, records.size], [3, 5]);
  });

  it("Three pages that had more, and pages with some content are rendered, too", async () => {
    const paths = ["/1", "/2", "/3"];
    const some = `<p>${"Words of its own. ".repeat(40)}</p>`;
    const pages = { ...Object.fromEntries(paths.map((path) => [path, SHELL])), "/4": some };
    const seeds = Object.keys(pages).map((path) => aUrl(`${SITE}${path}`));
    const more = `${some}${some}`;
    const { rendered } = await crawl(pages, () => more, { plan: { seeds } });
    assert.deepEqual(rendered, ["/1", "/2", "/3", "/4"]);
  });

  it("All pages of the hosts named are rendered with `always`, and none of others", async () => {
    const page = linking();
    const always = { when: "always", isHost: () => true } as const;
    const { rendered } = await crawl({ "/": page }, () => linking("/"), { rule: always });
    assert.deepEqual(rendered, ["/"]);
    const others = { when: "always", isHost: () => false } as const;
    const none = await crawl({ "/": page }, () => linking("/"), { rule: others });
    assert.deepEqual(none.rendered, []);
  });

  it("The scripts of a wall are not run: it stays a wall", async () => {
    const challenge = '<script src="/cdn-cgi/challenge-platform/x.js"></script>';
    const plan = rulesOf(openWalls({ scope: { walls: "leave-out" } }, { isLive: true }));
    const always = { when: "always", isHost: () => true } as const;
    const { records, rendered } = await crawl({ "/": challenge }, () => "", { plan, rule: always });
    assert.deepEqual([rendered, records.get("/")?.reason], [[], "challenge"]);
  });

  it("Pages of one application are no copies of each other", async () => {
    const seeds = ["/1", "/2"].map((path) => aUrl(`${SITE}${path}`));
    const text = (path: string) => `<p>${`Words of page ${path.slice(1)}, `.repeat(5)}</p>`;
    const plan = { seeds, ...rulesOf(openCopies()) };
    const { records } = await crawl({ "/1": SHELL, "/2": SHELL }, text, { plan });
    assert.equal(records.get("/2")?.page?.copyOf, undefined);
  });
});
