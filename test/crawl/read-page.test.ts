import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { harvestPage, readPage } from "../../lib/crawl/read-page.ts";
import type { ReadRule } from "../../lib/crawl/rules.ts";
import type { OfferedLink } from "../../lib/domain/frontier/link.ts";
import { unscored } from "../../lib/domain/methods/strategy.ts";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aLease } from "../support/a-lease.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aFetchedPage, linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "site.example";
const POLITENESS = aPlan().politeness;

/** Every page is a target, and every link is worth following. */
const ALL: CrawlPlan["strategy"] = {
  ...aStrategy("breadth-first"),
  keepsOutlinks: true,
  compile: () => ({
    assessPage: () => ({ utility: 0.75, isTarget: true, type: "post", why: "all" }),
    scoreLinks: ({ anchors }) =>
      anchors.map(({ url }) => ({ url, priority: 1, group: "", snippet: undefined, why: "all" })),
  }),
};

function harvest(html: string, parts: Partial<CrawlPlan> = {}, page: Partial<FetchedPage> = {}) {
  const plan = aPlan({ strategy: ALL, extract: () => ({ name: "bee" }), ...parts });
  const lease = aLease(`${SITE}/page`);
  const model = { hash: "m", model: null, compiled: plan.strategy.compile(null), pages: 0 };
  const fetched = aFetchedPage(lease.link.url, html, page);
  const ports = memoryPorts(scriptedWeb({}), plan);
  const harvested = harvestPage(ports, plan, model, lease, fetched);
  assert.ok("verdict" in harvested);
  const { links, verdict } = harvested;
  return { links: shown(links), outlinks: verdict.outlinks?.map(path), offered: links, verdict };
}

const path = (url: string) => new URL(url).pathname;
const shown = (links: readonly OfferedLink[]) =>
  links.map(({ url, refusedBy }) => `${path(url)} ${refusedBy ?? "offered"}`);

describe("the harvest of a wanted file", () => {
  const files = { mediaTypes: ["application/pdf"], fetch: true };
  const pdf = (headers: FetchedPage["headers"] = []): Partial<FetchedPage> => ({
    mediaType: "application/pdf",
    charset: undefined,
    headers: [["content-type", "application/pdf"], ...headers],
  });
  const strategy: CrawlPlan["strategy"] = {
    ...ALL,
    compile: () => ({
      assessPage: () => assert.fail("a file is no page to be judged"),
      scoreLinks: () => assert.fail("a file has no links"),
    }),
  };

  it("A wanted file is a target of utility 1 without links, which no strategy is asked about", () => {
    const { links, verdict } = harvest("%PDF <a href=/a>", { files, strategy }, pdf());
    assert.deepEqual(links, []);
    assert.deepEqual(verdict, {
      ...{ mediaType: "application/pdf", bodyBytes: 16, title: "page", language: undefined },
      ...{ utility: 1, isTarget: true, type: "file", model: "m", why: "a file: application/pdf" },
      ...{ fields: {}, links: 0, unusableLinks: {}, outlinks: [], structure: undefined },
      ...{ truncated: undefined, file: { mediaType: "application/pdf", isRead: true } },
    });
  });

  it("A label of the user replaces what the type says of a file, and `noindex` leaves it out", () => {
    const url = aLease(`${SITE}/page`).link.url;
    const bad = harvest("%PDF", { files, strategy, labels: new Map([[url, 0]]) }, pdf()).verdict;
    assert.deepEqual([bad.utility, bad.isTarget], [0, false]);
    assert.equal(bad.why, "labelled bad; without: a file: application/pdf");
    const rules = pdf([["x-robots-tag", "noindex"]]);
    const left = harvest("%PDF", { files, strategy }, rules).verdict;
    assert.deepEqual([left.utility, left.isTarget, left.noindex], [1, false, true]);
    const politeness = { ...POLITENESS, obeyMetaRobots: false };
    assert.equal(harvest("%PDF", { files, strategy, politeness }, rules).verdict.isTarget, true);
  });

  it("Where files are wanted no page is a target, and its utility says what links like it are worth", () => {
    const { links, verdict } = harvest(linking("/a"), { files });
    assert.deepEqual([verdict.utility, verdict.isTarget, verdict.fields], [0.75, false, {}]);
    assert.equal(verdict.why, "a page, where files are looked for: all");
    assert.deepEqual(links, ["/a offered"]);
    assert.equal("file" in verdict, false);
  });

  it("A file whose body was not read has the size that its server declares", () => {
    const unread = { ...pdf([["content-length", "4000"]]), truncated: true };
    const { verdict } = harvest("", { files, strategy }, unread);
    const file = { mediaType: "application/pdf", isRead: false, declaredBytes: 4_000 };
    assert.deepEqual([verdict.file, verdict.truncated, verdict.bodyBytes], [file, undefined, 0]);
    const cut = harvest("%PDF", { files, strategy }, { ...pdf(), truncated: true }).verdict;
    assert.deepEqual([cut.file?.isRead, cut.truncated], [true, "bytes"]);
  });
});

describe("the harvest of a page", () => {
  it("The harvest of a page is its verdict, with what was found on the page, and its links one step deeper", () => {
    const html = `<html lang="en">${linking("/a", "/a", "/b.pdf", "mailto:a@b.example")}`;
    const { links, offered, verdict, outlinks } = harvest(html);
    assert.deepEqual(links, ["/a offered", "/a offered", "/b.pdf extension"]);
    assert.deepEqual(
      offered.map(({ depth, redirects, parent, model }) => [depth, redirects, parent, model]),
      Array.from({ length: 3 }, () => [2, 0, `http://${SITE}/page`, "m"]),
    );
    assert.deepEqual(outlinks, ["/a", "/a"]);
    assert.deepEqual(verdict, {
      ...{ mediaType: "text/html", bodyBytes: html.length, title: "t", language: "en" },
      ...{ utility: 0.75, isTarget: true, type: "post", model: "m", why: "all" },
      ...{ fields: { name: "bee" }, links: 3, unusableLinks: { scheme: 1 } },
      ...{ outlinks: verdict.outlinks, structure: undefined, truncated: undefined },
    });
  });

  it("The harvest of a page asks for no score of links that are done, and offers them all the same", () => {
    const strategy: CrawlPlan["strategy"] = {
      ...ALL,
      compile: () => ({
        assessPage: () => ({ utility: 0, isTarget: false, type: undefined, why: "none" }),
        scoreLinks: ({ anchors }, _assessment, _context, isDone) =>
          anchors.map(({ url }) => {
            return isDone?.(url) === true
              ? unscored(url, "")
              : { url, priority: 1, group: "", snippet: undefined, why: "all" };
          }),
      }),
    };
    const plan = aPlan({ strategy });
    const lease = aLease(`${SITE}/page`);
    const model = { hash: "m", model: null, compiled: strategy.compile(null), pages: 0 };
    const page = aFetchedPage(lease.link.url, linking("/a", "/b"));
    const ports = {
      ...memoryPorts(scriptedWeb({}), plan),
      isDone: (url: string) => url.endsWith("a"),
    };
    const harvested = harvestPage(ports, plan, model, lease, page);
    assert.ok("links" in harvested);
    assert.deepEqual(
      harvested.links.map(({ url, priority, why }) => [new URL(url).pathname, priority, why]),
      [
        ["/a", 0, ""],
        ["/b", 1, "all"],
      ],
    );
  });

  it("The harvest of a page holds no list of links when the strategy does not keep them", () => {
    const { keepsOutlinks: _kept, ...plain } = ALL;
    assert.equal(harvest(linking("/a"), { strategy: plain }).outlinks, undefined);
  });

  it("The harvest of a page that asks for `nofollow` refuses its links, by an element or by a header", () => {
    const meta = `<meta name="robots" content="nofollow">${linking("/a")}`;
    const header = { headers: [["x-robots-tag", "nofollow"]] } as const;
    for (const { links, outlinks, verdict } of [
      harvest(meta),
      harvest(linking("/a"), {}, header),
    ]) {
      assert.deepEqual(links, ["/a nofollow"]);
      assert.deepEqual(outlinks, []);
      assert.equal(verdict.isTarget, true, "the page itself may be a target");
    }
  });

  it("The harvest of a page that asks for `noindex` is no target, keeps its utility, and offers its links", () => {
    const meta = `<meta name="robots" content="noindex">${linking("/a")}`;
    const header = { headers: [["x-robots-tag", "noindex"]] } as const;
    for (const { links, verdict } of [harvest(meta), harvest(linking("/a"), {}, header)]) {
      assert.deepEqual([verdict.isTarget, verdict.noindex], [false, true]);
      assert.deepEqual([verdict.utility, verdict.fields], [0.75, {}]);
      assert.match(verdict.why, /^noindex: .*; without: all$/);
      assert.deepEqual(links, ["/a offered"]);
    }
  });

  it("The harvest of a page takes requests to robots from the header for them, and from no other", () => {
    const headers = [["x-note", "noindex, nofollow"]] as const;
    const { links, verdict } = harvest(linking("/a"), {}, { headers });
    assert.deepEqual([links, verdict.isTarget], [["/a offered"], true]);
  });

  it("The harvest of a page refuses links in scope that the strategy drops, and judges all one step deeper", () => {
    const dropping: CrawlPlan["strategy"] = {
      ...ALL,
      compile: (model) => ({ ...ALL.compile(model), scoreLinks: () => [] }),
    };
    const depths = new Set<number>();
    const { links } = harvest(linking("/a"), {
      strategy: dropping,
      scope: ({ depth }) => {
        depths.add(depth);
        return { refusedBy: undefined, quotas: [] };
      },
    });
    assert.deepEqual([links, [...depths]], [["/a strategy"], [2]]);
  });

  it("The harvest of a page ignores what it asks of robots on a recording, which asks no host", () => {
    const html = `<meta name="robots" content="noindex,nofollow">${linking("/a")}`;
    const politeness = { ...POLITENESS, obeyMetaRobots: false };
    const { links, verdict } = harvest(html, { politeness });
    assert.deepEqual([links, verdict.isTarget], [["/a offered"], true]);
    assert.equal("noindex" in verdict, false);
  });

  it("The harvest of a page refuses links marked `nofollow` only when the plan says so", () => {
    const html = `<a href="/a" rel="nofollow">a</a> <a href="/b">b</a>`;
    assert.deepEqual(harvest(html).links, ["/a offered", "/b offered"]);
    const skipping = { politeness: { ...POLITENESS, skipRelNofollow: true } };
    assert.deepEqual(harvest(html, skipping).links, ["/b offered", "/a rel-nofollow"]);
    assert.deepEqual(harvest(html, skipping).outlinks, ["/b"]);
  });

  it("Links of HTML within an answer, as of entries of a feed, are left out as those of a page are", () => {
    const html = `<a href="/a" rel="nofollow">a</a> <a href="/b">b</a>`;
    const answer = (parts: Partial<CrawlPlan> = {}) => {
      const found: string[] = [];
      const instead: ReadRule["instead"] = (_, reader) => {
        found.push(...shown(reader.read(html).links));
        return undefined;
      };
      const plan = aPlan({ strategy: ALL, ...parts, reads: [{ name: "answer", instead }] });
      const lease = aLease(`${SITE}/feed`);
      const model = { hash: "m", model: null, compiled: plan.strategy.compile(null), pages: 0 };
      const page = aFetchedPage(lease.link.url, "");
      const fetchedAt = 0;
      readPage(memoryPorts(scriptedWeb({}), plan), { plan, model, lease, page, fetchedAt });
      return found;
    };
    assert.deepEqual(answer(), ["/a offered", "/b offered"]);
    const skipping = { politeness: { ...POLITENESS, skipRelNofollow: true } };
    assert.deepEqual(answer(skipping), ["/b offered", "/a rel-nofollow"]);
  });

  it("The harvest of a page in a language out of scope is no target, and refuses its links", () => {
    const languages = ["en"];
    const german = harvest(`<html lang="de">${linking("/a")}`, { languages });
    assert.deepEqual([german.links, german.verdict.isTarget], [["/a language"], false]);
    assert.equal(german.verdict.why, "language de is out of scope");
    const header = { headers: [["content-language", "de"]] } as const;
    assert.deepEqual(harvest(linking("/a"), { languages }, header).links, ["/a language"]);
    const plain = harvest(linking("/a"), { languages });
    assert.deepEqual([plain.links, plain.verdict.language], [["/a offered"], undefined]);
  });

  it("The harvest of a page that the user labelled has the label as its utility, and it is a target from one half on", () => {
    const { url } = aLease(`${SITE}/page`).link;
    const labelled = (label: number) => harvest("", { labels: new Map([[url, label]]) }).verdict;
    const { utility, isTarget, fields, why } = labelled(0.25);
    assert.deepEqual([utility, isTarget, fields], [0.25, false, {}]);
    assert.equal(why, "labelled bad; without: all");
    const good = labelled(0.5);
    assert.deepEqual([good.utility, good.isTarget, good.type], [0.5, true, "post"]);
  });

  it("The harvest of a page names the first limit that the page reached", () => {
    assert.equal(harvest("<p>a", {}, { truncated: true }).verdict.truncated, "bytes");
    const long = linking(...Array.from({ length: 5_000 }, (_, i) => `/${i}`));
    const within = (parseMs: number) =>
      harvest(long, { limits: { ...aPlan().limits, parseMs } }).verdict.truncated;
    assert.deepEqual([within(-1), within(0)], ["seconds", undefined]);
  });
});
