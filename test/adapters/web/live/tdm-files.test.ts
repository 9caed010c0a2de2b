import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRobotsGate } from "../../../../lib/adapters/web/live/robots-gate.ts";
import { aUrl } from "../../../support/a-url.ts";
import { memoryRobotsCache } from "../../../support/memory-robots-cache.ts";
import { fixedClock } from "./support/fixed-clock.ts";
import { aFailure, aTextPage } from "./support/outcomes.ts";
import { scriptedWeb } from "./support/scripted-web.ts";

const ROBOTS = "http://site.example/robots.txt";
const TDM_FILE = "http://site.example/.well-known/tdmrep.json";
const PAGE = aUrl("http://site.example/page");
const START = 1_000_000;
const DAY = 86_400_000;
const RESERVING = aTextPage('[{"location": "/", "tdm-reservation": 1}]');
const ALLOWED = { kind: "allowed", crawlDelayMs: undefined } as const;
const RESERVED = { ...ALLOWED, signals: ["tdm-reservation: 1"] };

/** A gate that reads TDM files, one second between two requests, unless it is said otherwise. */
function scene(
  script: Parameters<typeof scriptedWeb>[0],
  { minDelayMs = 1_000, mines = true } = {},
) {
  const web = scriptedWeb(script);
  const clock = fixedClock(START);
  const told: string[] = [];
  const settings = {
    ...{ web, clock, productToken: "Dowser", minDelayMs, maxCrawlDelayMs: 30_000 },
    ...(mines && { purpose: "research-tdm" as const }),
    sharedCache: memoryRobotsCache(),
    onAnswer: async ({ kind }: { readonly kind: string }) => void told.push(kind),
  };
  return { another: () => createRobotsGate(settings), web, clock, told };
}

describe("the TDM file of a host", () => {
  it("The TDM file is asked for after robots.txt, with the host's delay between all requests", async () => {
    const { another, web, clock, told } = scene({
      [ROBOTS]: aTextPage(""),
      [TDM_FILE]: RESERVING,
    });
    const gate = another();
    const later = { kind: "later", reason: "robots-fetched", crawlDelayMs: undefined } as const;
    assert.deepEqual(await gate.admit(PAGE), { ...later, retryAt: START + 1_000 });
    assert.deepEqual(web.asked, [ROBOTS]);
    clock.time += 1_000;
    assert.deepEqual(await gate.admit(PAGE), { ...later, retryAt: START + 2_000 });
    assert.deepEqual(web.asked, [ROBOTS, TDM_FILE]);
    clock.time += 1_000;
    assert.deepEqual(await gate.admit(PAGE), RESERVED);
    assert.deepEqual([web.asked.length, told], [2, ["robots", "tdmrep"]]);
  });

  it("The TDM file is asked for once a day, by one of all gates with a shared cache", async () => {
    const script = { [ROBOTS]: aTextPage(""), [TDM_FILE]: RESERVING };
    const { another, web, clock } = scene(script, { minDelayMs: 0 });
    const admissions = await Promise.all([another(), another()].map((gate) => gate.admit(PAGE)));
    assert.deepEqual(admissions, [RESERVED, RESERVED]);
    const count = web.asked.filter((url) => url === TDM_FILE).length;
    assert.deepEqual(await another().admit(PAGE), RESERVED);
    assert.equal(web.asked.filter((url) => url === TDM_FILE).length, count);
    clock.time += DAY;
    await another().admit(PAGE);
    assert.equal(web.asked.filter((url) => url === TDM_FILE).length, count + 1);
  });

  it("A TDM file that is missing, unreadable or out of reach says nothing", async () => {
    const answers = [aFailure("server-error", 503), aFailure("timeout"), aTextPage("<html>")];
    for (const answer of answers) {
      const script = { [ROBOTS]: aTextPage(""), [TDM_FILE]: answer };
      assert.deepEqual(await scene(script, { minDelayMs: 0 }).another().admit(PAGE), ALLOWED);
    }
  });

  it("The TDM file is not asked for where robots.txt forbids it or the page, nor without need", async () => {
    for (const [rules, mines] of [
      ["User-agent: *\nDisallow: /.well-known/", true],
      ["User-agent: *\nDisallow: /page", true],
      ["", false],
    ] as const) {
      const { another, web } = scene(
        { [ROBOTS]: aTextPage(rules), [TDM_FILE]: RESERVING },
        { minDelayMs: 0, mines },
      );
      await another().admit(PAGE);
      assert.deepEqual(web.asked, [ROBOTS]);
    }
  });
});
