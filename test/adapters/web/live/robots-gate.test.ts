import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRobotsGate } from "../../../../lib/adapters/web/live/robots-gate.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import type { HostGate } from "../../../../lib/ports/host-gate.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type FixedClock, fixedClock } from "./support/fixed-clock.ts";
import { aFailure, aRedirect, aTextPage } from "./support/outcomes.ts";
import { type ScriptedWeb, scriptedWeb } from "./support/scripted-web.ts";

const ROBOTS = "http://site.example/robots.txt";
const PAGE = aUrl("http://site.example/page");
const START = 1_000_000;
const DAY = 86_400_000;
const TEN_MINUTES = 600_000;

interface Scene {
  readonly gate: HostGate;
  readonly web: ScriptedWeb;
  readonly clock: FixedClock;
}

function scene(
  script: Parameters<typeof scriptedWeb>[0],
  { minDelayMs = 0, maxCrawlDelayMs = 30_000 } = {},
): Scene {
  const web = scriptedWeb(script);
  const clock = fixedClock(START);
  const gate = createRobotsGate({
    web,
    clock,
    productToken: "Dowser",
    minDelayMs,
    maxCrawlDelayMs,
  });
  return { gate, web, clock };
}

const ALLOWED = { kind: "allowed", crawlDelayMs: undefined } as const;
const ALL_FORBIDDEN = { kind: "refused", rule: "robots", detail: "Disallow: /" } as const;
const FORBIDDING = aTextPage("User-agent: *\nDisallow: /");

describe("what a host's robots.txt file allows", () => {
  it("The robots gate requests a host's robots.txt file once a day, whatever the number of pages", async () => {
    const { gate, web, clock } = scene({ [ROBOTS]: FORBIDDING });
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
    clock.time = START + DAY - 1;
    assert.deepEqual(await gate.admit(aUrl("http://site.example/other")), ALL_FORBIDDEN);
    assert.deepEqual(web.asked, [ROBOTS]);
    clock.time = START + DAY;
    await gate.admit(PAGE);
    assert.deepEqual(web.asked, [ROBOTS, ROBOTS]);
  });

  it("The robots gate reports a robots.txt file to its keeper before it decides anything", async () => {
    const told: unknown[] = [];
    let isKept = false;
    const gate = createRobotsGate({
      web: scriptedWeb({ [ROBOTS]: FORBIDDING }),
      clock: fixedClock(START),
      productToken: "Dowser",
      minDelayMs: 0,
      maxCrawlDelayMs: 0,
      onAnswer: async (answer) => {
        told.push(answer);
        await Promise.resolve();
        isKept = true;
      },
    });
    await gate.admit(PAGE);
    assert.ok(isKept);
    await gate.admit(PAGE);
    const file = { kind: "found", text: "User-agent: *\nDisallow: /" };
    assert.deepEqual(told, [{ kind: "robots", at: START, origin: "http://site.example", file }]);
  });

  it("The robots gate requests a robots.txt file with one request at a time", async () => {
    const { gate, web } = scene({ [ROBOTS]: FORBIDDING });
    const admissions = await Promise.all([gate.admit(PAGE), gate.admit(PAGE), gate.admit(PAGE)]);
    assert.deepEqual(admissions, [ALL_FORBIDDEN, ALL_FORBIDDEN, ALL_FORBIDDEN]);
    assert.equal(web.asked.length, 1);
  });

  it("The robots gate applies a robots.txt file to its scheme, host and port together", async () => {
    const { gate, web } = scene({ [ROBOTS]: FORBIDDING });
    await gate.admit(PAGE);
    assert.deepEqual(await gate.admit(aUrl("https://site.example/page")), ALLOWED);
    assert.deepEqual(await gate.admit(aUrl("http://site.example:8080/page")), ALLOWED);
    assert.deepEqual(web.asked.slice(1), [
      "https://site.example/robots.txt",
      "http://site.example:8080/robots.txt",
    ]);
  });

  it("The robots gate matches rules against the query too", async () => {
    const { gate } = scene({ [ROBOTS]: aTextPage("User-agent: *\nDisallow: /*?print") });
    assert.equal((await gate.admit(aUrl("http://site.example/a?print=1"))).kind, "refused");
    assert.equal((await gate.admit(aUrl("http://site.example/a"))).kind, "allowed");
  });

  it("The robots gate cuts a robots.txt file at 500 KiB, without the half line at the end", async () => {
    const limits: number[] = [];
    const { gate, web } = scene({});
    web.fetch = async (url, { bodyBytes }) => {
      limits.push(bodyBytes);
      return aTextPage("User-agent: *\nDisallow: /a\nDisallow: /", { url, truncated: true });
    };
    assert.deepEqual(await gate.admit(PAGE), ALLOWED);
    assert.equal((await gate.admit(aUrl("http://site.example/a"))).kind, "refused");
    assert.deepEqual(limits, [500 * 1_024]);
  });
});

describe("a robots.txt file in UTF-16", () => {
  const FILE = "\uFEFFUser-agent: *\nDisallow: /";
  const orders = [
    ["little-endian", Buffer.from(FILE, "utf16le")],
    ["big-endian", Buffer.from(FILE, "utf16le").swap16()],
  ] as const;
  for (const [order, body] of orders) {
    it(`The robots gate reads a robots.txt file in ${order} UTF-16 with a byte order mark`, async () => {
      const { gate } = scene({ [ROBOTS]: aTextPage(new Uint8Array(body)) });
      assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
    });
  }
});

describe("a host without a robots.txt file (RFC 9309 §2.3.1.3)", () => {
  const answers: readonly (readonly [name: string, outcome: FetchOutcome])[] = [
    ...[400, 401, 403, 404, 410, 451].map(
      (status) => [`status ${status}`, { kind: "gone", status }] as const,
    ),
    ["status 408", aFailure("timeout", 408)],
    ["status 425", aFailure("server-error", 425)],
    ["a redirect to nowhere", aFailure("bad-redirect", 302)],
    ["an empty file", aTextPage("")],
    ["an HTML page instead", aTextPage("<!doctype html><p>User-agent: nobody</p>")],
    ["octets that are no text", aTextPage(new Uint8Array([0xff, 0xfe, 0, 1, 2]))],
  ];
  for (const [name, outcome] of answers) {
    it(`The robots gate allows a host without a robots.txt file (RFC 9309 §2.3.1.3): ${name}`, async () => {
      assert.deepEqual(await scene({ [ROBOTS]: outcome }).gate.admit(PAGE), ALLOWED);
    });
  }
});

describe("a robots.txt file that cannot be reached (RFC 9309 §2.3.1.4)", () => {
  const answers: readonly (readonly [name: string, outcome: FetchOutcome])[] = [
    ["status 500", aFailure("server-error", 500)],
    ["status 503", aFailure("slow-down", 503)],
    ["status 429", aFailure("slow-down", 429)],
    ["no name", aFailure("dns")],
    ["no connection", aFailure("connect")],
    ["no trust", aFailure("tls")],
    ["no end", aFailure("timeout")],
    ["a reset", aFailure("reset")],
    ["no HTTP", aFailure("protocol")],
    ["a broken coding", aFailure("decompression", 200)],
  ];
  for (const [name, outcome] of answers) {
    it(`The robots gate forbids everything while robots.txt is unreachable (RFC 9309 §2.3.1.4): ${name}`, async () => {
      const { gate } = scene({ [ROBOTS]: outcome });
      assert.deepEqual(await gate.admit(PAGE), {
        kind: "later",
        retryAt: START + TEN_MINUTES,
        reason: "robots-unreachable",
        detail: outcome.kind === "failed" ? `${outcome.reason}: as told` : "",
        triesLeft: 2,
        crawlDelayMs: undefined,
      });
    });
  }

  it("The robots gate retries an unreachable robots.txt file no earlier than planned, and then obeys it", async () => {
    const { gate, web, clock } = scene({ [ROBOTS]: [aFailure("reset"), FORBIDDING] });
    await gate.admit(PAGE);
    clock.time = START + TEN_MINUTES - 1;
    assert.equal((await gate.admit(PAGE)).kind, "later");
    assert.equal(web.asked.length, 1);
    clock.time = START + TEN_MINUTES;
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
  });

  it("The robots gate retries an unreachable robots.txt ever more rarely, then refuses its host for a day", async () => {
    const { gate, web, clock } = scene({ [ROBOTS]: aFailure("reset") });
    await gate.admit(PAGE);
    clock.time += TEN_MINUTES;
    const second = await gate.admit(PAGE);
    assert.equal(second.kind === "later" && second.retryAt - clock.time, 2 * TEN_MINUTES);
    clock.time += 2 * TEN_MINUTES;
    const refusal = { kind: "refused", rule: "robots-unreachable", detail: "reset: as told" };
    assert.deepEqual(await gate.admit(PAGE), refusal);
    clock.time += DAY - 1;
    assert.deepEqual(await gate.admit(PAGE), refusal);
    assert.equal(web.asked.length, 3);
    clock.time += 1;
    await gate.admit(PAGE);
    assert.equal(web.asked.length, 4);
  });

  it("The robots gate asks for a host without a server after 15 s and a minute more, then gives it up", async () => {
    const absent = { ...aFailure("dns"), isAbsent: true } as const;
    const { gate, web, clock } = scene({ [ROBOTS]: absent });
    const first = await gate.admit(PAGE);
    assert.equal(first.kind === "later" && first.retryAt - clock.time, 15_000);
    clock.time += 15_000;
    const second = await gate.admit(PAGE);
    assert.equal(second.kind === "later" && second.retryAt - clock.time, 60_000);
    clock.time += 60_000;
    const refusal = { kind: "refused", rule: "robots-unreachable", detail: "dns: as told" };
    assert.deepEqual(await gate.admit(PAGE), refusal);
    assert.equal(web.asked.length, 3);
  });

  it("The robots gate requests a robots.txt file no earlier than Retry-After allows", async () => {
    const { gate } = scene({ [ROBOTS]: aFailure("slow-down", 503, 2 * TEN_MINUTES) });
    const admission = await gate.admit(PAGE);
    assert.equal(admission.kind === "later" && admission.retryAt, START + 2 * TEN_MINUTES);
  });

  it("The robots gate still applies the known rules of a file that is now unreachable (§2.4)", async () => {
    const { gate, web, clock } = scene({
      [ROBOTS]: [FORBIDDING, aFailure("server-error", 500), aTextPage("")],
    });
    await gate.admit(PAGE);
    clock.time = START + DAY;
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
    assert.equal(web.asked.length, 2);
    clock.time += TEN_MINUTES;
    assert.deepEqual(await gate.admit(PAGE), ALLOWED);
  });
});

describe("redirects of a robots.txt file (RFC 9309 §2.3.1.2)", () => {
  function chain(length: number): Record<string, FetchOutcome> {
    const script: Record<string, FetchOutcome> = { [ROBOTS]: aRedirect("http://hop1.example/r") };
    for (let i = 1; i < length; i++) {
      script[`http://hop${i}.example/r`] = aRedirect(`http://hop${i + 1}.example/r`);
    }
    script[`http://hop${length}.example/r`] = FORBIDDING;
    return script;
  }

  it("The robots gate follows five redirects across hosts, and applies the rules to the first host", async () => {
    const { gate } = scene(chain(5));
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
    assert.deepEqual(await gate.admit(aUrl("http://hop1.example/page")), ALLOWED);
  });

  it("The robots gate asks a host once more that waits for its cookie", async () => {
    const waiting = { kind: "failed", reason: "needs-cookie", detail: "", status: 302 } as const;
    const first = scene({ [ROBOTS]: [waiting, FORBIDDING] });
    assert.deepEqual(await first.gate.admit(PAGE), ALL_FORBIDDEN);
    const { gate, web } = scene({ [ROBOTS]: waiting });
    assert.deepEqual([await gate.admit(PAGE), web.asked.length], [ALLOWED, 2]);
  });

  it("The robots gate treats a robots.txt file behind a sixth redirect as missing", async () => {
    const { gate, web } = scene(chain(6));
    assert.deepEqual(await gate.admit(PAGE), ALLOWED);
    assert.equal(web.asked.length, 6);
  });

  it("The robots gate treats a robots.txt file behind a redirect loop as missing", async () => {
    const { gate, web } = scene({ [ROBOTS]: aRedirect(ROBOTS) });
    assert.deepEqual(await gate.admit(PAGE), ALLOWED);
    assert.equal(web.asked.length, 6);
  });

  it("The robots gate allows nothing when robots.txt redirects to a refused address", async () => {
    const { gate } = scene({
      [ROBOTS]: aRedirect("http://inside.example/"),
      "http://inside.example/": { kind: "refused", rule: "address", detail: "10.0.0.1 is private" },
    });
    assert.equal((await gate.admit(PAGE)).kind, "later");
  });

  it("The robots gate defers a host, without changing its scheme, when robots.txt redirects out of http", async () => {
    const { gate } = scene({ [ROBOTS]: { kind: "refused", rule: "scheme", detail: "ftp://x/" } });
    assert.equal((await gate.admit(PAGE)).kind, "later");
  });
});

describe("a host that may not be asked at all", () => {
  for (const rule of ["address", "port"] as const) {
    it(`The robots gate refuses a host by its ${rule}`, async () => {
      const { gate, web } = scene({ [ROBOTS]: { kind: "refused", rule, detail: "why" } });
      assert.deepEqual(await gate.admit(PAGE), { kind: "refused", rule, detail: "why" });
      await gate.admit(PAGE);
      assert.equal(web.asked.length, 1);
    });
  }
});

describe("the rest of a host", () => {
  it("The robots gate keeps the minimum crawl delay after it fetched a robots.txt file", async () => {
    const { gate, clock } = scene({ [ROBOTS]: aTextPage("") }, { minDelayMs: 1_000 });
    const later = {
      kind: "later",
      retryAt: START + 1_000,
      reason: "robots-fetched",
      crawlDelayMs: undefined,
    };
    assert.deepEqual(await gate.admit(PAGE), later);
    clock.time += 999;
    assert.deepEqual(await gate.admit(PAGE), later);
    clock.time += 1;
    assert.deepEqual(await gate.admit(PAGE), ALLOWED);
  });

  it("The robots gate keeps a host's longer crawl delay, but only up to the maximum", async () => {
    const delayed = { [ROBOTS]: aTextPage("User-agent: *\nCrawl-delay: 3600") };
    const { gate, clock } = scene(delayed, { minDelayMs: 1_000 });
    const admission = await gate.admit(PAGE);
    assert.deepEqual(admission, {
      kind: "later",
      retryAt: START + 30_000,
      reason: "robots-fetched",
      crawlDelayMs: 30_000,
    });
    clock.time += 30_000;
    assert.deepEqual(await gate.admit(PAGE), { kind: "allowed", crawlDelayMs: 30_000 });
  });

  it("The robots gate applies no crawl delay to a page that the rules refuse", async () => {
    const { gate } = scene({ [ROBOTS]: FORBIDDING }, { minDelayMs: 1_000 });
    assert.deepEqual(await gate.admit(PAGE), ALL_FORBIDDEN);
  });
});

describe("sitemaps of a host", () => {
  it("The robots gate gives the sitemaps that a host's rules name, once the rules are known", async () => {
    const { gate } = scene({
      [ROBOTS]: aTextPage(
        "Sitemap: /a.xml\nSitemap: ftp://x.example/b\nSitemap: https://x.example/c.xml",
      ),
    });
    assert.deepEqual(gate.sitemaps(hostOf(PAGE)), []);
    await gate.admit(PAGE);
    assert.deepEqual(gate.sitemaps(hostOf(PAGE)), [
      "http://site.example/a.xml",
      "https://x.example/c.xml",
    ]);
  });
});

describe("the gate's memory", () => {
  it("The robots gate bounds its memory over any number of hosts, and forgets the least recently seen", async () => {
    const { gate, web } = scene({});
    const hosts = 70_000;
    for (let i = 0; i < hosts; i++) await gate.admit(aUrl(`http://h${i}.example/`));
    await gate.admit(aUrl(`http://h${hosts - 1}.example/`));
    assert.equal(web.asked.length, hosts);
    await gate.admit(aUrl("http://h0.example/"));
    assert.equal(web.asked.length, hosts + 1);
  });
});

describe("a gate that is set up wrongly", () => {
  it("The robots gate refuses a product token that RFC 9309 does not allow, and names it", () => {
    const web = scriptedWeb({});
    const settings = { web, clock: fixedClock(0), minDelayMs: 0, maxCrawlDelayMs: 0 };
    assert.throws(() => createRobotsGate({ ...settings, productToken: "Dowser/1.0" }), {
      code: "product-token-malformed",
    });
  });

  it("The robots gate reports an error when its web filters out robots.txt files", async () => {
    const { gate } = scene({ [ROBOTS]: { kind: "refused", rule: "content-type", detail: "" } });
    await assert.rejects(gate.admit(PAGE), { code: "robots-web-filters" });
  });
});
