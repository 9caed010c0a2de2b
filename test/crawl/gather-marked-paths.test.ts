import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gatherMarkedPaths } from "../../lib/crawl/gather-marked-paths.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, type Script, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const on = (path: string) => aUrl(SITE + path);
const short = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length)).join(" ");
const redirect = (to: string): FetchOutcome => ({
  ...{ kind: "redirect", status: 301, headers: [] },
  location: on(to),
});

interface Circumstances {
  readonly budget?: number;
  readonly alias?: (url: Url) => Url;
  /** A page that was fetched and that the store has no more. */
  readonly lost?: Url;
}

/** Crawls from the pages of the paths, written `"/ /a /b"`, and gathers them. */
async function gather(
  pages: Readonly<Record<string, Script>>,
  paths: readonly string[],
  { budget = Infinity, alias, lost }: Circumstances = {},
) {
  const marked = paths.map((path) => path.split(" ").map(on));
  const script = Object.entries(pages).map(([path, answer]) => [SITE + path, answer]);
  const scripted = scriptedWeb(Object.fromEntries(script));
  const web: Web = alias === undefined ? scripted : { ...scripted, identify: alias };
  const plan = aPlan({
    seeds: [...new Set(marked.flat())],
    budget: { pages: budget, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
  });
  const ports = memoryPorts(web, plan);
  await runCrawl(ports, plan);
  const get: typeof ports.pages.get = async (url) =>
    url === lost ? undefined : ports.pages.get(url);
  const stores = { ...ports, pages: { get } };
  const gathered = await gatherMarkedPaths(stores, ports, plan, marked);
  return {
    paths: gathered.marked.paths.map(short),
    pages: short(gathered.marked.pages.map(({ url }) => url)),
    links: (path: string) =>
      short(
        gathered.marked.pages.find(({ url }) => url === on(path))?.anchors.map(({ url }) => url) ??
          [],
      ),
    broken: gathered.broken.map(
      ({ path, missing, reason }) => `${short(path)}: ${short([missing])} ${reason}`,
    ),
  };
}

describe("click paths of a training crawl", () => {
  it("Marked click paths include all pages that were fetched, as they were stored", async () => {
    const { paths, pages, links, broken } = await gather(
      { "/": linking("/a", "/n", "/none"), "/a": linking("/"), "/n": "" },
      ["/ /a"],
    );
    assert.deepEqual([paths, pages, broken], [["/ /a"], "/ /a /n", []]);
    assert.equal(links("/"), "/a /n /none");
  });

  it("Marked click paths name pages by their redirect's target, and so do the links to them", async () => {
    const { paths, links } = await gather(
      { "/": linking("/go", "/a"), "/go": redirect("/went"), "/went": redirect("/a"), "/a": "" },
      ["/ /go"],
    );
    assert.deepEqual(paths, ["/ /a"]);
    assert.equal(links("/"), "/a /a");
  });

  it("Marked click paths name pages as the web identifies them", async () => {
    const { paths, links } = await gather({ "/": linking("/a/"), "/a": "" }, ["/ /a/"], {
      alias: (url) => (url === on("/a/") ? on("/a") : url),
    });
    assert.deepEqual([paths, links("/")], [["/ /a"], "/a"]);
  });

  it("Marked click paths with a missing page are left out, with the reason and their own pages", async () => {
    const gone: FetchOutcome = { kind: "gone", status: 404 };
    const web = { "/": linking("/a", "/b"), "/a": linking("/b"), "/b": "", "/c": gone };
    const { paths, pages, broken } = await gather(web, ["/ /a", "/ /b /c"]);
    assert.deepEqual(paths, ["/ /a"]);
    assert.equal(pages, "/ /a", "/b led to a target that is not known: it is no other page");
    assert.deepEqual(broken, ["/ /b /c: /c gone"]);
  });

  it("Marked click paths are left out when redirects merge all pages into one, or into none", async () => {
    const web = { "/": "", "/same": redirect("/"), "/round": redirect("/round2") };
    const pages = { ...web, "/round2": redirect("/round") };
    assert.deepEqual((await gather(pages, ["/ /same", "/ /round"])).broken, [
      "/ /same: / all URLs of the path come to one page",
      "/ /round: /round redirects in a circle",
    ]);
  });

  it("Marked click paths are left out when a page of them is out of scope, by the rule that excludes it", async () => {
    const { broken } = await gather({ "/": "" }, ["/ /a.pdf"]);
    assert.deepEqual(broken, ["/ /a.pdf: /a.pdf extension"]);
  });

  it("Marked click paths remain whole when the store lost a page, which is then not among the pages", async () => {
    const { paths, pages } = await gather({ "/": linking("/a"), "/a": "" }, ["/ /a"], {
      lost: on("/a"),
    });
    assert.deepEqual([paths, pages], [["/ /a"], "/"]);
  });

  it("Marked click paths are left out when the budget ended before them", async () => {
    const { broken } = await gather({ "/": "", "/a": "" }, ["/ /a"], { budget: 1 });
    assert.deepEqual(broken, ["/ /a: /a not-fetched"]);
  });
});
