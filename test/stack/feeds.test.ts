import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { open } from "../../lib/features/feeds/rule.ts";
import { rulesOf } from "../../lib/features/registry.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { type ChangingPage, changingWeb } from "../support/changing-web.ts";
import { collect } from "../support/collect.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const at = (path: string) => `http://a.example${path}`;
const page = (html: string): ChangingPage => ({ html, hasTag: true });
const atom = (...paths: readonly string[]) =>
  page(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${paths
      .map(
        (path) =>
          `<entry><title>${path}</title><link href="${at(path)}"/><updated>2026-11-02T10:00:00Z</updated></entry>`,
      )
      .join("")}</feed>`,
  );
const namesFeed = `<link rel="alternate" type="application/atom+xml" href="${at("/feed")}">`;

const SITE: readonly (readonly [string, ChangingPage])[] = [
  [at("/"), page(`<head>${namesFeed}</head>${linking(at("/about"))}`)],
  [at("/about"), page(linking(at("/")))],
  [at("/feed"), atom("/one", "/two")],
  [at("/empty"), atom()],
  [at("/one"), page(linking(at("/empty")))],
  [at("/two"), page(linking(at("/one")))],
  [at("/three"), page(linking(at("/one")))],
];

const said = (records: readonly PageRecord[]) =>
  records
    .map(({ url, reason, change, feed, parent, depth }) => [
      ...[url, reason, change, parent, depth],
      // Without the keys that are undefined: no stack sends them.
      JSON.stringify(feed),
    ])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));

describe("a stack that reads feeds", () => {
  it("A stack follows the items of feeds, keeps what they say whole, and asks in a recrawl whether one has changed", async () => {
    const plan = aPlan({ ...rulesOf(await open()), seeds: [aUrl(at("/"))] });
    const here = memoryPorts(changingWeb(SITE), plan);
    await runCrawl(here, plan);
    const web = changingWeb(SITE);
    const stack = new SimulatedStack(plan, web, 1, CALM, 1_000, true);
    await stack.crawl();
    const read = async () => {
      const { records, close } = await stack.stored();
      const all = await collect(records.list());
      close();
      return all;
    };
    const first = await read();
    assert.deepEqual(said(first), said(await recordsOf(here)));
    const feed = first.find(({ reason }) => reason === "feed");
    const { segment = "", offset = 0, length = 0 } = feed?.response ?? {};
    const member = await stack.blobs.get(segment, { offset, length });
    assert.equal(member?.length, length, "the feed is stored");
    assert.ok(feed?.feed?.validators?.etag);
    web.pages.set(aUrl(at("/empty")), atom("/three"));
    await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" });
    const changes = (await read()).map(({ url, reason, change }) => [
      new URL(url).pathname,
      `${reason} ${change}`,
    ]);
    assert.deepEqual(Object.fromEntries(changes), {
      ...{ "/": "page unchanged", "/about": "page unchanged", "/feed": "feed unchanged" },
      ...{ "/one": "page unchanged", "/two": "page unchanged", "/empty": "feed changed" },
      "/three": "page new",
    });
    assert.ok(web.unmodified.includes(aUrl(at("/feed"))), "asked by its tag");
  });
});
