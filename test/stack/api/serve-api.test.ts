import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { costOf } from "../../../lib/domain/cost/cost.ts";
import { EXAMPLE_PROJECT } from "../../../lib/stack/api/routes.ts";
import {
  crawlSchema,
  healthSchema,
  htmlSchema,
  metricsSchema,
  pagesSchema,
} from "../../../lib/stack/api/schemas.ts";
import { bundleText, packBundle } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aServedStack, aStartedStack } from "../../support/a-served-stack.ts";
import { aStatus } from "../../support/a-stack.ts";
import { aUrl } from "../../support/a-url.ts";

const PLACE = { segment: "s", offset: 0, length: 1, digest: "d" };

const packed = (parts: Parameters<typeof aBundle>[0] = {}) =>
  packBundle(bundleText(aBundle(parts)));

describe("PUT /crawl", () => {
  it("PUT /crawl keeps the bundle, requests the crawl, and wakes the stack", async (test) => {
    const { ask, ports, order, woken } = await aServedStack(test);
    const text = bundleText(aBundle());
    const { status, body } = await ask("PUT", "/crawl", gzipSync(text));
    assert.equal(status, 201);
    assert.deepEqual(body, { crawl: "bees-20261122T000000000Z", requested: "run" });
    const kept = await order();
    assert.match(kept?.plan ?? "", /^plans\/sha256-[0-9a-f]{64}\.json$/);
    const bytes = await ports.blobs.get(kept?.plan ?? "");
    assert.equal(Buffer.from(bytes ?? []).toString(), text);
    assert.equal(woken(), 1);
  });

  it("PUT /crawl refuses a second crawl until the first has ended", async (test) => {
    const { ask, ports, report, stored } = await aStartedStack(test);
    const text = JSON.stringify({ ...EXAMPLE_PROJECT, need: { topic: "wasps" } });
    for (const state of [undefined, "running", "paused"] as const) {
      if (state !== undefined) await report({ state });
      const { status, body } = await ask("PUT", "/crawl", text);
      assert.deepEqual([status, body.code], [409, "crawl-active"]);
      assert.match(String(body.message), /already has a crawl: bees-/);
    }
    assert.equal(stored(), 1, "a bundle that is refused is not stored");
    await report({ state: "finished", end: "budget-pages" });
    ports.clock.now = () => Date.UTC(2026, 10, 23);
    assert.equal((await ask("PUT", "/crawl", text)).status, 201);
    const { body } = await ask("GET", "/crawl");
    assert.equal(body.state, "starting", "the first crawl's status is not the second's");
  });

  it("PUT /crawl refuses a project that cannot be crawled, and changes nothing", async (test) => {
    const { ask, order, woken } = await aServedStack(test);
    const composing = aProject({
      search: { provider: "local", compose: {} },
      need: { topic: "bees" },
    });
    for (const [text, code] of [
      [gzipSync("bees"), "plan-damaged"],
      [gzipSync("{}").subarray(0, 15), "plan-damaged"],
      [packed({ project: composing }), "project-not-for-stack"],
      [packed({ project: aProject({ seeds: {} }) }), "no-seeds"],
      [packed({ project: aProject({ politeness: {} }) }), "contact-missing"],
    ] as const) {
      const { status, body } = await ask("PUT", "/crawl", text);
      assert.deepEqual([status, body.code], [400, code]);
      assert.notEqual(body.hint, "");
    }
    const { status, body } = await ask("PUT", "/crawl", gzipSync(Buffer.alloc(2 << 20)));
    assert.deepEqual([status, body.code], [413, "plan-too-large"]);
    assert.equal(await order(), undefined);
    assert.equal(woken(), 0);
  });
});

describe("GET /health", () => {
  it("GET /health gives the parts of the stack as they are, and what is wrong with them", async (test) => {
    const { ask, ports, report } = await aStartedStack(test);
    await report();
    await ports.activity.suspend();
    const { status, body } = await ask("GET", "/health");
    assert.equal(status, 200);
    const { rules, deliversBatches, planner, problems } = healthSchema.parse(body);
    assert.deepEqual([rules, deliversBatches], [{ planner: false, trainer: false }, false]);
    assert.equal(planner.lastTickAt, 1);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["planner-rule-off", "trainer-rule-off", "delivery-off"],
    );
  });
});

describe("GET /crawl", () => {
  it("GET /crawl knows no crawl before the first start", async (test) => {
    const { ask } = await aServedStack(test);
    const { status, body } = await ask("GET", "/crawl");
    assert.deepEqual([status, body.code], [404, "no-crawl"]);
  });

  it("GET /crawl gives the requested state, and the crawl's own state once its planner reported it", async (test) => {
    const { ask, report } = await aStartedStack(test);
    const before = await ask("GET", "/crawl");
    assert.deepEqual([before.body.state, before.body.report], ["starting", null]);
    await report({ state: "finished", end: "budget-pages", listedRecords: 3, model: "" });
    const { status, body } = await ask("GET", "/crawl");
    assert.equal(status, 200);
    assert.deepEqual([body.state, body.end, body.listed], ["finished", "budget-pages", 3]);
    assert.equal(crawlSchema.parse(body).report?.targets, 1);
    assert.equal(body.model, null, "nothing was trained yet");
  });

  it("GET /crawl gives what the project's rule states of the recall, and null without a rule", async (test) => {
    const { ask, report } = await aStartedStack(test);
    await report();
    assert.equal((await ask("GET", "/crawl")).body.recall, null);
    const stated = { recall: 0.9, confidence: 0.95, isStated: false, least: 0.5 };
    const counts = { waiting: 9, found: 4, left: 4, draws: 7, hits: 1, byPeople: 0, level: 0.25 };
    const recall = { of: "discovered" as const, ...stated, ...counts };
    await report({ recall });
    const { body } = await ask("GET", "/crawl");
    assert.deepEqual(crawlSchema.parse(body).recall, recall);
  });

  it("GET /crawl reports an error when the planner's register is damaged", async (test) => {
    const { ask, ports } = await aStartedStack(test);
    await ports.keyValueStore.write("planner", { owner: 7 }, 0);
    const { status, body } = await ask("GET", "/crawl");
    assert.deepEqual([status, body.code], [500, "stack-state-damaged"]);
  });
});

describe("POST /crawl/pause, resume and stop", () => {
  it("POST /crawl/pause, resume and stop record the request and wake the stack; repeating one changes nothing", async (test) => {
    const { ask, ports, order, woken } = await aStartedStack(test);
    for (const [verb, wanted] of [
      ["pause", "pause"],
      ["resume", "run"],
      ["stop", "stop"],
    ] as const) {
      const { status, body } = await ask("POST", `/crawl/${verb}`);
      assert.deepEqual([status, body.requested], [202, wanted]);
      const version = (await ports.keyValueStore.read("order"))?.version;
      assert.equal((await ask("POST", `/crawl/${verb}`)).status, 202);
      assert.equal((await ports.keyValueStore.read("order"))?.version, version);
      assert.equal((await order())?.requested, wanted);
    }
    assert.equal(woken(), 7);
  });

  it("POST /crawl/pause, resume and stop cannot change an ending crawl, except to end it", async (test) => {
    const { ask } = await aStartedStack(test);
    await ask("POST", "/crawl/stop");
    for (const verb of ["pause", "resume"]) {
      const { status, body } = await ask("POST", `/crawl/${verb}`);
      assert.deepEqual([status, body.code], [409, "crawl-not-active"]);
      assert.match(String(body.message), /is ending$/);
    }
  });

  it("POST /crawl/pause, resume and stop cannot change a crawl that never started or has ended", async (test) => {
    const { ask, report } = await aServedStack(test);
    for (const verb of ["pause", "resume", "stop"]) {
      assert.equal((await ask("POST", `/crawl/${verb}`)).body.code, "no-crawl");
    }
    await ask("PUT", "/crawl", packed());
    await report({ state: "finished", end: "stopped" });
    for (const verb of ["pause", "resume", "stop"]) {
      const { body } = await ask("POST", `/crawl/${verb}`);
      assert.equal(body.code, "crawl-not-active");
      assert.match(String(body.message), /has ended$/);
    }
  });

  it("POST /crawl/pause, resume and stop are not lost when another order comes between", async (test) => {
    const { ask, ports, order } = await aStartedStack(test);
    const { read, write } = ports.keyValueStore;
    let between = 1;
    Object.assign(ports.keyValueStore, {
      read: async (name: string) => {
        const held = await read(name);
        if (name === "order" && held !== undefined && between > 0) {
          between -= 1;
          await write("order", { ...(held.value as object), requested: "pause" }, held.version);
        }
        return held;
      },
    });
    assert.equal((await ask("POST", "/crawl/stop")).status, 202);
    assert.equal((await order())?.requested, "stop");
  });

  it("POST /crawl/pause, resume and stop report an error when other orders keep coming between", async (test) => {
    const { ask, ports, woken } = await aStartedStack(test);
    Object.assign(ports.keyValueStore, { write: async () => false });
    const { status, body } = await ask("POST", "/crawl/stop");
    assert.deepEqual([status, body.code], [503, "order-contended"]);
    assert.equal(woken(), 1);
  });
});

describe("GET /pages", () => {
  async function listed(test: TestContext) {
    const stack = await aStartedStack(test);
    const pages = Array.from({ length: 25 }, (_, index) =>
      aListedPage(index + 1, {}, { isTarget: (index + 1) % 10 === 0 }),
    );
    await stack.listing.put(pages, 1);
    await stack.report({ listedRecords: 22 });
    return stack;
  }

  it("GET /pages gives pages in order, in parts, as far as the crawl has listed them", async (test) => {
    const { ask } = await listed(test);
    const seen: number[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const { body } = await ask("GET", `/pages?after=${after}&limit=10`);
      const { pages, next } = pagesSchema.parse(body);
      seen.push(...pages.map(({ sequence }) => sequence));
      after = next;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 22 }, (_, index) => index + 1),
    );
  });

  it("GET /pages gives targets only, when asked", async (test) => {
    const { ask } = await listed(test);
    const first = pagesSchema.parse((await ask("GET", "/pages?targets=true&limit=1")).body);
    assert.deepEqual([first.pages[0]?.sequence, first.next], [10, 10]);
    const rest = pagesSchema.parse((await ask("GET", "/pages?targets=true&after=10")).body);
    assert.deepEqual([rest.pages.length, rest.next], [1, null]);
  });

  it("GET /pages gives the pages of a host, and those of a score or more", async (test) => {
    const { ask, listing, report } = await aStartedStack(test);
    const pages = [0.2, 0.9, 0.7, 0.9].map((utility, index) => {
      const url = aUrl(`https://${index < 3 ? "bees" : "wasps"}.example/${index + 1}`);
      return aListedPage(index + 1, { url }, { utility });
    });
    await listing.put(pages, 1);
    await report({ listedRecords: 4 });
    for (const [query, sequences] of [
      ["minScore=0.7", [2, 3, 4]],
      ["host=wasps.example", [4]],
      ["host=BEES.example:443&minScore=0.9", []],
      ["host=BEES.example&minScore=0.9", [2]],
      ["host=bees.example&after=1&limit=1", [2]],
    ] as const) {
      const { body } = await ask("GET", `/pages?${query}`);
      const told = pagesSchema.parse(body).pages.map(({ sequence }) => sequence);
      assert.deepEqual(told, sequences, query);
    }
    const { status, body } = await ask("GET", "/pages?host=bees%20example");
    assert.deepEqual([status, body.code], [400, "bad-url"]);
  });

  it("GET /pages refuses invalid parameters", async (test) => {
    const { ask } = await listed(test);
    for (const query of [
      "limit=0",
      "limit=1001",
      "after=x",
      "targets=yes",
      "minScore=2",
      "befor=1",
    ]) {
      const { status, body } = await ask("GET", `/pages?${query}`);
      assert.deepEqual([status, body.code], [400, "bad-parameters"], query);
    }
  });

  it("GET /pages names each invalid parameter with its fault", async (test) => {
    const { ask } = await listed(test);
    const of = async (query: string) => (await ask("GET", `/pages?${query}`)).body.message;
    const form = /^wrong parameters for \/pages: after: [^;]+; limit: [^;]+$/;
    assert.match(String(await of("limit=0&after=-1")), form);
    assert.match(
      String(await of("befor=1")),
      /^wrong parameters for \/pages: Unrecognized key: "befor"$/,
    );
  });

  it("GET /pages gives no page before the planner's first report", async (test) => {
    const { ask } = await aStartedStack(test);
    assert.deepEqual((await ask("GET", "/pages")).body, { pages: [], next: null });
    assert.equal((await ask("GET", "/pages/1/html")).body.code, "no-such-page");
  });
});

describe("GET /pages/{sequence}/html", () => {
  it("GET /pages/{sequence}/html copies the page as it was fetched, in UTF-8, and signs its URL", async (test) => {
    const { ask, listing, ports, store, report } = await aStartedStack(test);
    await listing.put([await store(1, "https://bees.example/", "<p>honig süß</p>")], 1);
    await report({ listedRecords: 1 });
    const { status, body } = await ask("GET", "/pages/1/html");
    assert.equal(status, 200);
    const { url } = htmlSchema.parse(body);
    assert.match(url, /\/html\/sha256-[0-9a-f]{64}\.html\?signed$/);
    const key = new URL(url).pathname.slice(1);
    assert.equal(
      Buffer.from((await ports.blobs.get(key)) ?? []).toString(),
      "\uFEFF<p>honig süß</p>",
    );
    assert.deepEqual((await ask("GET", "/pages/1/html")).body, body, "the copy is made once");
  });

  it("GET /pages/{sequence}/html knows no unlisted page, and no HTML of other outcomes", async (test) => {
    const { ask, listing, store, report } = await aStartedStack(test);
    const lost = aListedPage(3, {}, { ref: { ...PLACE, segment: "pages/gone.warc.gz" } });
    const { page } = await store(4, "https://bees.example/4.pdf", "%PDF");
    const file = aListedPage(4, {}, { ref: page?.ref, type: "file" });
    await listing.put([aListedFailure(1), aListedPage(2), lost, file, aListedPage(5)], 1);
    await report({ listedRecords: 4 });
    for (const [sequence, status, code] of [
      [1, 404, "page-without-html"],
      [3, 404, "page-without-html"],
      [4, 404, "page-without-html"],
      [5, 404, "no-such-page"],
      [9, 404, "no-such-page"],
      ["x", 400, "bad-parameters"],
    ] as const) {
      const { status: given, body } = await ask("GET", `/pages/${sequence}/html`);
      assert.deepEqual([given, body.code], [status, code], `page ${sequence}`);
    }
  });
});

describe("GET /metrics", () => {
  it("GET /metrics gives totals, harvest rate and the cost by service", async (test) => {
    const { ask, report: tell } = await aStartedStack(test);
    const before = await ask("GET", "/metrics");
    assert.deepEqual(before.body.cost, { dollars: 0, services: {} });
    await tell();
    const { status, body } = await ask("GET", "/metrics");
    assert.equal(status, 200);
    const { cost, report } = metricsSchema.parse(body);
    assert.equal(cost.dollars, 0.25);
    assert.deepEqual(cost.services, costOf(aStatus().usage).services);
    assert.equal(report?.harvestRate, 1 / 3);
  });

  it("GET /metrics knows no crawl before the first start", async (test) => {
    const { ask } = await aServedStack(test);
    assert.equal((await ask("GET", "/metrics")).status, 404);
  });
});
