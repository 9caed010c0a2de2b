import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULTS } from "../../../../lib/config/defaults.ts";
import type { CrawlPlan } from "../../../../lib/crawl/crawl-plan.ts";
import { compileScope } from "../../../../lib/domain/frontier/scope.ts";
import { eachLink } from "../../../../lib/domain/methods/graph/link-graph.ts";
import { crawlableGraph } from "../../../../peers/commands/compare/crawlable-graph.ts";
import { aPlan } from "../../../support/a-crawl.ts";
import { aUrl } from "../../../support/a-url.ts";
import { fixedClock } from "../../../support/fixed-clock.ts";
import { aFetchedPage, linking, type Script, scriptedWeb } from "../../../support/scripted-web.ts";

const SITE = "http://site.example";

const moved = (path: string): Script => ({
  ...{ kind: "redirect", status: 301, headers: [], location: aUrl(SITE + path) },
});

/** The links of the graph as `from>to`, and its seeds, all as paths. */
async function graphOf(pages: Readonly<Record<string, Script>>, parts: Partial<CrawlPlan> = {}) {
  const script = Object.entries(pages).map(([path, answer]) => [SITE + path, answer]);
  const web = scriptedWeb(Object.fromEntries(script));
  const { graph, seeds } = await crawlableGraph({ web, clock: fixedClock() }, aPlan(parts));
  const path = (page: number) => graph.urls[page]?.slice(SITE.length);
  const links: string[] = [];
  eachLink(graph, (from, to) => links.push(`${path(from)}>${path(to)}`));
  assert.equal(graph.urls.length, graph.pages);
  return {
    links: links.toSorted(),
    pages: graph.urls.map((_, p) => path(p)),
    seeds: seeds.map(path),
  };
}

describe("the graph that crawls of a plan can go along", () => {
  it("The crawlable graph has all pages within reach of the seeds, and no link to unrecorded ones", async () => {
    const { links, pages, seeds } = await graphOf({
      "/": linking("/a", "/gone", "/missing"),
      "/a": linking("/", "/a"),
      "/gone": { kind: "gone", status: 404 },
      "/island": "",
    });
    assert.deepEqual([links, pages, seeds], [["/>/a", "/a>/"], ["/", "/a"], ["/"]]);
  });

  it("The crawlable graph replaces a link or seed that redirects by the redirect's target", async () => {
    const seeds = [aUrl(`${SITE}/old`)];
    const {
      links,
      pages,
      seeds: starts,
    } = await graphOf(
      {
        "/old": moved("/older"),
        "/older": moved("/home"),
        "/home": linking("/r", "/loop"),
        "/r": moved("/a"),
        "/a": "",
        "/loop": moved("/pool"),
        "/pool": moved("/loop"),
      },
      { seeds },
    );
    assert.deepEqual([links, pages, starts], [["/home>/a"], ["/home", "/a"], ["/home"]]);
  });

  it("The crawlable graph applies the scope at the least depth of a page", async () => {
    const seeds = [aUrl(`${SITE}/`)];
    const rules = { ...DEFAULTS.scope, maxDepth: 2, denyPatterns: ["/no*"] };
    const { links } = await graphOf(
      {
        "/": linking("/a", "/b", "/no"),
        "/a": linking("/b"),
        "/b": linking("/c"),
        "/c": linking("/d"),
        "/d": "",
        "/no": "",
      },
      { seeds, scope: compileScope(rules, { seeds, year: 2026 }) },
    );
    assert.deepEqual(links, ["/>/a", "/>/b", "/a>/b", "/b>/c"]);
  });

  it("The crawlable graph follows no link of a page in another language, and contains no file", async () => {
    const pdf = aFetchedPage(aUrl(`${SITE}/file`), "", { mediaType: "application/pdf" });
    const { links, pages } = await graphOf(
      {
        "/": linking("/fr", "/file"),
        "/fr": `<html lang="fr">${linking("/a")}</html>`,
        "/file": pdf,
        "/a": "",
      },
      { languages: ["en"] },
    );
    assert.deepEqual([links, pages], [["/>/fr"], ["/", "/fr"]]);
  });
});
