import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { HostGate } from "../../lib/ports/host-gate.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { aFetchedPage, linking, type Script, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** `{ "/": html }` as a script of absolute URLs. */
function site(pages: Readonly<Record<string, Script>>): Readonly<Record<string, Script>> {
  return Object.fromEntries(Object.entries(pages).map(([path, answer]) => [SITE + path, answer]));
}

const tree = site({
  "/": linking("/a", "/b"),
  "/a": linking("/a1", "/a2"),
  "/b": linking("/b1"),
  "/a1": "",
  "/a2": "",
  "/b1": "",
});

const paths = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length));

describe("the loop", () => {
  it("A crawl fetches breadth-first until no link is left", async () => {
    const web = scriptedWeb(tree);
    const plan = aPlan();
    assert.equal(await runCrawl(memoryPorts(web, plan), plan), "frontier-empty");
    assert.deepEqual(paths(web.asked), ["/", "/a", "/b", "/a1", "/a2", "/b1"]);
  });

  it("A crawl can go depth-first", async () => {
    const web = scriptedWeb(tree);
    const plan = aPlan({ strategy: aStrategy({ name: "depth-first" }) });
    await runCrawl(memoryPorts(web, plan), plan);
    assert.deepEqual(paths(web.asked), ["/", "/b", "/b1", "/a", "/a2", "/a1"]);
  });

  it("A crawl can go in random order, the same for one seed", async () => {
    const plan = aPlan({ strategy: aStrategy({ name: "random" }) });
    const order = async (seed: number) => {
      const web = scriptedWeb(tree);
      await runCrawl(memoryPorts(web, plan, { seed }), plan);
      return paths(web.asked);
    };
    assert.deepEqual(await order(7), await order(7));
    assert.notDeepEqual(await order(7), await order(8));
  });

  it("A crawl can follow the links of pages on the topic first", async () => {
    const web = scriptedWeb(
      site({
        "/": linking("/cars", "/bees"),
        "/cars": `<p>cars and roads</p>${linking("/cars2")}`,
        "/bees": `<p>bees and honey</p>${linking("/bees2")}`,
        "/cars2": "",
        "/bees2": "",
      }),
    );
    const plan = aPlan({
      strategy: aStrategy({ name: "best-first" }),
      need: { ...aPlan().need, topic: "honey" },
    });
    await runCrawl(memoryPorts(web, plan), plan);
    assert.deepEqual(paths(web.asked), ["/", "/cars", "/bees", "/bees2", "/cars2"]);
  });

  it("A crawl spends its page budget exactly", async () => {
    const web = scriptedWeb(tree);
    const plan = aPlan({ budget: { ...aPlan().budget, pages: 4 }, concurrency: 3 });
    const ports = memoryPorts(web, plan, { connectionsPerHost: 3 });
    assert.equal(await runCrawl(ports, plan), "budget-pages");
    assert.equal((await ports.records.totals()).pages, 4);
    assert.equal(web.asked.length, 4);
  });

  it("A crawl spends no budget on pages that a recording lacks, and counts them separately", async () => {
    const web = scriptedWeb(site({ "/": linking("/gone", "/a"), "/a": "" }));
    const plan = aPlan({ budget: { ...aPlan().budget, pages: 2 } });
    const ports = memoryPorts(web, plan);
    await runCrawl(ports, plan);
    const { pages, reasons } = await ports.records.totals();
    assert.deepEqual([pages, reasons.get("failed:not-recorded")], [2, 1]);
  });

  it("A crawl treats a redirect as a link to its target", async () => {
    const redirect = (to: string): FetchOutcome => ({
      ...{ kind: "redirect", status: 302, headers: [], location: aUrl(SITE + to) },
    });
    const web = scriptedWeb(
      site({ "/": redirect("/1"), "/1": redirect("/2"), "/2": "<p>here</p>" }),
    );
    const plan = aPlan();
    const ports = memoryPorts(web, plan);
    await runCrawl(ports, plan);
    const records = await recordsOf(ports);
    assert.deepEqual(
      records.map(({ url, reason, depth }) => [url.slice(SITE.length), reason, depth]),
      [
        ["/", "redirect", 0],
        ["/1", "redirect", 0],
        ["/2", "page", 0],
      ],
    );
  });

  it("A crawl gives up a long chain of redirects, as a counted refusal", async () => {
    const chain = Array.from({ length: 9 }, (_, step) => [
      `/${step}`,
      { kind: "redirect", status: 301, headers: [], location: aUrl(`${SITE}/${step + 1}`) },
    ]) as [string, FetchOutcome][];
    const web = scriptedWeb(site({ "/": linking("/0"), ...Object.fromEntries(chain) }));
    const plan = aPlan();
    const ports = memoryPorts(web, plan);
    await runCrawl(ports, plan);
    assert.deepEqual(paths(web.asked), ["/", "/0", "/1", "/2", "/3", "/4", "/5"]);
    const { reasons } = await ports.frontier.count();
    assert.equal(reasons.get("refused:too-many-redirects"), 1);
  });

  it("A crawl retries a temporary failure, no sooner than allowed, and finally gives up", async () => {
    const slow: FetchOutcome = {
      ...{ kind: "failed", reason: "slow-down", detail: "429", status: 429, retryAfterMs: 90_000 },
    };
    const web = scriptedWeb(
      site({
        "/": linking("/busy", "/dead"),
        "/busy": [slow, aFetchedPage(aUrl(`${SITE}/busy`), "")],
        "/dead": { kind: "failed", reason: "timeout", detail: "" },
      }),
    );
    const plan = aPlan();
    const ports = memoryPorts(web, plan);
    const startedAt = ports.clock.now();
    await runCrawl(ports, plan);
    const asked = (path: string) => web.asked.filter((url) => url === SITE + path).length;
    assert.deepEqual([asked("/busy"), asked("/dead")], [2, 3]);
    const records = await recordsOf(ports);
    const busy = records.find(({ url }) => url === `${SITE}/busy`);
    assert.equal(busy?.reason, "page");
    assert.ok((busy?.fetchedAt ?? 0) - startedAt >= 90_000);
    assert.equal(records.find(({ url }) => url === `${SITE}/dead`)?.reason, "timeout");
  });

  it("A crawl asks the gate first, records a refusal, and lets a deferred link wait", async () => {
    const web = scriptedWeb(tree);
    const plan = aPlan();
    let rulesKnown = false;
    const gate: HostGate = {
      sitemaps: () => [],
      admit: async (url) => {
        if (!rulesKnown) {
          rulesKnown = true;
          const retryAt = ports.clock.now() + 5_000;
          return { kind: "later", retryAt, reason: "robots-fetched", crawlDelayMs: 5_000 };
        }
        if (url.endsWith("/a")) return { kind: "refused", rule: "robots", detail: "Disallow: /a" };
        return { kind: "allowed", crawlDelayMs: 5_000 };
      },
    };
    const ports = { ...memoryPorts(web, plan), gate };
    const startedAt = ports.clock.now();
    await runCrawl(ports, plan);
    const records = await recordsOf(ports);
    assert.deepEqual(
      records.map(({ url, state, reason }) => [url.slice(SITE.length), state, reason]),
      [
        ["/", "fetched", "page"],
        ["/a", "refused", "robots"],
        ["/b", "fetched", "page"],
        ["/b1", "fetched", "page"],
      ],
    );
    const fetched = records.filter(({ reason }) => reason === "page");
    const gaps = fetched.map(
      ({ fetchedAt }, index) => fetchedAt - (fetched[index - 1]?.fetchedAt ?? startedAt),
    );
    assert.ok(
      gaps.every((gap) => gap >= 5_000),
      String(gaps),
    );
  });

  it("A crawl stores the head of the answer that ended a link, not of an attempt before it", async () => {
    const busy = { kind: "failed", reason: "slow-down", detail: "" } as const;
    const head = { status: 503, headers: [] };
    const web = scriptedWeb(
      site({
        "/": linking("/later", "/never"),
        "/later": [{ ...busy, ...head }, aFetchedPage(aUrl(`${SITE}/later`), "Bees.")],
        "/never": { ...busy, ...head },
      }),
    );
    const plan = aPlan();
    const ports = memoryPorts(web, plan);
    const heads: string[] = [];
    const { pages } = ports;
    const putHead: typeof pages.putHead = (url, stored, fetchedAt) => {
      heads.push(`${url} ${stored.status}`);
      return pages.putHead(url, stored, fetchedAt);
    };
    await runCrawl({ ...ports, pages: { ...pages, putHead } }, plan);
    assert.deepEqual(heads, [`${SITE}/never 503`]);
    const record = (await recordsOf(ports)).find(({ response }) => response !== undefined);
    assert.equal(record?.url, `${SITE}/never`);
  });

  it("A crawl records the reason of a refusal or a failure, whatever its length", async () => {
    const pdf = aFetchedPage(aUrl(`${SITE}/pdf`), "%PDF", { mediaType: "application/pdf" });
    const web = scriptedWeb(
      site({
        "/": linking("/secret", "/address", "/dead", "/gone", "/pdf"),
        "/address": { kind: "refused", rule: "address", detail: "10.0.0.1 is private" },
        "/dead": { kind: "failed", reason: "timeout", detail: "x".repeat(10_000) },
        "/gone": { kind: "gone", status: 404 },
        "/pdf": pdf,
      }),
    );
    const gate: HostGate = {
      sitemaps: () => [],
      admit: async (url) =>
        url.endsWith("/secret")
          ? { kind: "refused", rule: "robots-unreachable", detail: "dns: no such name" }
          : { kind: "allowed", crawlDelayMs: undefined },
    };
    const plan = aPlan();
    const ports = { ...memoryPorts(web, plan), gate };
    await runCrawl(ports, plan);
    const records = await recordsOf(ports);
    assert.deepEqual(Object.fromEntries(records.map(({ reason, detail }) => [reason, detail])), {
      page: undefined,
      address: "10.0.0.1 is private",
      timeout: "x".repeat(500),
      gone: undefined,
      "content-type": "application/pdf",
      "robots-unreachable": "dns: no such name",
    });
  });

  it("A crawl obeys nofollow, languages and content types, and counts the links lost", async () => {
    const pdf = aFetchedPage(aUrl(`${SITE}/pdf`), "%PDF", { mediaType: "application/pdf" });
    const web = scriptedWeb(
      site({
        "/": linking("/quiet", "/deutsch", "/pdf"),
        "/quiet": `<meta name="robots" content="nofollow">${linking("/hidden")}`,
        "/deutsch": `<html lang="de">${linking("/weiter")}`,
        "/pdf": pdf,
      }),
    );
    const plan = aPlan({ languages: ["en"] });
    const ports = memoryPorts(web, plan);
    await runCrawl(ports, plan);
    const { reasons } = await ports.frontier.count();
    assert.deepEqual(
      ["refused:nofollow", "refused:language", "refused:content-type"].map((key) =>
        reasons.get(key),
      ),
      [1, 1, 1],
    );
    assert.ok(!web.asked.some((url) => /hidden|weiter/.test(url)));
    const german = (await recordsOf(ports)).find(({ url }) => url.endsWith("/deutsch"));
    assert.equal(german?.page?.isTarget, false);
  });

  it("A crawl pauses when asked, and continues where it was", async () => {
    const web = scriptedWeb(tree);
    const pause = new AbortController();
    const stopping = {
      ...web,
      fetch: async (...request: Parameters<typeof web.fetch>) => {
        if (web.asked.length === 2) pause.abort();
        return web.fetch(...request);
      },
    };
    const plan = aPlan();
    const ports = memoryPorts(stopping, plan);
    assert.equal(await runCrawl(ports, plan, pause.signal), "paused");
    assert.equal(web.asked.length, 3);
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual(paths(web.asked), ["/", "/a", "/b", "/a1", "/a2", "/b1"]);
    const kinds = (await ports.log.list()).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["started", "trained", "paused", "started", "finished"]);
    const events = (await ports.log.list()).filter(({ kind }) => kind !== "trained");
    assert.deepEqual(
      events.map(({ detail }) => detail),
      [
        { strategy: "breadth-first" },
        { why: "paused" },
        { strategy: "breadth-first" },
        { why: "frontier-empty" },
      ],
    );
  });

  it("A crawl counts the time of earlier runs, but not the pause between them", async () => {
    const slowly = (web: ReturnType<typeof scriptedWeb>, clock: { advance(ms: number): void }) => ({
      ...web,
      fetch: async (...request: Parameters<typeof web.fetch>) => {
        clock.advance(10_000);
        return web.fetch(...request);
      },
    });
    const web = scriptedWeb(tree);
    const plan = aPlan({ budget: { ...aPlan().budget, seconds: 35 } });
    const base = memoryPorts(web, plan);
    const clock = base.clock as typeof base.clock & { advance(ms: number): void };
    const ports = { ...base, web: slowly(web, clock) };
    const first = { ...plan, budget: { ...plan.budget, pages: 2 } };
    assert.equal(await runCrawl(ports, first), "budget-pages");
    clock.advance(3_600_000);
    assert.equal(await runCrawl(ports, plan), "budget-seconds");
    assert.equal(web.asked.length, 4);
  });

  it("A crawl keeps its time budget while every host must wait", async () => {
    const web = scriptedWeb(tree);
    const plan = aPlan({ budget: { ...aPlan().budget, seconds: 60 } });
    const base = memoryPorts(web, plan);
    const startedAt = base.clock.now();
    const gate: HostGate = {
      sitemaps: () => [],
      admit: async () => {
        const retryAt = base.clock.now() + 600_000;
        return { kind: "later", retryAt, reason: "robots-unreachable", crawlDelayMs: undefined };
      },
    };
    assert.equal(await runCrawl({ ...base, gate }, plan), "budget-seconds");
    assert.equal(base.clock.now() - startedAt, 60_000);
  });

  it("A crawl asks several hosts at once, each with one request at a time and its delay", async () => {
    const hosts = ["a", "b", "c"].map((name) => `http://${name}.example`);
    const script = Object.fromEntries(
      hosts.flatMap((host) => [
        [`${host}/`, linking("/1", "/2")],
        [`${host}/1`, ""],
        [`${host}/2`, ""],
      ]),
    );
    const web = scriptedWeb(script);
    const plan = aPlan({ seeds: hosts.map((host) => aUrl(`${host}/`)), concurrency: 8 });
    const base = memoryPorts(web, plan, { minDelayMs: 1_000 });
    const open = new Map<string, number>();
    let most = 0;
    const lastEnd = new Map<string, number>();
    const watched: typeof base.web = {
      ...web,
      fetch: async (url, limits) => {
        const { host } = new URL(url);
        open.set(host, (open.get(host) ?? 0) + 1);
        assert.equal(open.get(host), 1);
        assert.ok(base.clock.now() - (lastEnd.get(host) ?? -Infinity) >= 1_000);
        most = Math.max(
          most,
          [...open.values()].reduce((sum, count) => sum + count),
        );
        const outcome = await web.fetch(url, limits);
        lastEnd.set(host, base.clock.now());
        open.set(host, 0);
        return outcome;
      },
    };
    await runCrawl({ ...base, web: watched }, plan);
    assert.equal(web.asked.length, 9);
    assert.equal(most, 3);
  });

  it("A crawl stops at a bug, reports it, and settles all open fetches", async () => {
    const web = scriptedWeb(tree);
    const broken = aStrategy({ name: "breadth-first" });
    const plan = aPlan({
      strategy: {
        ...broken,
        compile: (model) => ({
          ...broken.compile(model),
          assessPage: () => {
            throw new RangeError("a bug");
          },
        }),
      },
    });
    await assert.rejects(runCrawl(memoryPorts(web, plan), plan), /a bug/);
  });
});
