import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { harvestLink } from "../../lib/crawl/harvest-link.ts";
import type { HarvestedLink } from "../../lib/crawl/link-result.ts";
import { fitModel } from "../../lib/crawl/train-model.ts";
import type { Lease } from "../../lib/domain/frontier/link.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import { rulesOf } from "../../lib/features/registry.ts";
import { open } from "../../lib/features/signals/rule.ts";
import type { Admission } from "../../lib/ports/host-gate.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aLease } from "../support/a-lease.ts";
import { aUrl } from "../support/a-url.ts";
import { aFetchedPage, scriptedWeb } from "../support/scripted-web.ts";

const NAME = "site.example/page";
const URL = aUrl(`http://${NAME}`);
const HEAD = { status: 503, headers: [["retry-after", "9"]] } as const;
const BUSY = { kind: "failed", reason: "slow-down", detail: "503", ...HEAD } as const;
const FETCH_MS = 250;
const { politeness } = aPlan();

/** A plan that records what sites say of the use of their pages. */
const SAYING = rulesOf(open({ politeness: { userAgent: "Dowser/0.1" } }));

interface Circumstances {
  readonly plan?: Partial<CrawlPlan>;
  readonly lease?: Lease;
  readonly admission?: Admission;
  readonly address?: string;
}

/** Harvests one link, whose request takes {@link FETCH_MS}. */
async function harvest(
  outcome: FetchOutcome,
  { plan: parts, lease = aLease(NAME), admission, address }: Circumstances = {},
) {
  const plan = aPlan(parts);
  const ports = memoryPorts(scriptedWeb({ [URL]: outcome }), plan);
  const { clock, pages, web } = ports;
  const startedAt = clock.now();
  const heads: unknown[] = [];
  const model = await fitModel(ports, plan, undefined);
  const harvested = await harvestLink(
    {
      plan,
      model,
      ports: {
        clock,
        gate: { sitemaps: () => [], admit: async () => admission ?? ALLOWED },
        web: {
          ...web,
          ...(address === undefined ? {} : { addressOf: () => address }),
          fetch: async (...asked) => {
            await clock.waitUntil(clock.now() + FETCH_MS);
            return web.fetch(...asked);
          },
        },
        pages: {
          put: pages.put,
          putHead: async (url, head, fetchedAt) => {
            heads.push([url, head, fetchedAt - startedAt]);
            return { segment: "s", offset: 0, length: 1, digest: "d" };
          },
        },
      },
    },
    lease,
  );
  return { harvested, startedAt, heads, page: await pages.get(URL) };
}

const ALLOWED: Admission = { kind: "allowed", crawlDelayMs: undefined };

function outcomeOf({ result }: HarvestedLink) {
  assert.equal(result.kind, "done");
  const { state, reason, detail, status } = result.outcome;
  return [state, reason, detail, status];
}

describe("the harvest of a link where files are only asked for", () => {
  const FILE = aUrl("http://site.example/x.pdf");
  const files = { mediaTypes: ["application/pdf"], fetch: false };
  const lease = (url: string, attempts = 0) => {
    const given = aLease(url.replace("http://", ""));
    return { ...given, link: { ...given.link, attempts } };
  };

  /** Returns how links are asked for, when the web answers this. */
  async function methodOf(need: CrawlPlan["files"], asked: Lease) {
    const plan = aPlan({ files: need });
    const ports = memoryPorts(scriptedWeb({}), plan);
    const methods: unknown[] = [];
    const fetch: typeof ports.web.fetch = async (_url, _limits, method) => {
      methods.push(method);
      return { kind: "not-recorded" };
    };
    const model = await fitModel(ports, plan, undefined);
    await harvestLink({ plan, model, ports: { ...ports, web: { ...ports.web, fetch } } }, asked);
    return methods;
  }

  it("A link that looks like a wanted file is asked for by HEAD at its first attempt, all others by GET", async () => {
    assert.deepEqual(await methodOf(files, lease(FILE)), ["HEAD"]);
    assert.deepEqual(await methodOf(files, lease(FILE, 1)), ["GET"]);
    assert.deepEqual(await methodOf(files, lease(URL)), ["GET"]);
    assert.deepEqual(await methodOf({ ...files, fetch: true }, lease(FILE)), ["GET"]);
    assert.deepEqual(await methodOf(undefined, lease(FILE)), ["GET"]);
  });

  it("A link whose HEAD decides nothing is queued again at once, and its host is not slowed", async () => {
    const refused = { kind: "get-needed", status: 405, headers: [] } as const;
    const { harvested, startedAt, heads } = await harvest(refused, { plan: { files } });
    const again = { kind: "again", reason: "get-needed", notBefore: startedAt + FETCH_MS };
    assert.deepEqual(harvested.result, { ...again, countsAsAttempt: true });
    assert.equal(harvested.pace.delayMs, 1_000);
    assert.deepEqual(heads, []);
  });

  it("A web that sends the body of a wanted file all the same has it dropped, and the page stored without it", async () => {
    const pdf = { mediaType: "application/pdf", headers: [["content-length", "4"]] } as const;
    const { harvested, page } = await harvest(aFetchedPage(URL, "%PDF", pdf), { plan: { files } });
    assert.deepEqual([page?.body.byteLength, page?.truncated], [0, true]);
    assert.ok(harvested.result.kind === "done");
    assert.equal(harvested.result.outcome.page?.file?.declaredBytes, 4);
  });
});

describe("the harvest of a link", () => {
  it("The harvest of a link stores its page, and says when its fetch began and how long it took", async () => {
    const { harvested, startedAt, page, heads } = await harvest(aFetchedPage(URL, "<p>bees"));
    assert.deepEqual(outcomeOf(harvested), ["fetched", "page", undefined, 200]);
    assert.deepEqual([harvested.fetchedAt, harvested.fetchMs], [startedAt, FETCH_MS]);
    assert.equal(page?.url, URL);
    assert.deepEqual(heads, []);
  });

  it("The harvest of a link reads a page without a media type, and refuses one of another type", async () => {
    const untyped = await harvest(aFetchedPage(URL, "<p>bees", { mediaType: "" }));
    assert.deepEqual(outcomeOf(untyped.harvested), ["fetched", "page", undefined, 200]);
    const { harvested, heads, startedAt, page } = await harvest(
      aFetchedPage(URL, "%PDF", { mediaType: "application/pdf", headers: [] }),
    );
    const refused = ["refused", "content-type", "application/pdf", 200];
    assert.deepEqual(outcomeOf(harvested), refused);
    assert.deepEqual([heads, page], [[[URL, { status: 200, headers: [] }, 0]], undefined]);
    assert.ok(startedAt > 0 && harvested.result.kind === "done");
    assert.equal(harvested.result.outcome.response?.segment, "s");
  });

  it("The harvest of a link follows no redirect: it offers the target as a link of the same depth", async () => {
    const location = aUrl("http://site.example/new");
    const moved = { kind: "redirect", status: 301, headers: [], location } as const;
    const { harvested, heads } = await harvest(moved);
    assert.deepEqual(outcomeOf(harvested), ["fetched", "redirect", undefined, 301]);
    assert.ok(harvested.result.kind === "done");
    const { location: target, links } = harvested.result.outcome;
    assert.equal(target, location);
    assert.deepEqual(
      links.map(({ url, depth, redirects, refusedBy }) => [url, depth, redirects, refusedBy]),
      [[location, 1, 1, undefined]],
    );
    assert.equal(heads.length, 1);
  });

  it("The harvest of a link refuses the target of a redirect that is out of scope, or one too many", async () => {
    const to = (location: string, maxRedirects: number) =>
      harvest(
        { kind: "redirect", status: 301, headers: [], location: aUrl(location) },
        { plan: { politeness: { ...politeness, maxRedirects } } },
      );
    for (const [location, most, rule] of [
      ["http://site.example/a.pdf", 5, "extension"],
      ["http://site.example/a", 0, "too-many-redirects"],
    ] as const) {
      const { result } = (await to(location, most)).harvested;
      assert.ok(result.kind === "done");
      assert.equal(result.outcome.links[0]?.refusedBy, rule);
    }
  });

  it("The harvest of a link that is gone, refused or not recorded ends it, and keeps the head of the answer", async () => {
    const gone = await harvest({ kind: "gone", status: 410, headers: [] });
    assert.deepEqual(outcomeOf(gone.harvested), ["failed", "gone", undefined, 410]);
    assert.deepEqual(gone.heads, [[URL, { status: 410, headers: [] }, 0]]);
    const refused = { kind: "refused", rule: "address", detail: "10.0.0.1" } as const;
    const unasked = await harvest(refused);
    assert.deepEqual(outcomeOf(unasked.harvested), ["refused", "address", "10.0.0.1", undefined]);
    assert.deepEqual(unasked.heads, [], "there was no answer");
    const unheard = await harvest({ ...refused, status: 200 });
    assert.deepEqual(unheard.heads, [], "a status alone is no head");
    const missing = await harvest({ kind: "not-recorded" });
    assert.deepEqual(outcomeOf(missing.harvested), [
      "failed",
      "not-recorded",
      undefined,
      undefined,
    ]);
  });

  it("The harvest of a link that fails queues it again, until it was tried as often as the plan allows", async () => {
    const { harvested, startedAt, heads } = await harvest(BUSY);
    const endedAt = startedAt + FETCH_MS;
    const again = { kind: "again", reason: "slow-down", notBefore: endedAt + 60_000 };
    assert.deepEqual(harvested.result, { ...again, countsAsAttempt: true });
    assert.deepEqual(heads, []);
    const tried = aLease(NAME);
    const last = { ...tried, link: { ...tried.link, attempts: politeness.maxAttempts - 1 } };
    const given = await harvest(BUSY, { lease: last });
    assert.deepEqual(outcomeOf(given.harvested), ["failed", "slow-down", "503", 503]);
    assert.equal(given.heads.length, 1);
  });

  it("A host that asks for its cookie to the last is taken as it redirects, and to itself it has failed", async () => {
    const asking = (location: string) =>
      harvest(
        {
          ...{ kind: "failed", reason: "needs-cookie", detail: "", status: 302 },
          headers: [["location", location]],
        },
        { plan: { politeness: { ...politeness, maxAttempts: 1 } } },
      );
    const { result } = (await asking("/page?seen=1")).harvested;
    assert.ok(result.kind === "done");
    const { reason, links } = result.outcome;
    assert.deepEqual([reason, links[0]?.url], ["redirect", `${URL}?seen=1`]);
    assert.equal(outcomeOf((await asking("/page")).harvested)[1], "needs-cookie");
  });

  it("The harvest of a link slows its host down after a failure, except on a recording", async () => {
    const slowed = await harvest(BUSY);
    assert.equal(slowed.harvested.pace.delayMs, 2_000);
    const recorded = { plan: { politeness: { ...politeness, backsOff: false } } };
    assert.equal((await harvest(BUSY, recorded)).harvested.pace.delayMs, 1_000);
  });

  it("The harvest of a link follows the crawl delay of robots.txt up to the plan's maximum", async () => {
    const page = aFetchedPage(URL, "");
    const delayed = (crawlDelayMs: number) =>
      harvest(page, { admission: { kind: "allowed", crawlDelayMs } });
    assert.equal((await delayed(5_000)).harvested.pace.delayMs, 5_000);
    assert.equal((await delayed(90_000)).harvested.pace.delayMs, politeness.maxCrawlDelayMs);
  });

  it("The harvest of a link has what the page and the files of its host say of its use, the stricter one first", async () => {
    const headers = [["content-usage", "train-ai=y"]] as const;
    const page = { ...aFetchedPage(URL, ""), headers };
    const signals = ["content-usage: train-ai=n", "tdm-reservation: 1"];
    const admission = { kind: "allowed", crawlDelayMs: undefined, signals } as const;
    const signalsOf = async (given: Parameters<typeof harvest>[1]) => {
      const { result } = (await harvest(page, { ...given, plan: SAYING })).harvested;
      return result.kind === "done" ? result.outcome.page?.signals : undefined;
    };
    assert.deepEqual(await signalsOf({ admission }), signals);
    assert.deepEqual(await signalsOf({}), ["content-usage: train-ai=y"]);
    const { result } = (await harvest(aFetchedPage(URL, ""), { plan: SAYING })).harvested;
    assert.ok(result.kind === "done" && result.outcome.page && !("signals" in result.outcome.page));
  });

  it("The harvest of a link that robots.txt forbids asks nothing, and names the line", async () => {
    const admission = { kind: "refused", rule: "robots", detail: "Disallow: /" } as const;
    const { harvested, startedAt, page } = await harvest(aFetchedPage(URL, ""), { admission });
    assert.deepEqual(outcomeOf(harvested), ["refused", "robots", "Disallow: /", undefined]);
    assert.deepEqual([harvested.fetchedAt, harvested.fetchMs], [startedAt, 0]);
    assert.deepEqual([harvested.pace, page], [aLease(NAME).pace, undefined]);
  });

  it("The harvest of a link whose host must wait queues it again, which counts as no attempt", async () => {
    const admission = { kind: "later", retryAt: 9e6, reason: "robots-fetched" } as const;
    const waiting = { admission: { ...admission, crawlDelayMs: 4_000 } };
    const { harvested, startedAt, page } = await harvest(aFetchedPage(URL, ""), waiting);
    const again = { kind: "again", reason: "robots-fetched", notBefore: 9e6 };
    assert.deepEqual(harvested.result, { ...again, countsAsAttempt: false });
    assert.deepEqual([harvested.fetchedAt, harvested.fetchMs], [startedAt, 0]);
    assert.deepEqual([harvested.pace.delayMs, page], [4_000, undefined]);
  });

  it("An answer that a rule has not read in time is asked for again, and fails by that reason in the end", async () => {
    const late = { kind: "unfinished", reason: "late", why: "a busy machine" } as const;
    const plan = rulesOf({ fetch: { name: "late", transform: async () => late } });
    const first = await harvest(aFetchedPage(URL, ""), { plan });
    const { result } = first.harvested;
    assert.ok(result.kind === "again" && result.countsAsAttempt && result.reason === "late");
    const tried = aLease(NAME);
    const attempts = politeness.maxAttempts - 1;
    const last = await harvest(aFetchedPage(URL, ""), {
      plan,
      lease: { ...tried, link: { ...tried.link, attempts } },
    });
    assert.deepEqual(outcomeOf(last.harvested), ["failed", "late", "a busy machine", 200]);
  });

  it("The harvest of a link names the address that answered, when the web knows it", async () => {
    const page = aFetchedPage(URL, "");
    const known = await harvest(page, { address: "192.0.2.1" });
    assert.equal(known.harvested.address, "192.0.2.1");
    assert.equal("address" in (await harvest(page)).harvested, false);
  });
});
