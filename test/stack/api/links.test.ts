import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toldLinkSchema } from "../../../lib/stack/api/asked-link.ts";
import { pageSchema } from "../../../lib/stack/api/schemas.ts";
import { readRegister, writeRegister } from "../../../lib/stack/stack-registers.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aStartedStack } from "../../support/a-served-stack.ts";
import { aUrl } from "../../support/a-url.ts";

const PLACE = { segment: "s", offset: 0, length: 1, digest: "d" };

describe("GET /links", () => {
  it("GET /links gives what is known of a URL, in any form, and the link that led to it", async (test) => {
    const { ask, listing, report } = await aStartedStack(test);
    const parent = aUrl("https://bees.example/");
    await listing.put(
      [
        aListedPage(1, { parent, priority: 0.8 }, { utility: 0.75, ref: PLACE }),
        { ...aListedFailure(2, "robots"), state: "refused", detail: "Disallow: /", linkModel: "" },
      ],
      1,
    );
    await report({ listedRecords: 2 });
    const { status, body } = await ask("GET", "/links?url=https://BEES.example/1%23top");
    assert.equal(status, 200);
    const page = pageSchema.parse(body);
    assert.deepEqual([page.sequence, page.utility, page.why, page.ref], [1, 0.75, "honey", PLACE]);
    assert.deepEqual(page.link, { parent, score: 0.8, model: "sha256:1", why: "bees" });
    const refused = pageSchema.parse((await ask("GET", "/links?url=https://bees.example/2")).body);
    assert.deepEqual([refused.state, refused.detail], ["refused", "Disallow: /"]);
    assert.deepEqual([refused.model, refused.link.model, refused.ref], [null, null, null]);
  });

  it("GET /links has the planner tell of a URL that is not listed, asks it once, and takes what it told a moment ago", async (test) => {
    const { ask, listing, ports, plannerCalls, report } = await aStartedStack(test);
    await listing.put([aListedPage(1), aListedPage(2)], 1);
    await report({ listedRecords: 1 });
    const queued = {
      ...({ state: "queued", reason: null, before: { all: 7, atHost: 2 } } as const),
      link: { parent: null, score: 0.5, model: null, why: "w", group: "", depth: 1, attempts: 0 },
    };
    const asked: string[] = [];
    const { callPlanner } = ports;
    ports.callPlanner = async () => {
      await callPlanner();
      const { value, version } = await readRegister(ports.keyValueStore, "links");
      assert.ok(value);
      asked.push(...value.asked);
      const told = value.asked.map((url) => ({ url, at: ports.clock.now(), ...queued }));
      await writeRegister(ports.keyValueStore, "links", { ...value, asked: [], told }, version);
    };
    for (const times of [1, 2]) {
      const { status, body } = await ask("GET", "/links?url=https://BEES.example/2%23top");
      assert.equal(status, 200);
      const { at: _at, crawl: _crawl, ...link } = toldLinkSchema.parse(body);
      const url = "https://bees.example/2";
      assert.deepEqual(link, { url, host: "bees.example", ...queued }, `time ${times}`);
    }
    assert.deepEqual([asked, plannerCalls()], [["https://bees.example/2"], 1]);
    await ports.clock.waitUntil(ports.clock.now() + 60_000);
    await ask("GET", "/links?url=https://bees.example/2");
    assert.equal(plannerCalls(), 2, "what was told a minute ago may have changed");
  });

  it("GET /links says to ask again where the planner does not answer in time, and refuses what is no URL", async (test) => {
    const { ask, plannerCalls } = await aStartedStack(test);
    for (const [url, status, code] of [
      ["https://bees.example/2", 503, "link-not-told"],
      ["mailto:bee", 400, "bad-url"],
      ["", 400, "bad-parameters"],
    ] as const) {
      const given = await ask("GET", `/links?url=${encodeURIComponent(url)}`);
      assert.deepEqual([given.status, given.body.code], [status, code], url);
    }
    assert.equal(plannerCalls(), 1);
  });
});
