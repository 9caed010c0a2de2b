import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { bundleText } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aListedFailure } from "../../support/a-listed-page.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aServedStack, aStartedStack } from "../../support/a-served-stack.ts";
import { aUrl } from "../../support/a-url.ts";

describe("POST /labels", () => {
  const at = Date.UTC(2026, 10, 22);
  const good = aPage({ url: aUrl("https://bees.example/example") });

  async function labelling(
    test: TestContext,
    strategy: unknown = "best-first",
    topic: string | undefined = "bees",
  ) {
    const project = aProject({ strategy, scope: { dropParameters: ["utm_*"] } });
    const need = aNeed({ topic, good: [good] });
    const stack = await aStartedStack(test, bundleText(aBundle({ project, need })));
    await stack.listing.put(
      [await stack.store(1, "https://bees.example/a,b", "<p>honey</p>"), aListedFailure(2)],
      1,
    );
    await stack.report({ listedRecords: 2 });
    return stack;
  }

  it("POST /labels accepts stored pages and examples, with URLs as the crawl writes them", async (test) => {
    const { ask, ports } = await labelling(test);
    const lines =
      'url,label\r\nhttps://BEES.example/a,b?utm_a=1,good\n \n"https://bees.example/example" , bad\n';
    const { status, body } = await ask("POST", "/labels", lines);
    assert.equal(status, 201);
    const labels = [
      { at, url: "https://bees.example/a,b", label: 1 },
      { at, url: "https://bees.example/example", label: 0 },
    ];
    assert.deepEqual(body, { labels });
    assert.deepEqual(await ports.labels.list(), labels);
  });

  it("POST /labels accepts JSON with who labelled and why, and takes a label back", async (test) => {
    const { ask, ports } = await labelling(test);
    const url = "https://bees.example/a,b";
    const say = (label: object) => ask("POST", "/labels", JSON.stringify({ labels: [label] }));
    const first = await say({ url, label: "good", by: "Ada", note: "on hives" });
    assert.deepEqual([first.status, first.body["labels"]], [201, [{ at, url, label: 1 }]]);
    assert.equal((await say({ url, label: null, by: "Ben" })).status, 201);
    assert.deepEqual(await ports.labels.list(), [
      { at, url, label: 1, by: "Ada", note: "on hives" },
      { at, url, label: null, by: "Ben" },
    ]);
    for (const bad of [{ url, label: "fine" }, { url }, { url, label: "good", extra: 1 }])
      assert.equal((await say(bad)).body["code"], "bad-label");
    assert.equal((await ask("POST", "/labels", "{")).body["code"], "bad-label");
  });

  it("POST /labels accepts all labels or none", async (test) => {
    const { ask, ports } = await labelling(test);
    for (const [line, code] of [
      ["https://bees.example/2,good", "page-not-stored"],
      ["https://bees.example/unknown,good", "page-not-stored"],
      ["https://bees.example/a,b,fine", "bad-label"],
      ["good", "bad-label"],
      ["url,label", "bad-label"],
      ['"https://bees.example/a,b"c,good', "bad-url"],
      ['c"https://bees.example/a,b",good', "bad-url"],
      ["mailto:bee,good", "bad-url"],
    ]) {
      const { status, body } = await ask(
        "POST",
        "/labels",
        `https://bees.example/a,b,good\n${line}`,
      );
      assert.deepEqual([status, body.code], [400, code], line);
    }
    const { body: none } = await ask("POST", "/labels", "");
    assert.equal(none.code, "bad-label");
    assert.match(String(none.message), /: no line holds a label$/);
    assert.deepEqual(await ports.labels.list(), []);
  });

  it("POST /labels says which line is no label, and quotes no more of it than its beginning", async (test) => {
    const { ask } = await labelling(test);
    const long = `https://bees.example/${"x".repeat(1_000)},fine`;
    const { body } = await ask("POST", "/labels", `https://bees.example/a,b,good\n${long}`);
    assert.match(String(body.message), /: line 2: https:\/\/bees\.example\/x+$/);
    assert.ok(String(body.message).length < 300);
  });

  it("POST /labels accepts an example before the planner's first report", async (test) => {
    const { ask } = await aStartedStack(
      test,
      bundleText(aBundle({ need: aNeed({ good: [good] }) })),
    );
    assert.equal((await ask("POST", "/labels", `${good.url},bad\n`)).status, 201);
  });

  it("POST /labels refuses labels that leave the strategy nothing to look for", async (test) => {
    const strategy = { name: "commd", indicator: "topic" };
    const { ask, ports } = await labelling(test, strategy, "");
    const { status, body } = await ask("POST", "/labels", `${good.url},bad`);
    assert.deepEqual([status, body.code], [400, "no-need"]);
    assert.deepEqual(await ports.labels.list(), []);
    const both = `${good.url},bad\nhttps://bees.example/a,b,good`;
    assert.equal((await ask("POST", "/labels", both)).status, 201, "the stored page is wanted");
  });

  it("POST /labels knows no page before a crawl was started", async (test) => {
    const { ask } = await aServedStack(test);
    assert.equal((await ask("POST", "/labels", "https://a.example/,good")).body.code, "no-crawl");
  });
});
