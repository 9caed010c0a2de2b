import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { open } from "../../../lib/features/copies/rule.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../../peers/commands/parse-strategy-option.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { aUrl } from "../../support/a-url.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";

const SITE = "http://forum.example";
const THREADS = 120;
const PER_BOARD = 20;
const BUDGET = 120;

const word = (seed: number, at: number) =>
  Array.from({ length: 3 + (at % 5) }, (_, letter) =>
    String.fromCharCode(97 + Math.floor(26 * hashToUnit(seed, `${at} ${letter}`))),
  ).join("");
const sentence = (seed: number) => Array.from({ length: 14 }, (_, at) => word(seed, at)).join(" ");

/** A forum whose threads have a print view, an order of their posts, and an address for each post. */
function aForum(): Record<string, string> {
  const pages: Record<string, string> = {};
  const put = (path: string, body: string) => {
    const frame = `<header><a href="/">Boards of the forum</a></header>${body}<footer>All rights of the posts belong to those who wrote them.</footer>`;
    pages[SITE + path] = `<html><head><title>${path}</title></head><body>${frame}</body></html>`;
  };
  const threads = Array.from({ length: THREADS }, (_, at) => ({
    id: 1_000 + 7 * at,
    posts: Array.from({ length: 2 + (at % 6) }, (_post, post) => 20_000 + 31 * at + post),
  }));
  const boards = Array.from({ length: THREADS / PER_BOARD }, (_, at) => `/board.php?b=${at + 1}`);
  put("/", boards.map((path) => `<p class="board"><a href="${path}">A board</a></p>`).join(""));
  for (const [at, path] of boards.entries()) {
    const rows = threads.slice(at * PER_BOARD, (at + 1) * PER_BOARD).map(({ id, posts }) => {
      const last = `<a class="last" href="/thread.php?p=${posts.at(-1)}">last post</a>`;
      return `<tr class="row"><td class="topic"><a href="/thread.php?t=${id}">${word(id, 1)}</a></td><td>${last}</td></tr>`;
    });
    put(path, `<table class="list">${rows.join("")}</table>`);
  }
  for (const { id, posts } of threads) {
    const texts = posts.map((post) => `<div class="text">${sentence(post)}</div>`);
    const blocks = posts.map(
      (post, at) =>
        `<div class="post" id="p${post}"><a class="link" href="/thread.php?p=${post}#p${post}">#${at + 1}</a>${texts[at]}</div>`,
    );
    const tools = `<p class="tools"><a href="/thread.php?t=${id}&amp;print=1">Print</a> <a href="/thread.php?t=${id}&amp;order=new">Newest first</a></p>`;
    for (const path of [`t=${id}`, ...posts.map((post) => `p=${post}`)])
      put(`/thread.php?${path}`, `<main>${tools}${blocks.join("")}</main>`);
    put(`/thread.php?t=${id}&order=new`, `<main>${tools}${blocks.toReversed().join("")}</main>`);
    put(`/thread.php?t=${id}&print=1`, `<main>${blocks.join("")}</main>`);
  }
  return pages;
}

const PAGES = aForum();
const COPIES = rulesOf(open());

async function planFor(option: string, parts: Partial<CrawlPlan> = {}): Promise<CrawlPlan> {
  const choice = await parseStrategyOption(option);
  const url = aUrl(`${SITE}/thread.php?t=1007`);
  const limits = { maxLength: 100_000, overTime: () => false };
  const examplePage = parsePage({ url, html: PAGES[url] ?? "" }, limits);
  const plan = aPlan({ seeds: [aUrl(`${SITE}/`)], need: aNeed({ examplePage }), ...parts });
  const strategy = await createStrategy(choice, { seed: 1, pages: BUDGET });
  return { ...plan, strategy, budget: { ...plan.budget, pages: BUDGET } };
}

async function crawled(option: string, parts?: Partial<CrawlPlan>, ...pauses: readonly number[]) {
  const plan = await planFor(option, parts);
  const ports = memoryPorts(scriptedWeb(PAGES), plan);
  for (const pages of [...pauses, BUDGET])
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages } });
  return { records: await recordsOf(ports), ports };
}

/** Returns the number of distinct threads among fetched pages, by the first post that each shows. */
function threadsIn(records: readonly PageRecord[]): number {
  const ids = records.flatMap(({ url, page }) => {
    if (page === undefined || !url.includes("/thread.php")) return [];
    return /<div class="post" id="p(\d+)">/g.exec(PAGES[url] ?? "")?.[1] ?? [];
  });
  return new Set(ids.map((post) => Math.floor((Number(post) - 20_000) / 31))).size;
}

describe("a forum that shows each thread at many addresses", () => {
  let plain = 0;
  before(async () => {
    plain = threadsIn((await crawled("breadth-first")).records);
  });

  for (const option of ["source:goal=target", "auto", "tpm"]) {
    it(`${option} finds at least one and a half times the distinct threads of breadth-first`, async () => {
      const { records } = await crawled(option, COPIES);
      const threads = threadsIn(records);
      assert.ok(threads >= 1.5 * plain, `${threads} threads, breadth-first ${plain}`);
      const targets = records.filter(
        ({ url, page }) => page?.isTarget === true && url.includes("/thread.php"),
      );
      // Views that are fetched before anything is learned are no targets, and look like the frame of the site.
      assert.ok(targets.length - threadsIn(targets) <= 1);
    });
  }

  it("A link that waits as another view comes after all others, and says what page it would show again", async () => {
    const { ports } = await crawled("source:goal=target", COPIES);
    const known = await Promise.all(
      Object.keys(PAGES).map((url) => ports.frontier.find(aUrl(url))),
    );
    const links = known.flatMap((each) => each?.link ?? []);
    const views = links.filter(({ group }) => group === "other view");
    assert.ok(views.length > 0);
    for (const { priority, why } of views) {
      assert.ok(priority < 1e-29);
      assert.match(why, /^another view of \S+: \d+ of \d+ such addresses showed the same; last$/);
    }
  });

  it("A crawl that is paused and resumed draws the same links in the same order", async () => {
    const orderOf = (records: readonly PageRecord[]) =>
      records.map(({ url, priority, group, linkWhy }) => [url, priority, group, linkWhy]);
    const whole = orderOf((await crawled("source:goal=target", COPIES)).records);
    const paused = orderOf((await crawled("source:goal=target", COPIES, 17, 40, 90)).records);
    assert.deepEqual(paused, whole);
  });

  it("Where copies are kept, and for orders without priorities, no link is another view", async () => {
    const kept = await crawled("source:goal=target");
    const plain = await crawled("breadth-first", COPIES);
    for (const { records } of [kept, plain])
      assert.ok(records.every(({ group }) => group !== "other view"));
  });
});
