import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { forgettableOpener } from "../../functions/wiring/open-stores.ts";
import { createBlobModelStore } from "../../lib/adapters/blobs/blob-pages.ts";
import { erasedMember, eraseMembers } from "../../lib/adapters/warc/erase-members.ts";
import { bufferSource } from "../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../lib/adapters/warc/scan-warc.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import type { ListedCrawl } from "../../lib/ports/page-listing.ts";
import { bundleText, planOf } from "../../lib/stack/bundle.ts";
import { forgetAsked } from "../../lib/stack/forget-asked.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import { aBundle, aProject } from "../support/a-bundle.ts";
import { aUrl } from "../support/a-url.ts";
import { changingWeb } from "../support/changing-web.ts";
import { collect } from "../support/collect.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { memoryPageListing } from "../support/memory-page-listing.ts";
import { CALM } from "../support/mortal-processes.ts";
import { recordFilesOf, rowsOfFile } from "../support/record-files.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const SECRET = "Annsecretname";
const [HOME, ANN, BEES, WAX, LATE] = [
  aUrl("http://a.example/"),
  aUrl("http://a.example/people/ann"),
  aUrl("http://a.example/bees"),
  aUrl("http://a.example/wax"),
  aUrl("http://a.example/late"),
] as const;

function html(title: string, ...links: readonly (readonly [url: string, anchor: string])[]) {
  const anchors = links.map(([url, anchor]) => `<p><a href="${url}">${anchor}</a> of bees</p>`);
  return `<title>${title}</title><p>Bees and honey of ${title}.</p>${anchors.join("")}`;
}

const PAGES = () =>
  [
    [HOME, html("home", [ANN, "people"], [BEES, "honey"])],
    [ANN, html(`Bees of ${SECRET}`, [BEES, `honey by ${SECRET}`], [WAX, `wax by ${SECRET}`])],
    [BEES, html("bees", [HOME, "home"])],
    [WAX, html("wax")],
  ] as const;

/** A stack that has crawled a site, and come back to it. */
async function aCrawledStack() {
  const seeds = { urls: [HOME] };
  const bundle = aBundle({ project: aProject({ seeds }) });
  const planned = await planOf(bundle);
  const plan = { ...planned.plan, limits: { ...planned.plan.limits, timeoutMs: 1_000 } };
  const web = changingWeb(PAGES().map(([url, text]) => [url, { html: text, hasTag: true }]));
  const stack = new SimulatedStack(plan, web, 1, CALM, 1_000, true);
  const text = bundleText(bundle);
  await stack.blobs.putNew("plans/1", Buffer.from(text));
  await stack.crawl();
  await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" });
  const ports = {
    keyValueStore: stack.keyValueStore,
    blobs: stack.blobs,
    labels: stack.labels,
    changeLabels: async () => [],
    listingOf: () => stack.listing,
    models: createBlobModelStore(stack.blobs),
    clock: fixedClock(stack.now + 600_000),
    openForgettable: forgettableOpener(stack.blobs, fixedClock(stack.now)),
    readPlan: async () => ({ plan, policy: stack.policy, bundle }),
    usage: () => NO_USAGE,
  };
  /** Asks to forget, as the API does, and does it. */
  async function forget(reason: string | null, ...rules: readonly string[]) {
    const { version } = await readRegister(stack.keyValueStore, "forget");
    const asked = { crawl: "c2", at: stack.now, rules: [...rules], reason };
    await stack.keyValueStore.write("forget", { ...asked, found: null, fault: null }, version);
    const said = await forgetAsked(ports);
    return { said, ...(await readRegister(stack.keyValueStore, "forget")).value };
  }
  return { stack, web, ports, forget };
}

/** Returns what an object of the bucket says, unpacked. */
async function contentOf(key: string, bytes: Uint8Array): Promise<string | Buffer> {
  const packed = Buffer.from(bytes);
  if (key.endsWith(".parquet")) return JSON.stringify(await rowsOfFile(bytes));
  if (key.startsWith("journal/") && key.endsWith(".zst")) return zstdDecompressSync(packed);
  return key.endsWith(".gz") ? gunzipSync(packed) : packed;
}

/** Returns the keys of objects, registers and listed pages that have a text. */
async function placesOf({ stack }: Awaited<ReturnType<typeof aCrawledStack>>, text: string) {
  const objects: (readonly [string])[] = [];
  for (const [key, bytes] of stack.blobs.objects)
    if ((await contentOf(key, bytes)).includes(text)) objects.push([key]);
  const registers: string[] = [];
  for (const name of ["order", "planner", "trained", "frontier", "links", "export", "report"]) {
    const held = await stack.keyValueStore.read(name);
    if (JSON.stringify(held ?? null).includes(text)) registers.push(name);
  }
  const listed = await stack.listing.select({}, { after: 0, upTo: 1_000, limit: 1_000 });
  const rows = listed.filter((page) => JSON.stringify(page).includes(text));
  return [...objects.map(([key]) => key), ...registers, ...rows.map(({ url }) => url)];
}

describe("forgetting in a stack", () => {
  it("No object, register or listed page has a text of a forgotten page, and nothing else is lost", async () => {
    const crawled = await aCrawledStack();
    const { stack, forget } = crawled;
    const before = await placesOf(crawled, SECRET);
    for (const folder of [
      "pages/c1",
      "journal/",
      "records/crawl=c1",
      "records/crawl=c2",
      "http://",
    ])
      assert.ok(
        before.some((key) => key.startsWith(folder)),
        `${folder}: ${before.join(" ")}`,
      );
    const dry = await forget(null, "/people/*");
    assert.equal(dry.said, "counted");
    assert.deepEqual(await placesOf(crawled, SECRET), before);
    const done = await forget("asked by letter", "/people/*");
    assert.equal(done.said, "forgotten", JSON.stringify(done));
    assert.deepEqual(done.found, dry.found);
    assert.deepEqual([done.found?.records, done.found?.pages, done.found?.answers], [2, 2, 2]);
    assert.deepEqual(await placesOf(crawled, SECRET), []);
    assert.deepEqual(await collect(stack.blobs.list("batches/")), []);
    const stored = await stack.stored();
    const records = await collect(stored.records.list());
    const ends = records.map(({ url, state, reason }) => `${url} ${state} ${reason}`);
    assert.deepEqual(ends.toSorted(), [
      `${HOME} fetched page`,
      `${BEES} fetched page`,
      `${ANN} refused forgotten`,
      `${WAX} fetched page`,
    ]);
    for (const { url, page } of records)
      assert.equal((await stored.pages.get(url)) !== undefined, page !== undefined, url);
    stored.close();
    const { status, until } = await stack.state();
    assert.deepEqual([status?.state, until], ["finished", 0]);
    for (const crawl of ["c1", "c2"]) {
      const rows = [...(await recordFilesOf(stack.blobs.objects, crawl)).values()].flat();
      assert.deepEqual(
        rows.map(({ url, reason, title }) => [url, reason, title !== null].join(" ")).toSorted(),
        records
          .map(({ url, page }) => `${url} ${page ? "page true" : "forgotten false"}`)
          .toSorted(),
        crawl,
      );
    }
  });

  it("Files of a crawl of which only its list is left lose the page, too, and those without a list go", async () => {
    const crawled = await aCrawledStack();
    const { stack, forget, ports } = crawled;
    const { objects } = stack.blobs;
    const keyOf = (crawl: string) => `records/crawl=${crawl}/0000000000000001.parquet`;
    const file = objects.get(keyOf("c2")) ?? Buffer.of();
    for (const crawl of ["before", "unlisted"]) objects.set(keyOf(crawl), file);
    const none = memoryPageListing();
    const listingOf = ({ crawl, records }: ListedCrawl) =>
      crawl === "unlisted" || records === "packed" ? none : stack.listing;
    Object.assign(ports, { listingOf });
    await forget("asked by letter", "/people/*");
    assert.deepEqual(await placesOf(crawled, SECRET), []);
    const rows = await rowsOfFile(objects.get(keyOf("before")) ?? Buffer.of());
    assert.deepEqual(new Set(rows.map(({ url }) => url)), new Set([HOME, BEES, ANN, WAX]));
    assert.equal(rows.length, 4);
    assert.equal(objects.has(keyOf("unlisted")), false);
  });

  it("The same request again finds nothing more, and a recrawl does not bring the page back", async () => {
    const { stack, web, forget } = await aCrawledStack();
    await forget("asked by letter", "/people/*");
    const again = await forget("asked by letter", "/people/*");
    const { found } = again;
    assert.equal(again.said, "forgotten", JSON.stringify(again));
    assert.deepEqual([found?.records, found?.pages, found?.answers, found?.models], [0, 0, 0, 0]);
    const other = aUrl("http://a.example/people/bob");
    const fresh = html("bees, changed", [ANN, "her"], [other, "him"], [LATE, "late"]);
    web.pages.set(BEES, { html: fresh, hasTag: true });
    web.pages.set(other, { html: html("Bob"), hasTag: true });
    web.pages.set(LATE, { html: html("late"), hasTag: true });
    const asked = stack.requests.length;
    await stack.crawl({ crawl: "c3", requested: "run", plan: "plans/1", recrawlOf: "c2" });
    const requests = stack.requests.slice(asked).map(({ url }) => url);
    assert.deepEqual(requests.toSorted(), [HOME, BEES, WAX, LATE].toSorted());
    const stored = await stack.stored();
    assert.equal((await stored.records.get(other))?.reason, "forgotten");
    stored.close();
  });

  it("A process that dies at any write is completed by the same request", async () => {
    for (let dies = 1; ; dies += 1) {
      const crawled = await aCrawledStack();
      const { stack, ports } = crawled;
      const asked = { crawl: "c2", at: stack.now, rules: ["/people/*"], reason: "asked" };
      await stack.keyValueStore.write("forget", { ...asked, found: null, fault: null }, 0);
      let [writes, isDead] = [0, false];
      const mortal = <Port extends object>(port: Port): Port =>
        new Proxy(port, {
          get(target, name, receiver) {
            const value: unknown = Reflect.get(target, name, receiver);
            if (typeof value !== "function") return value;
            return (...given: readonly unknown[]) => {
              if (["write", "replace", "remove", "putNew"].includes(String(name))) writes += 1;
              isDead ||= writes >= dies;
              if (isDead) throw new Error("died");
              return Reflect.apply(value, target, given);
            };
          },
        });
      const blobs = mortal(ports.blobs);
      const dying = {
        ...ports,
        blobs,
        keyValueStore: mortal(ports.keyValueStore),
        models: createBlobModelStore(blobs),
        openForgettable: forgettableOpener(blobs, ports.clock),
      };
      const said = await forgetAsked(dying).catch(() => "died");
      if (said === "died") assert.equal(await forgetAsked(ports), "forgotten", `write ${dies}`);
      assert.deepEqual(await placesOf(crawled, SECRET), [], `write ${dies}`);
      const { until, status } = await stack.state();
      assert.deepEqual([until, status?.state], [0, "finished"], `write ${dies}`);
      if (said === "forgotten") break;
    }
  });

  it("It is refused while a planner has the stack, and the refusal is told", async () => {
    const { stack, forget } = await aCrawledStack();
    const held = await stack.keyValueStore.read("planner");
    const state = { ...(await stack.state()), until: stack.now + 10_000_000 };
    await stack.keyValueStore.write(
      "planner",
      JSON.parse(JSON.stringify(state)),
      held?.version ?? 0,
    );
    const { said, fault, found } = await forget("asked", "/people/*");
    assert.deepEqual([said, fault?.code, found], ["failed", "forget-needs-rest", null]);
  });
});

describe("erased records of a WARC file", () => {
  it("An erased record is as long as the one before, and the others stay readable where they are", async () => {
    const { stack } = await aCrawledStack();
    for (const [key, bytes] of stack.blobs.objects) {
      if (!key.startsWith("pages/")) continue;
      const erased = await eraseMembers(key, bytes, (url) => url === ANN);
      assert.equal(erased.bytes.length, bytes.length);
      assert.equal((await eraseMembers(key, erased.bytes, (url) => url === ANN)).count, 0);
      const before = await collect(scanWarc(bufferSource(key, Buffer.from(bytes)), aTally()));
      const tally = aTally();
      const after = await collect(scanWarc(bufferSource(key, erased.bytes), tally));
      assert.deepEqual(
        after.map(({ offset, length }) => [offset, length]),
        before.map(({ offset, length }) => [offset, length]),
      );
      assert.equal(tally.damaged, 0);
      assert.ok(!gunzipSync(erased.bytes).includes(SECRET));
    }
  });

  it("A member of any length from the shortest on can be erased", () => {
    for (let length = 21; length < 700; length += 1) {
      const member = erasedMember("name", length);
      assert.equal(member.length, length);
      gunzipSync(member);
    }
  });
});

function aTally() {
  return { damaged: 0, heldBytes: 0 };
}
