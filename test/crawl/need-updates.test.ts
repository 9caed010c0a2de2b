import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { updatedPlan } from "../../lib/crawl/need-updates.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aNeed } from "../support/a-need.ts";
import { aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** Pages `/a1` to `/a5` about apples, `/b1` to `/b5` about bees, all linked from the first. */
const PATHS = ["a", "b"].flatMap((letter) =>
  [1, 2, 3, 4, 5].map((number) => `/${letter}${number}`),
);
const script = {
  [`${SITE}/`]: `<title>index</title>${PATHS.map((path) => `<a href="${path}">${path}</a>`).join(" ")}`,
  ...Object.fromEntries(
    PATHS.map((path) => [
      `${SITE}${path}`,
      `<title>${path.startsWith("/a") ? "apples" : "bees"}</title><h1>${path}</h1>`,
    ]),
  ),
};

const urlOf = (path: string): Url => aUrl(`${SITE}${path}`);
const pathsOf = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length));
const upTo = (plan: CrawlPlan, pages: number): CrawlPlan => ({
  ...plan,
  budget: { ...plan.budget, pages },
});

function aLabelledCrawl(parts: Partial<CrawlPlan> = {}) {
  const plan = aPlan({
    strategy: labelledStrategy,
    extract: (html) => ({ heading: /<h1>(.*)<\/h1>/.exec(html)?.[1] ?? "" }),
    ...parts,
  });
  const web = scriptedWeb(script);
  const ports = memoryPorts(web, plan);
  /** Gives a label, so many times. */
  const label = (path: string, value: number, times = 1) => {
    const given = { at: ports.clock.now(), url: urlOf(path), label: value };
    return ports.labels.append(Array.from({ length: times }, () => given));
  };
  return { plan, web, ports, label };
}

const verdictsOf = async (ports: CrawlPorts) =>
  Object.fromEntries(
    (await recordsOf(ports)).map(({ url, page }) => [
      url.slice(SITE.length),
      [page?.utility, page?.isTarget, page?.type, page?.fields["heading"]],
    ]),
  );

const eventsOf = async (ports: CrawlPorts) =>
  (await ports.log.list()).map(({ kind, detail }) => [kind, detail["labels"] ?? detail["pages"]]);

describe("labels given between two runs", () => {
  it("Labels between two runs are the verdicts of their pages, whatever the model predicts", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    // Both are titled alike, and the strategy knows titles only.
    await label("/a1", 1);
    await label("/a2", 0);
    await runCrawl(ports, upTo(plan, 3));
    const { "/a1": wanted, "/a2": unwanted } = await verdictsOf(ports);
    assert.deepEqual(wanted, [1, true, "apples", "/a1"]);
    assert.deepEqual(unwanted, [0, false, "apples", undefined]);
    const [, first] = await recordsOf(ports);
    assert.match(first?.page?.why ?? "", /^labelled good; without: /);
  });

  it("Labels between two runs change the utility of stored pages, and nothing else of them", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    const before = await recordsOf(ports);
    assert.deepEqual(pathsOf(before.map(({ url }) => url)), ["/", "/a1", "/a2"]);
    await label("/a1", 1);
    await label("/", 0);
    await runCrawl(ports, upTo(plan, 3));
    assert.deepEqual(await verdictsOf(ports), {
      "/": [0, false, "index", undefined],
      "/a1": [1, true, "apples", "/a1"],
      "/a2": [1, true, "apples", "/a2"],
    });
    const judged = ["utility", "isTarget", "type", "model", "why", "fields"] as const;
    const unjudged = (records: typeof before) =>
      records.map(({ page, ...rest }) => {
        return { ...rest, ...page, ...Object.fromEntries(judged.map((key) => [key, 0])) };
      });
    assert.deepEqual(unjudged(await recordsOf(ports)), unjudged(before));
  });

  it("Labels between two runs are applied after the budget is spent, without a fetch, and count in totals", async () => {
    const { plan, ports, web, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 4));
    assert.equal((await ports.records.totals()).targets, 0);
    await label("/a2", 1);
    assert.equal(await runCrawl(ports, upTo(plan, 4)), "budget-pages");
    assert.equal(web.asked.length, 4);
    const { pages, targets } = await ports.records.totals();
    assert.deepEqual([pages, targets], [4, 3]);
  });

  it("Labels between two runs rescore the queued links by the new utility of the stored pages", async () => {
    const { plan, ports, web, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    // Apples are not wanted: links to other pages are worth more now.
    await label("/a1", 0);
    await runCrawl(ports, upTo(plan, 6));
    assert.deepEqual(pathsOf(web.asked), ["/", "/a1", "/a2", "/b1", "/b2", "/b3"]);
    const b1 = await ports.records.get(urlOf("/b1"));
    assert.equal(b1?.priority, 0.5);
    // A page may become wanted again: the last word counts.
    await label("/a1", 1);
    await runCrawl(ports, upTo(plan, 8));
    assert.deepEqual(pathsOf(web.asked).slice(6), ["/a3", "/a4"]);
  });

  it("Labels between two runs are logged with the judging model, before the training that completes them", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    await label("/a1", 1);
    await label("/a2", 1);
    await runCrawl(ports, upTo(plan, 3));
    assert.deepEqual((await eventsOf(ports)).slice(3), [
      ["started", undefined],
      ["labelled", 2],
      ["trained", 3],
      ["finished", undefined],
    ]);
    const event = (await ports.log.list()).find(({ kind }) => kind === "labelled");
    const models = new Set((await recordsOf(ports)).map(({ page }) => page?.model));
    assert.deepEqual([...models], [event?.detail["model"]]);
    assert.equal(event?.detail["pages"], 3);
  });

  it("Labels between two runs are not applied twice, and every later training knows them", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    const good: string[][] = [];
    const strategy: typeof labelledStrategy = {
      ...labelledStrategy,
      train: (evidence, need, previous) => {
        good.push(need.good.map(({ url }) => url.slice(SITE.length)));
        return labelledStrategy.train(evidence, need, previous);
      },
    };
    const watched = { ...plan, strategy };
    await runCrawl(ports, upTo(watched, 3));
    await label("/a1", 1);
    await runCrawl(ports, upTo(watched, 3));
    assert.deepEqual(good, [[], ["/a1"], ["/a1"]]);
    await runCrawl(ports, upTo(watched, 4));
    assert.equal(good.length, 3);
    await runCrawl(ports, upTo(watched, 8));
    assert.deepEqual(good.slice(3), [["/a1"]]);
  });

  it("Labels count in the need only as far as they were applied: one given since waits for its own application", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    await label("/a1", 1);
    await label("/a2", 0);
    const { labels, need } = await updatedPlan(ports, plan, { labels: 1, seen: 0 });
    assert.deepEqual([...(labels ?? [])], [[urlOf("/a1"), 1]]);
    const record = await ports.records.get(urlOf("/a1"));
    assert.deepEqual(need.links?.get(urlOf("/a1")), {
      parent: record?.parent,
      snippet: record?.snippet,
    });
    assert.deepEqual([need.good.map(({ url }) => url), need.bad], [[urlOf("/a1")], []]);
  });

  it("Labels between two runs override an example of the need with the same URL", async () => {
    const example = aPage({ url: urlOf("/example"), title: "apples" });
    const { plan, ports, label } = aLabelledCrawl({ need: aNeed({ good: [example] }) });
    await runCrawl(ports, upTo(plan, 3));
    assert.equal((await ports.records.totals()).targets, 2);
    await label("/example", 0);
    await runCrawl(ports, upTo(plan, 3));
    assert.equal((await ports.records.totals()).targets, 0);
    assert.deepEqual((await verdictsOf(ports))["/a1"], [0, false, "apples", undefined]);
  });

  it("Labels between two runs drop a page's structure when the model no longer asks for one", async () => {
    const structure = { paths: { "/html/body/h1/text()": 1 }, links: {} };
    const keeping: typeof labelledStrategy = {
      ...labelledStrategy,
      compile: (model) => {
        const compiled = labelledStrategy.compile(model);
        const isFirst = model.generation === 1;
        return {
          ...compiled,
          assessPage: (page, context) => {
            return { ...compiled.assessPage(page, context), ...(isFirst ? { structure } : {}) };
          },
        };
      },
    };
    const { plan, ports, label } = aLabelledCrawl({ strategy: keeping });
    await runCrawl(ports, upTo(plan, 2));
    await label("/a1", 1);
    await runCrawl(ports, upTo(plan, 2));
    const a1 = await ports.records.get(urlOf("/a1"));
    assert.deepEqual([a1?.page?.utility, a1?.page?.structure], [1, structure]);
  });

  it("Labels between two runs leave the verdict of a page that the store lost", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 3));
    await label("/a1", 1);
    const get: typeof ports.pages.get = async (url) =>
      url === urlOf("/a1") ? undefined : ports.pages.get(url);
    await runCrawl({ ...ports, pages: { ...ports.pages, get } }, upTo(plan, 3));
    assert.equal((await verdictsOf(ports))["/a1"]?.[0], 0.25);
    assert.equal((await ports.records.totals()).targets, 0);
  });

  it("Labels between two runs wait for a pause to end, and are then applied completely", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    await runCrawl(ports, upTo(plan, 4));
    await label("/a1", 1);
    const pause = new AbortController();
    let puts = 0;
    const put: typeof ports.records.put = async (record) => {
      puts += 1;
      if (puts === 2) pause.abort();
      return ports.records.put(record);
    };
    const pausing = { ...ports, records: { ...ports.records, put } };
    assert.equal(await runCrawl(pausing, upTo(plan, 6), pause.signal), "paused");
    assert.equal((await ports.records.totals()).targets, 1);
    assert.equal(await runCrawl(ports, upTo(plan, 4)), "budget-pages");
    assert.equal((await ports.records.totals()).targets, 3);
    const kinds = (await eventsOf(ports)).map(([kind]) => kind).slice(4);
    assert.deepEqual(kinds, ["started", "labelled", "paused", "started", "trained", "finished"]);
  });
});

describe("labels given while a crawl runs", () => {
  /** A web at which each fetch takes `ms`, and where something happens before a page is given. */
  function slowWeb(ports: CrawlPorts, ms: number, before: (path: string) => Promise<void>) {
    const { clock, web } = ports;
    const fetch: typeof web.fetch = async (url, limits) => {
      await clock.waitUntil(clock.now() + ms);
      await before(url.slice(SITE.length));
      return web.fetch(url, limits);
    };
    return { ...ports, web: { ...web, fetch } };
  }

  /** Pages fetched when labels were learnt, and how many were known then. */
  const learntOf = async ({ log }: CrawlPorts) => {
    const events = (await log.list()).filter(({ kind }) => kind === "labelled");
    return events.map(({ detail }) => [detail["records"], detail["labels"]]);
  };

  it("A batch of labels during a crawl is learnt within a second, and decides what comes next", async () => {
    const { plan, ports, web, label } = aLabelledCrawl();
    const slow = slowWeb(ports, 600, async (path) => {
      if (path === "/a2") await label("/a1", 0, 10);
    });
    await runCrawl(slow, upTo(plan, 6));
    // Looked for at the start and 1.2 s later, before the second page, then before the fourth.
    assert.deepEqual(pathsOf(web.asked), ["/", "/a1", "/a2", "/a3", "/b1", "/b2"]);
    assert.deepEqual(await learntOf(ports), [[4, 10]]);
  });

  it("A single label during a crawl is learnt when no other has come for five seconds", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    const slow = slowWeb(ports, 1_500, async (path) => {
      if (path === "/a2") await label("/a1", 0);
    });
    await runCrawl(slow, plan);
    // It is seen at 4.5 s, with the third page: the seventh ends at 10.5 s.
    assert.deepEqual(await learntOf(ports), [[7, 1]]);
  });

  it("Labels that come one after the other during a crawl are learnt ten at a time", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    const judged = slowWeb(ports, 1_000, (path) => label(path, 1));
    await runCrawl(judged, plan);
    // The eleventh comes with the last page, whose end waits for nothing.
    assert.deepEqual(await learntOf(ports), [
      [10, 10],
      [11, 11],
    ]);
  });

  it("Labels during a crawl wait for all open fetches, so that no page keeps the old model's verdict", async () => {
    const { plan, ports, label } = aLabelledCrawl({ concurrency: 3 });
    const base = {
      ...ports,
      frontier: memoryPorts(ports.web, plan, { connectionsPerHost: 3 }).frontier,
    };
    let inFlight = 0;
    let mostAtLabels = 0;
    const slow = slowWeb(base, 1_000, async (path) => {
      inFlight += 1;
      if (path === "/a2") await label("/a1", 1, 10);
      await new Promise(setImmediate);
      inFlight -= 1;
    });
    const append: typeof ports.log.append = async (event) => {
      if (event.kind === "labelled") mostAtLabels = Math.max(mostAtLabels, inFlight);
      return ports.log.append(event);
    };
    await runCrawl({ ...slow, log: { ...ports.log, append } }, plan);
    assert.equal(mostAtLabels, 0);
    const verdicts = await verdictsOf(ports);
    for (const path of PATHS)
      assert.equal(verdicts[path]?.[0], path.startsWith("/a") ? 1 : 0.25, path);
  });

  it("Labels during a crawl are read once more before the crawl ends", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    const hasty = slowWeb(ports, 0, async (path) => {
      if (path === "/a2") await label("/a1", 1);
    });
    await runCrawl(hasty, upTo(plan, 3));
    assert.equal((await ports.records.totals()).targets, 2);
  });

  it("Labels during a crawl are read from the store once a second at most", async () => {
    const { plan, ports } = aLabelledCrawl();
    let looks = 0;
    const size: typeof ports.labels.size = async () => {
      looks += 1;
      return ports.labels.size();
    };
    const watched = { ...slowWeb(ports, 250, async () => {}), labels: { ...ports.labels, size } };
    await runCrawl(watched, plan);
    // Eleven pages in 2.75 s: at 0, 1 and 2 s, and at the end.
    assert.equal(looks, 4);
  });

  it("Batches without a pause leave a crawl four times as long to fetch as their updates take", async () => {
    const { plan, ports, label } = aLabelledCrawl();
    const { clock, log } = ports;
    const judged = slowWeb(ports, 1_000, (path) => label(path, 1, 10));
    let updates = 0;
    const append: typeof log.append = async (event) => {
      if (event.kind === "labelled") {
        updates += 1;
        await clock.waitUntil(clock.now() + 5_000);
      }
      return log.append(event);
    };
    await runCrawl({ ...judged, log: { ...log, append } }, plan);
    // Eleven pages of a second each, a batch at each: after the second page, and at the end.
    assert.equal(updates, 2);
  });
});
