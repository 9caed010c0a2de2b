import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { runCli, startCli } from "../../support/run-cli.ts";
import {
  type HostAnswer,
  leastPause,
  mostAtOnce,
  type SeenRequest,
  serveHosts,
} from "../../support/served-hosts.ts";
import { cases, IS_SLOW } from "../../support/slow.ts";

/**
 * The delays that the project promises all hosts, and those that some hosts ask for, in ms: longer
 * than any back-off.
 */
const MIN_DELAY_MS = 300;
const CRAWL_DELAYS_MS: Readonly<Record<string, number>> = {
  "slow.localhost": 1_000,
  "slower.localhost": 1_500,
};
const RETRY_AFTER_MS = 4_000;
const RETRY_DATE_MS = 5_000;

/** After a first failure without a word: a second, halved by each answer (`crawl-delay.ts`). */
const BACK_OFF_MS = [1_000, 500, MIN_DELAY_MS] as const;

/** Crawler and server round moments to whole milliseconds. */
const ROUNDING_MS = 2;

/** A page that was refused is tried again after a minute: too long for the gate. */
const MAX_ATTEMPTS = cases(1, 2);
const LINK_WAIT_MS = 60_000;

const PAGES = cases(6, 25);
const NAMES = [
  ...Array.from({ length: 14 }, (_, index) => `site${index}`),
  ...["slow", "slower", "busy", "dated", "down", "ruled"],
].map((name) => `${name}.localhost`);

/** The page with which a host that has trouble refuses its first visitor. */
const TROUBLE = "/2";

describe(`dowser crawl of ${NAMES.length} hosts at once, as their servers see it`, () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-polite-"));
  const run = join(folder, "run");
  const refused = new Set<string>();
  let requests: readonly SeenRequest[] = [];
  /** The date that `dated.localhost` names: ms from the time origin of `performance.now()`. */
  let promisedAt = Number.NaN;

  before(async () => {
    const served = await serveHosts(answerOf, { takesMs: 15 });
    const file = join(folder, "project.yaml");
    const politeness = {
      ...{ contact: "test@dowser.example", allowLoopback: true },
      ...{ minDelayMs: MIN_DELAY_MS, minDelayPerAddressMs: 1 },
      ...{ concurrency: NAMES.length, maxAttempts: MAX_ATTEMPTS },
      // No page is tried again, so none may be late: a busy machine holds up twenty of them at once.
      timeoutMs: 600_000,
    };
    const seeds = { urls: NAMES.map((name) => `http://${name}:${served.port}/`) };
    const project = { name: "polite", strategy: "breadth-first", seeds, politeness };
    writeFileSync(file, JSON.stringify(project));
    const { code, stderr } = await startCli(["crawl", file, "--out", run]).done;
    assert.equal(code, 0, stderr);
    requests = served.requests;
    await served.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Each host has its pages and something to ask for. */
  function answerOf(host: string, path: string, port: number): readonly string[] | HostAnswer {
    if (path === "/robots.txt") return robotsOf(host);
    if (path === TROUBLE && !refused.has(host)) {
      refused.add(host);
      const trouble = troubleOf(host);
      if (trouble !== undefined) return trouble;
    }
    // All pages are known early, so that one which must wait holds up no other.
    const own = Array.from({ length: PAGES }, (_, page) => [`/${page}`, `/private/${page}`]).flat();
    return own.map((link) => `http://${host}:${port}${link}`);
  }

  function robotsOf(host: string): HostAnswer {
    const delayMs = CRAWL_DELAYS_MS[host];
    const delay = delayMs === undefined ? "" : `Crawl-delay: ${delayMs / 1_000}\n`;
    return { status: 200, body: `User-agent: *\n${delay}Disallow: /private/\n` };
  }

  function troubleOf(host: string): HostAnswer | undefined {
    if (host === "busy.localhost") {
      return { status: 429, headers: { "retry-after": String(RETRY_AFTER_MS / 1_000) } };
    }
    if (host === "dated.localhost") {
      // The header has whole seconds.
      const date = Math.floor((Date.now() + RETRY_DATE_MS) / 1_000) * 1_000;
      promisedAt = performance.now() + date - Date.now();
      return { status: 503, headers: { "retry-after": new Date(date).toUTCString() } };
    }
    return host === "down.localhost" ? { status: 503 } : undefined;
  }

  const of = (host: string) => requests.filter((request) => request.host === host);

  /** The pauses of a host from its trouble on, in ms: from the end of a request to the next one. */
  function pausesAfterTrouble(host: string): number[] {
    const inOrder = of(host);
    const first = inOrder.findIndex(({ path }) => path === TROUBLE);
    const since = inOrder.slice(first);
    return since.slice(1).map(({ startedAt }, index) => startedAt - (since[index]?.endedAt ?? 0));
  }

  function assertPauses(test: TestContext, host: string, leastMs: readonly number[]): void {
    const pauses = pausesAfterTrouble(host);
    const rounded = pauses.slice(0, 4).map(Math.round);
    test.diagnostic(`${host}: pauses of ${rounded.join(", ")} ms`);
    for (const [index, least] of leastMs.entries()) {
      const pause = pauses[index] ?? Number.NaN;
      assert.ok(pause >= least - ROUNDING_MS, `pause ${index + 1}: ${pause} ms`);
    }
    const tries = of(host).filter(({ path }) => path === TROUBLE);
    assert.equal(tries.length, MAX_ATTEMPTS);
    if (!IS_SLOW) return;
    const pause = leastPause(tries);
    assert.ok(pause >= LINK_WAIT_MS - ROUNDING_MS, `tried again after ${pause} ms`);
  }

  it("Every host gets a pause between the end of a request and the next, robots.txt included", (test) => {
    const pauses = NAMES.map((host) => leastPause(of(host)));
    test.diagnostic(`${requests.length} requests, least pause ${Math.min(...pauses)} ms`);
    for (const [index, pause] of pauses.entries()) {
      assert.ok(pause >= MIN_DELAY_MS - ROUNDING_MS, `${NAMES[index]}: ${pause} ms`);
    }
  });

  it("Every host is asked for one thing at a time, for its robots.txt first and once", () => {
    for (const host of NAMES) {
      assert.equal(mostAtOnce(of(host)), 1, host);
      const robots = of(host).flatMap(({ path }, index) => (path === "/robots.txt" ? [index] : []));
      assert.deepEqual(robots, [0], host);
    }
  });

  it("Hosts with a crawl delay get it", (test) => {
    for (const [host, delayMs] of Object.entries(CRAWL_DELAYS_MS)) {
      const pause = leastPause(of(host));
      test.diagnostic(`${host}: asks for ${delayMs} ms, least pause ${pause} ms`);
      assert.ok(pause >= delayMs - ROUNDING_MS, `${host}: ${pause} ms`);
    }
  });

  it("A host that answers 429 with Retry-After is left alone so long, then asked again", (test) => {
    assertPauses(test, "busy.localhost", [RETRY_AFTER_MS, BACK_OFF_MS[1], BACK_OFF_MS[2]]);
  });

  it("A host that answers 503 with a date is left alone until then, then asked again", (test) => {
    assertPauses(test, "dated.localhost", [MIN_DELAY_MS, BACK_OFF_MS[1], BACK_OFF_MS[2]]);
    const inOrder = of("dated.localhost");
    const first = inOrder.findIndex(({ path }) => path === TROUBLE);
    const late = (inOrder[first + 1]?.startedAt ?? Number.NaN) - promisedAt;
    test.diagnostic(`dated.localhost: asked again ${Math.round(late)} ms after its date`);
    assert.ok(late >= -ROUNDING_MS, `${late} ms after the date`);
  });

  it("A host that answers 503 without a word is asked again after a second, and slowly at first", (test) => {
    assertPauses(test, "down.localhost", BACK_OFF_MS);
  });

  it("No URL that robots.txt disallows is asked for, and every page beside them is", () => {
    assert.equal(requests.filter(({ path }) => path.startsWith("/private/")).length, 0);
    for (const host of NAMES) {
      const paths = of(host).map(({ path }) => path);
      // Seed, pages and robots.txt.
      assert.equal(new Set(paths).size, PAGES + 2, `${host}: ${paths.join(" ")}`);
    }
  });

  it("`dowser audit` confirms the crawl", async () => {
    const { code, stdout, stderr } = await runCli(["audit", run]);
    assert.equal(code, 0, stdout + stderr);
  });
});
