import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULTS } from "../../lib/config/defaults.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { compileScope } from "../../lib/domain/frontier/scope.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { explainUrl } from "../../lib/evaluation/explain-url.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { type Script, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const link = (path: string, text: string) => `see <a href="${path}">${text}</a> here`;
const script: Readonly<Record<string, Script>> = {
  [`${SITE}/`]: `<title>index</title>${link("/a", "to a")} ${link("/secret", "no")}`,
  [`${SITE}/a`]: `<title>page a</title>${link("/moved", "to b")} ${link("/gone", "lost")}`,
  [`${SITE}/moved`]: {
    ...{ kind: "redirect", status: 301, headers: [], location: aUrl(`${SITE}/b`) },
  },
  [`${SITE}/b`]: `<title>page b</title>${link("/c", "to c")}`,
  [`${SITE}/gone`]: { kind: "gone", status: 410 },
};

const urlOf = (path: string): Url => aUrl(`${SITE}${path}`);

/** A crawl that fetched four pages and waits with one. */
async function aCrawl(parts: Partial<CrawlPlan> = {}) {
  const scope = { ...DEFAULTS.scope, denyPatterns: ["/secret"] };
  const seeds = [urlOf("/")];
  const plan = aPlan({
    strategy: labelledStrategy,
    scope: compileScope(scope, { seeds, year: 2026 }),
    budget: { pages: 3, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    ...parts,
  });
  const ports = memoryPorts(scriptedWeb(script), plan);
  await runCrawl(ports, plan);
  return { plan, ports, explain: (path: string) => explain(ports, plan, path) };
}

async function explain(ports: CrawlPorts, plan: CrawlPlan, path: string) {
  const view = async (url: Url) => {
    const page = await ports.pages.get(url);
    return page && viewPage(page, {}, plan.limits, ports.clock).view;
  };
  return explainUrl({ ...ports, view }, plan.strategy, urlOf(path));
}

describe("the explanation of a URL", () => {
  it("`explainUrl` gives for a seed its own path, no model, and its page's utility", async () => {
    const { ports, explain } = await aCrawl();
    const told = await explain("/");
    assert.deepEqual(told?.path, [{ url: urlOf("/"), by: "seed", anchor: undefined }]);
    assert.deepEqual([told?.state, told?.reason], ["fetched", "page"]);
    assert.deepEqual([told?.link?.why, told?.link?.model], ["seed", undefined]);
    const [, trained] = await ports.log.list();
    const model = { hash: trained?.detail["model"], pages: 0, at: trained?.at };
    assert.deepEqual(told?.page, {
      ...{ title: "index", utility: 0.25, isTarget: false, type: "index", why: "good: ", model },
    });
  });

  it("`explainUrl` gives for a page the path from the seed with link texts and redirects", async () => {
    const { explain } = await aCrawl();
    assert.deepEqual((await explain("/b"))?.path, [
      { url: urlOf("/"), by: "seed", anchor: undefined },
      { url: urlOf("/a"), by: "link", anchor: "to a" },
      { url: urlOf("/moved"), by: "link", anchor: "to b" },
      { url: urlOf("/b"), by: "redirect", anchor: "to b" },
    ]);
  });

  it("`explainUrl` gives for a page its link's priority, by the model that scored it, and the reason", async () => {
    const { explain } = await aCrawl();
    const { link, fetch } = (await explain("/a")) ?? {};
    assert.deepEqual([link?.priority, link?.why, link?.depth], [0.5, "a 0.5", 1]);
    assert.deepEqual(link?.snippet, {
      anchor: "to a",
      before: "see",
      after: "here see no here",
      title: "index",
    });
    assert.deepEqual(link?.signs, [
      { feature: "letter a", weight: 0.5 },
      { feature: "anchor to a", weight: -0.125 },
    ]);
    assert.equal(link?.model?.pages, 0);
    assert.equal(fetch?.status, 200);
  });

  it("`explainUrl` gives for a queued link the same without a fetch, by its last model", async () => {
    const { plan, ports, explain } = await aCrawl();
    await ports.labels.append([{ at: 0, url: urlOf("/a"), label: 1 }]);
    await runCrawl(ports, plan);
    const told = await explain("/c");
    assert.deepEqual(
      [told?.state, told?.reason, told?.fetch, told?.page],
      ["waiting", "", undefined, undefined],
    );
    assert.deepEqual(told?.path.at(-1), { url: urlOf("/c"), by: "link", anchor: "to c" });
    assert.equal(told?.link?.model?.pages, 3);
    // What the page is worth, the model of the labels says.
    const labelled = (await ports.log.list()).find(({ kind }) => kind === "labelled");
    const page = (await explain("/a"))?.page;
    assert.deepEqual([page?.utility, page?.model.hash], [1, labelled?.detail["model"]]);
    assert.equal(page?.model.at, labelled?.at);
  });

  it("`explainUrl` says what the latest model thinks of a link that waits with the score of an older one", async () => {
    const { ports, explain } = await aCrawl();
    assert.equal((await explain("/c"))?.link?.latest, undefined);
    const model = { good: [], bad: [], letters: { c: 0.75 }, generation: 9 };
    const hash = await ports.models.put(JSON.stringify(model));
    await ports.log.append({ at: 9, kind: "trained", detail: { model: hash, pages: 4 } });
    const { link } = (await explain("/c")) ?? {};
    assert.deepEqual([link?.priority, link?.latest?.priority], [0.5, 0.75]);
    assert.deepEqual(link?.latest?.model, { hash, pages: 4, at: 9 });
    assert.deepEqual(link?.latest?.signs[0], { feature: "letter c", weight: 0.75 });
  });

  it("`explainUrl` gives only the rule for a URL that was refused when it was discovered", async () => {
    const { explain } = await aCrawl();
    assert.deepEqual(await explain("/secret"), {
      ...{ url: urlOf("/secret"), state: "refused", reason: "pattern-denied", path: [] },
      ...{ link: undefined, fetch: undefined, page: undefined },
    });
  });

  it("`explainUrl` gives the result of a fetch without a page", async () => {
    const { explain } = await aCrawl({
      budget: { pages: 9, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    });
    const gone = await explain("/gone");
    assert.deepEqual([gone?.state, gone?.reason, gone?.fetch?.status], ["failed", "gone", 410]);
    assert.equal(gone?.path.length, 3);
    const moved = await explain("/moved");
    assert.deepEqual([moved?.reason, moved?.fetch?.location], ["redirect", urlOf("/b")]);
  });

  it("`explainUrl` reads link texts from the stored page when the strategy keeps no snippet", async () => {
    const { explain } = await aCrawl({ strategy: aStrategy("opic") });
    const told = await explain("/b");
    assert.deepEqual(
      told?.path.map(({ by, anchor }) => [by, anchor]),
      [
        ["seed", undefined],
        ["link", "to a"],
        ["link", "to b"],
        ["redirect", undefined],
      ],
    );
    assert.deepEqual(told?.link?.signs, []);
  });

  it("`explainUrl` gives nothing for a URL that was never discovered", async () => {
    const { explain } = await aCrawl();
    assert.equal(await explain("/nowhere"), undefined);
  });
});
