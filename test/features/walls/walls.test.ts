import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PROBE_GROUP } from "../../../lib/crawl/link-tally.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { Evidence } from "../../../lib/domain/methods/strategy.ts";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { areWallsLeftOut, type WallsKeys } from "../../../lib/features/walls/manifest.ts";
import { open } from "../../../lib/features/walls/rule.ts";
import type { Web } from "../../../lib/ports/web.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aStrategy } from "../../support/a-strategy.ts";
import { aUrl } from "../../support/a-url.ts";
import { assertSound } from "../../support/assert-sound.ts";
import { collect } from "../../support/collect.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const SITE = "http://site.example";
const NUMBERS = Array.from({ length: 8 }, (_, n) => n);
const ARTICLE = `<p>${"Bees carry honey to the hive, and the queen lives on honey. ".repeat(20)}</p>`;

/** A site of a home page, articles, and dead links that `dead` answers. */
function siteWith(dead: (path: string) => FetchOutcome | string): Web & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    identify: (url) => url,
    async fetch(url) {
      const path = url.slice(SITE.length);
      asked.push(path);
      if (path === "/")
        return aFetchedPage(url, linking(...NUMBERS.flatMap((n) => [`/dead${n}`, `/live${n}`])));
      if (path.startsWith("/live"))
        return aFetchedPage(url, `<title>${path}</title>${ARTICLE}${n(path)}`);
      const answer = dead(path);
      return typeof answer === "string" ? aFetchedPage(url, answer) : answer;
    },
  };
}

const n = (path: string) => `<p>This is the article of the number ${path.slice(-1)}.`;
const SORRY = (path: string) =>
  `<title>Sorry</title><p>We could not find ${path}, sorry. <a href="/more">more</a>`;

const walls = (kept: WallsKeys["scope"]["walls"], isLive = true) => {
  const project = { scope: { walls: kept } };
  return areWallsLeftOut(project, { isLive }) ? rulesOf(open(project, { isLive })) : rulesOf();
};
const PROBING = walls("probe");
const LEFT_OUT = walls("leave-out");
const KEPT = walls("keep");
const RECORDED = walls("probe", false);

/** Crawls a site in sessions of so many pages, the last one to the end. */
async function crawled(
  web: ReturnType<typeof siteWith>,
  features = PROBING,
  ...sessions: readonly number[]
) {
  const evidence: Evidence[] = [];
  const sound = aStrategy({ name: "best-first" });
  const train: typeof sound.train = (given, ...rest) => {
    evidence.push(given);
    return sound.train(given, ...rest);
  };
  const plan = aPlan({ ...features, strategy: { ...sound, train, isStale: () => true } });
  const ports = memoryPorts(web, plan);
  for (const pages of [...sessions, Number.POSITIVE_INFINITY])
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages } });
  const records = await recordsOf(ports);
  const outcomes = new Map(records.map(({ url, reason }) => [url.slice(SITE.length), reason]));
  return { records, outcomes, ports, evidence: evidence.at(-1) };
}

const soft404s = (outcomes: ReadonlyMap<string, string>) =>
  [...outcomes].filter(([, reason]) => reason === "soft-404").map(([path]) => path);

describe("a crawl of a host that sends pages for what does not exist", () => {
  it("A host is asked once for what cannot exist when it sends one short text for three URLs, and its answer is no content from then on", async () => {
    const web = siteWith(SORRY);
    const { records, outcomes, ports } = await crawled(web);
    const probes = records.filter(({ group }) => group === PROBE_GROUP);
    assert.equal(probes.length, 1);
    assert.match(probes[0]?.url ?? "", /\/[a-z]{16}$/);
    const dead = soft404s(outcomes).filter((path) => path.startsWith("/dead"));
    assert.ok(dead.length >= 4, dead.join(" "));
    assert.equal(NUMBERS.filter((each) => outcomes.get(`/live${each}`) === "page").length, 8);
    const stored = await collect(ports.pages.urls());
    for (const path of dead) assert.ok(!stored.some((url) => url === `${SITE}${path}`));
    assert.equal((await ports.frontier.count()).reasons.get("failed:soft-404"), dead.length + 1);
  });

  it("A host that says 404 is asked for what cannot exist no more than once, and keeps its pages", async () => {
    const web = siteWith((path) =>
      path.startsWith("/dead") ? SORRY("it") : { kind: "gone", status: 404 },
    );
    const { outcomes } = await crawled(web);
    assert.equal(web.asked.filter((path) => /^\/[a-z]{16}$/.test(path)).length, 1);
    assert.deepEqual(soft404s(outcomes), []);
  });

  it("A redirect of what cannot exist is not followed: the page there is no answer to it", async () => {
    const location = aUrl(`${SITE}/live9`);
    const away = { kind: "redirect", status: 302, headers: [], location } as const;
    const web = siteWith((path) => {
      if (path.startsWith("/dead")) return SORRY("it");
      return path === "/more" ? { kind: "gone", status: 404 } : away;
    });
    const { outcomes } = await crawled(web);
    assert.equal(soft404s(outcomes).length, 1);
    assert.ok(!web.asked.includes("/live9"));
  });

  it("A crawl that is paused between the probe and its use ends as an undisturbed one", async () => {
    const whole = await crawled(siteWith(SORRY));
    for (const pages of [2, 4, 6, 8]) {
      const parts = await crawled(siteWith(SORRY), undefined, pages);
      assert.deepEqual([...parts.outcomes], [...whole.outcomes]);
    }
  });

  it("The probe and its answer are no evidence, and soft 404s are misses like other dead links", async () => {
    const { evidence, outcomes } = await crawled(siteWith(SORRY));
    const missed = evidence?.misses.map(({ url }) => url.slice(SITE.length)) ?? [];
    const dead = soft404s(outcomes).filter((path) => path.startsWith("/dead"));
    assert.ok(dead.every((path) => missed.includes(path)));
    assert.ok(!missed.some((path) => /^\/[a-z]{16}$/.test(path)));
  });

  it("Where walls are kept, or nobody can be asked, no host is asked for what cannot exist", async () => {
    for (const features of [KEPT, LEFT_OUT, RECORDED]) {
      const web = siteWith(SORRY);
      const { outcomes } = await crawled(web, features);
      assert.deepEqual(soft404s(outcomes), []);
      assert.ok(!web.asked.some((path) => /^\/[a-z]{16}$/.test(path)));
    }
  });
});

describe("a crawl in a stack of a host that sends pages for what does not exist", () => {
  it("A stack leaves out the same kinds of pages as one machine, and asks the host once", async () => {
    const web = siteWith(SORRY);
    const plan = aPlan({
      strategy: aStrategy({ name: "best-first" }),
      ...PROBING,
    });
    const stack = new SimulatedStack(plan, web, 1, CALM, 1_000);
    await stack.crawl();
    await assertSound(stack, "walls");
    const { records, close } = await stack.stored();
    const ended = await collect(records.list());
    close();
    assert.equal(ended.filter(({ group }) => group === PROBE_GROUP).length, 1);
    const dead = ended.filter(({ reason }) => reason === "soft-404");
    assert.ok(dead.length >= 1);
    assert.ok(dead.every(({ page, print }) => page === undefined && print === dead[0]?.print));
  });
});

describe("a crawl of a host that sends walls", () => {
  it("A login and a challenge are outcomes of their own and no pages, and the links of a login are followed", async () => {
    const login = '<a href="/register">Register</a> Password: <input type="password">';
    const challenge = { status: 403, headers: [["cf-mitigated", "challenge"]] } as const;
    const web = siteWith((path) =>
      Number(path.slice(-1)) % 2 === 0 ? login : { kind: "gone", ...challenge },
    );
    const { outcomes, ports, records } = await crawled(web);
    assert.deepEqual([outcomes.get("/dead0"), outcomes.get("/dead1")], ["login", "challenge"]);
    assert.equal(records.find(({ url }) => url.endsWith("/register"))?.parent, `${SITE}/dead0`);
    const { reasons } = await ports.frontier.count();
    assert.deepEqual([reasons.get("failed:login"), reasons.get("failed:challenge")], [4, 5]);
    const stored = await collect(ports.pages.urls());
    assert.equal(stored.filter((url) => url.includes("dead")).length, 0);
    assert.equal(
      records.find(({ url }) => url.endsWith("/dead0"))?.detail,
      "a form asks for a password; it has hardly anything beside that form",
    );
  });

  it("Links of a wall are followed as its page allows, and are offered once", async () => {
    const nofollow = '<meta name="robots" content="nofollow">';
    const login = '<a href="/register">Register</a> Password: <input type="password">';
    const web = siteWith((path) => (path.startsWith("/dead") ? nofollow + login : ARTICLE));
    const { outcomes } = await crawled(web);
    assert.equal(outcomes.get("/dead0"), "login");
    assert.ok(!web.asked.includes("/register"));
    const open = siteWith((path) => (path.startsWith("/dead") ? login : ARTICLE));
    await crawled(open);
    assert.equal(open.asked.filter((path) => path === "/register").length, 1);
  });

  it("A challenge with 503 is not asked for again", async () => {
    const challenge = { status: 503, headers: [["cf-mitigated", "challenge"]] } as const;
    const web = siteWith(() => ({
      kind: "failed",
      reason: "slow-down",
      detail: "503",
      ...challenge,
    }));
    const { outcomes } = await crawled(web);
    assert.equal(outcomes.get("/dead0"), "challenge");
    assert.equal(web.asked.filter((path) => path === "/dead0").length, 1);
  });

  it("Where walls are kept a login is a page like others", async () => {
    const { outcomes } = await crawled(
      siteWith(() => 'Password: <input type="password">'),
      KEPT,
    );
    assert.equal(outcomes.get("/dead0"), "page");
  });
});
