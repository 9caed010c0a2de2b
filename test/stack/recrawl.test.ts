import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { packUnchanged, payloadDigest } from "../../lib/adapters/warc/write-warc.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { beginRecrawl, unvisitedSeeds } from "../../lib/features/recrawl/begin-recrawl.ts";
import type { EarlierVisits, KnownVisits } from "../../lib/features/recrawl/earlier-visits.ts";
import { knownVisits } from "../../lib/features/recrawl/revisit-link.ts";
import { recrawling } from "../../lib/features/recrawl/rule.ts";
import { endedBefore } from "../../lib/stack/earlier-crawls.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aFolder } from "../support/a-folder.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { type ChangingPage, type ChangingWeb, changingWeb } from "../support/changing-web.ts";
import { collect } from "../support/collect.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { linking } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { IS_SLOW, movingSeeds } from "../support/slow.ts";

const HOSTS = ["a.example", "b.example", "c.example"];
const PAGES = 8;

/** A rule that would end a crawl at its first control page. */
const STOP: CrawlPlan["stop"] = {
  of: "control-list",
  ...{ control: new Set([aUrl("http://b.example/1")]), needed: 1, recall: 0.5, confidence: 0.5 },
};

const DELAY_MS = 1_000;
const SEED = `http://${HOSTS[0]}/0`;

/** Each seed is another story; in those of the gate no link is given up. */
const SEEDS = IS_SLOW ? movingSeeds(0, 200) : [1, 2, 3];

/** Sites that link to each other: of each, page 1 will change, 2 be gone, 3 have moved, and 4 has no tag. */
function sitesBefore(): [string, ChangingPage][] {
  return HOSTS.flatMap((host, site) =>
    Array.from({ length: PAGES }, (_, page): [string, ChangingPage] => {
      const own = [1, 2, 3].map((step) => `http://${host}/${(page + step) % PAGES}`);
      const other = `http://${HOSTS[(site + 1) % HOSTS.length]}/${page}`;
      return [`http://${host}/${page}`, { html: linking(...own, other), hasTag: page !== 4 }];
    }),
  );
}

function change({ pages, unmodified }: ChangingWeb): void {
  unmodified.length = 0;
  for (const host of HOSTS) {
    const at = (page: string) => aUrl(`http://${host}/${page}`);
    const fresh = linking(`http://${host}/new`, `http://${host}/5`, `http://${HOSTS[0]}/newer`);
    pages.set(at("1"), { html: fresh, hasTag: true });
    pages.delete(at("2"));
    pages.set(at("3"), { location: `http://${host}/moved` });
    pages.set(at("moved"), { html: linking(`http://${host}/6`), hasTag: true });
    pages.set(at("new"), { html: linking(`http://${host}/1`), hasTag: false });
  }
  pages.set(aUrl(`http://${HOSTS[0]}/newer`), { html: linking(SEED), hasTag: true });
}

/** What a recrawl says of a URL. */
type Said = readonly unknown[];

function said(records: readonly PageRecord[]): Said[] {
  return records
    .map(({ url, state, reason, status, change: found, page, location }) => {
      return [url, state, reason, status, found, page?.ref?.digest, page?.title, location];
    })
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}

/** Crawls on one machine, then changes the web and comes back, twice; returns what the recrawls say. */
async function embedded(plan: CrawlPlan): Promise<readonly Said[][]> {
  const web = changingWeb(sitesBefore());
  const crawls: CrawlPorts[] = [memoryPorts(web, plan)];
  const [first] = crawls;
  assert.ok(first);
  await runCrawl(first, plan);
  const all: Said[][] = [];
  for (const each of [change, changeAgain]) {
    each(web);
    const known = knownVisits(crawls);
    const before = [...crawls];
    const earlier: KnownVisits & EarlierVisits = {
      ...known,
      async last(url) {
        const visit = await known.visit(url);
        if (visit === undefined) return undefined;
        for (const { pages } of before) {
          const page = await pages.get(url);
          if (page !== undefined) return { ...visit, page };
        }
        return { ...visit, page: undefined };
      },
      digestOf: payloadDigest,
      pack: ({ page, storedAt }, answer) => {
        assert.ok(page);
        return packUnchanged({ page, digest: undefined, storedAt }, answer);
      },
    };
    const ports = memoryPorts(web, plan);
    const [last = ports] = crawls;
    await beginRecrawl(ports, last);
    const seeds = await unvisitedSeeds(earlier, plan.seeds, []);
    await runCrawl(ports, recrawling({ ...plan, seeds }, { earlier, pages: ports.pages }));
    crawls.unshift(ports);
    all.push(said(await recordsOf(ports)));
  }
  return all;
}

function changeAgain({ pages, unmodified }: ChangingWeb): void {
  unmodified.length = 0;
  for (const host of HOSTS) {
    pages.set(aUrl(`http://${host}/2`), { html: linking(`http://${host}/7`), hasTag: true });
    pages.delete(aUrl(`http://${host}/new`));
  }
}

/** Crawls in a stack, then changes the web and comes back, twice. */
async function inStack(
  plan: CrawlPlan,
  seed: number,
  faults: Faults,
  { folder }: { readonly folder?: string } = {},
) {
  const web = changingWeb(sitesBefore());
  const stack = new SimulatedStack(plan, web, seed, faults, DELAY_MS, true);
  stack.folder = folder;
  await stack.crawl();
  const all: Said[][] = [];
  let recrawlOf = "c1";
  for (const [index, each] of [change, changeAgain].entries()) {
    each(web);
    const crawl = `c${index + 2}`;
    await stack.crawl({ crawl, requested: "run", plan: "plans/1", recrawlOf });
    await assertSound(stack, `${seed}: ${crawl}`);
    const stored = await stack.stored();
    const records = await collect(stored.records.list());
    // Each page is where its record says, or where that refers to.
    for (const { url, page } of records) {
      if (page === undefined) continue;
      const body = (await stored.pages.get(url))?.body;
      assert.equal(body && payloadDigest(body), page.ref?.digest, `${seed}: ${url}`);
    }
    stored.close();
    all.push(said(records));
    recrawlOf = crawl;
  }
  return { stack, web, all };
}

/** Returns the records of the last crawl. */
async function recordsIn(stack: SimulatedStack): Promise<PageRecord[]> {
  const { records, close } = await stack.stored();
  const kept = await collect(records.list());
  close();
  return kept;
}

const plan = aPlan({ seeds: [aUrl(SEED)] });

/** Returns how many URLs have each change. */
function counted(records: readonly Said[]): Record<string, number> {
  const changes = records.flatMap(([, , , , found]) => (typeof found === "string" ? [found] : []));
  const groups = Map.groupBy(changes, (each) => each);
  return Object.fromEntries(Array.from(groups, ([name, { length }]) => [name, length]));
}

describe("a recrawl in a stack", () => {
  it("A recrawl in a stack says of each URL what one on a machine says, and so does the next one", async () => {
    const expected = await embedded(plan);
    const { all, web } = await inStack(plan, 1, CALM);
    assert.deepEqual(all, expected);
    const changes = { changed: 3, gone: 3, moved: 3, new: 7, unchanged: 15 };
    assert.deepEqual(counted(all[0] ?? []), changes);
    // Home, and the pages with an entity tag that have not changed.
    assert.ok(web.unmodified.length >= 12, `${web.unmodified.length} answers of 304`);
  });

  it("A recrawl says the same when processes die, and messages come late and twice", async () => {
    const expected = await embedded(plan);
    let [deaths, givenUp] = [0, 0];
    for (const seed of SEEDS) {
      const { stack, all } = await inStack(plan, seed, CRUEL);
      deaths += stack.processes.deaths;
      // A link with which three harvesters died is given up, and another story begins.
      if (all.flat().some(([, , reason]) => reason === "lease-lost")) givenUp += 1;
      else assert.deepEqual(all, expected, `schedule ${seed}`);
    }
    assert.ok(deaths > SEEDS.length, `${deaths} deaths`);
    assert.ok(givenUp < SEEDS.length / 10, `${givenUp} of ${SEEDS.length} gave links up`);
  });

  it("A recrawl leaves what the crawl before left in its queue, and follows new links", async () => {
    const bounded = aPlan({ seeds: [aUrl(SEED)], budget: { ...plan.budget, pages: 12 } });
    // Each page links to all, so that the first one discovers what will be queued.
    const all = sitesBefore().map(([url]) => aUrl(url));
    const web = changingWeb(all.map((url) => [url, { html: linking(...all), hasTag: true }]));
    const stack = new SimulatedStack(bounded, web, 1, CALM, DELAY_MS, true);
    await stack.crawl();
    const fetched = (await recordsIn(stack)).map(({ url }) => url);
    const fresh = fetched.map((url) => aUrl(`${url}/new`));
    for (const [index, url] of fetched.entries())
      web.pages.set(url, {
        html: linking(...all, ...fresh.slice(index, index + 1)),
        hasTag: true,
      });
    for (const url of fresh) web.pages.set(url, { html: "", hasTag: false });
    const order = { crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" } as const;
    await stack.crawl({ ...order, pages: 100 });
    const visited = await recordsIn(stack);
    assert.deepEqual(new Set(visited.map(({ url }) => url)), new Set([...fetched, ...fresh]));
    assert.deepEqual(counted(said(visited)), { changed: 12, new: 12 });
  });

  it("The snapshot of a crawl stays while a recrawl comes back to it, and is removed after another start", async (test) => {
    const { stack } = await inStack(plan, 1, CALM, { folder: aFolder(test) });
    const parts = () => [...stack.blobs.objects.keys()].filter((key) => key.includes("snapshot-"));
    const ended = await endedBefore(stack.blobs, await stack.state());
    assert.deepEqual(
      ended.map(({ crawl }) => crawl),
      ["c1", "c2"],
    );
    const kept = ended.flatMap(({ snapshot }) => snapshot?.key ?? []);
    assert.equal(kept.length, 2);
    for (const key of kept)
      assert.ok(
        parts().some((part) => part.startsWith(key)),
        key,
      );
    await stack.crawl({ crawl: "other", requested: "run", plan: "plans/1" });
    for (const key of kept) assert.ok(!parts().some((part) => part.startsWith(key)), key);
    assert.equal((await stack.state()).recrawl, null);
  });

  it("A recrawl that is ordered at once asks no host sooner than the longest crawl delay after the crawl before", async () => {
    for (const seed of SEEDS) {
      const web = changingWeb(sitesBefore());
      const stack = new SimulatedStack(plan, web, seed, CALM, DELAY_MS, true);
      await stack.crawl();
      const asked = stack.requests.length;
      const endedAt = Math.max(...stack.requests.map((request) => request.endedAt));
      await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" });
      const again = stack.requests.slice(asked).map(({ startedAt }) => startedAt);
      const gap = Math.min(...again) - endedAt;
      assert.ok(gap >= plan.politeness.maxCrawlDelayMs, `seed ${seed}: ${gap} ms`);
    }
  });

  it("A crawl that comes back to none begins although the names of the crawls before are gone", async () => {
    const { stack } = await inStack(plan, 1, CALM);
    const { recrawl } = await stack.state();
    assert.ok(stack.blobs.objects.delete(recrawl?.earlier ?? ""));
    await stack.crawl({ crawl: "other", requested: "run", plan: "plans/1" });
    assert.equal((await stack.state()).status?.state, "finished");
    const codes = new Set(stack.reported.map(({ code }) => code));
    assert.deepEqual([...codes], ["ended-crawls-gone"]);
  });

  it("A recrawl begins with the last model of the crawl before, and ends at its own number of pages", async () => {
    const bounded = aPlan({ seeds: [aUrl(SEED)], stop: STOP });
    const web = changingWeb(sitesBefore());
    const stack = new SimulatedStack(bounded, web, 1, CALM, DELAY_MS, true);
    await stack.crawl();
    const before = await stack.state();
    const order = { crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" } as const;
    await stack.crawl({ ...order, pages: 5 });
    const { log, records, close } = await stack.stored();
    const first = (await log.list()).find(({ kind }) => kind === "trained");
    const { pages } = await records.totals();
    close();
    assert.equal(first?.detail["model"], before.status?.model);
    assert.equal(pages, 5);
    assert.equal((await stack.state()).status?.end, "budget-pages");
  });
});
