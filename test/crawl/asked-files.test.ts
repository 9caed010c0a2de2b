import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULTS } from "../../lib/config/defaults.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { compileScope } from "../../lib/domain/frontier/scope.ts";
import type { RequestMethod } from "../../lib/domain/web/http/fetch-outcome.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { CALM } from "../support/mortal-processes.ts";
import { aFetchedPage, linking, type Script, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const SITE = "http://site.example";
const FILES = { mediaTypes: ["application/pdf"], fetch: false };
const DELAY_MS = 1_000;

const GET_NEEDED = { kind: "get-needed", status: 405, headers: [] } as const;
const unread = (url: string) =>
  aFetchedPage(aUrl(url), "", {
    mediaType: "application/pdf",
    headers: [["content-length", "7000"]],
    truncated: true,
  });

/** A host that refuses HEAD of two of its three files. */
const SCRIPT: Readonly<Record<string, Script>> = {
  [`${SITE}/`]: linking("/a.pdf", "/b.pdf", "/c.pdf", "/d"),
  [`${SITE}/a.pdf`]: unread(`${SITE}/a.pdf`),
  [`${SITE}/b.pdf`]: [GET_NEEDED, unread(`${SITE}/b.pdf`)],
  [`${SITE}/c.pdf`]: [GET_NEEDED, aFetchedPage(aUrl(`${SITE}/c.pdf`), "<p>Sign in.</p>")],
  [`${SITE}/d`]: "<p>a page</p>",
};

const seeds = [aUrl(`${SITE}/`)];
const rules = { ...DEFAULTS.scope, skipExtensions: [] };
const plan = aPlan({ files: FILES, seeds, scope: compileScope(rules, { seeds, year: 2026 }) });

describe("a crawl that only asks for files", () => {
  it("A crawl counts HEAD as a request: the GET after it waits for the delay of the host", async () => {
    const web = scriptedWeb(SCRIPT);
    const ports = memoryPorts(web, plan, { minDelayMs: DELAY_MS });
    const asked: (readonly [at: number, method: RequestMethod, path: string])[] = [];
    const fetch: typeof web.fetch = (url, limits, method = "GET") => {
      asked.push([ports.clock.now(), method, url.slice(SITE.length)]);
      return web.fetch(url, limits, method);
    };
    await runCrawl({ ...ports, web: { ...web, fetch } }, plan);
    const lines = asked.map(([, method, path]) => `${method} ${path}`);
    assert.deepEqual(lines.toSorted(), [
      ...["GET /", "GET /b.pdf", "GET /c.pdf", "GET /d"],
      ...["HEAD /a.pdf", "HEAD /b.pdf", "HEAD /c.pdf"],
    ]);
    const times = asked.map(([at]) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    assert.ok(Math.min(...gaps) >= DELAY_MS, gaps.join(" "));
    const targets = (await recordsOf(ports)).filter(({ page }) => page?.isTarget === true);
    assert.deepEqual(
      targets.map(({ url, page }) => [url.slice(SITE.length), page?.file?.declaredBytes]),
      [
        ["/a.pdf", 7_000],
        ["/b.pdf", 7_000],
      ],
    );
  });

  it("A stack asks as a crawl on one machine does, whichever of its harvesters has the link", async () => {
    const stack = new SimulatedStack(plan, scriptedWeb(SCRIPT), 1, CALM, DELAY_MS);
    await stack.crawl();
    await assertSound(stack, "files");
    const { records, close } = await stack.stored();
    const { pages, targets } = await records.totals();
    close();
    assert.deepEqual([pages, targets], [5, 2]);
  });
});
