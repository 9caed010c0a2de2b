import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { bufferSource } from "../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../lib/adapters/warc/scan-warc.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import { exportAsked } from "../../lib/stack/make-export.ts";
import { parseRegister } from "../../lib/stack/stack-registers.ts";
import { createMemoryLabelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aProject } from "../support/a-bundle.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aRecord } from "../support/a-record.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";
import { memoryKeyValueStore } from "../support/memory-key-value-store.ts";
import { aFetchedPage, scriptedWeb } from "../support/scripted-web.ts";

const ASKED = { crawl: "c", at: 5, parts: null, records: 0 };

/** A stack that was asked for an export of a crawl of so many pages. */
async function anExport(pages: number, asked: object | undefined = ASKED) {
  const { records } = memoryPorts(scriptedWeb({}), aPlan());
  for (let page = 0; page < pages; page += 1)
    await records.put(aRecord(`http://a.example/${page}`));
  const [keyValueStore, blobs] = [memoryKeyValueStore(), memoryBlobStore()];
  await keyValueStore.write("planner", aPlannerState("c", aStatus()), 0);
  await keyValueStore.write("order", { crawl: "c", requested: "run", plan: "plans/c" }, 0);
  if (asked !== undefined) await keyValueStore.write("export", { ...ASKED, ...asked }, 0);
  const opened: unknown[] = [];
  let closed = 0;
  const ports = {
    ...{ keyValueStore, blobs, clock: fixedClock(7) },
    openRecords: async (journal: unknown) => {
      opened.push(journal);
      return { records, pages: { get: async () => undefined }, close: () => void (closed += 1) };
    },
    labels: createMemoryLabelStore(),
    readAnswers: async () => [],
    projectOf: async (_plan: string): Promise<Project> => aProject(),
    partLength: 1_000,
  };
  const register = async () => {
    const held = await keyValueStore.read("export");
    return held && parseRegister("export", held.value);
  };
  return { ports, records, blobs, opened, closed: () => closed, register, keyValueStore };
}

describe("an export in a stack", () => {
  it("An export in a stack has each record once, in order, in parts of bounded size", async () => {
    const { ports, blobs, opened, closed, register } = await anExport(10);
    assert.equal(await exportAsked(ports), "exported");
    const { parts, records, crawl, at } = (await register()) ?? {};
    assert.deepEqual([records, crawl, at], [10, "c", 5]);
    assert.ok(parts && parts.length > 1, `${parts?.length} parts`);
    assert.equal(parts[0], "exports/c/7/records-00001.jsonl.gz");
    const texts = parts.map((key) => gunzipSync(blobs.objects.get(key) ?? "").toString());
    assert.ok(texts.every((text) => text.length < 2_000));
    const urls = texts
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).url);
    assert.deepEqual(
      urls,
      Array.from({ length: 10 }, (_, page) => `http://a.example/${page}`),
    );
    assert.deepEqual([opened, closed()], [[[[1, 2]]], 1]);
  });

  it("An export in a stack is made once, and none that nobody asked for or of another crawl", async () => {
    const made = await anExport(1);
    await exportAsked(made.ports);
    assert.equal(await exportAsked(made.ports), "nothing-asked");
    for (const asked of [undefined, { crawl: "before" }]) {
      const { ports, opened } = await anExport(1, asked);
      if (asked === undefined) ports.keyValueStore = memoryKeyValueStore();
      assert.equal(await exportAsked(ports), "nothing-asked");
      assert.deepEqual(opened, []);
    }
  });

  it("An export in a stack leaves out the pages that sites reserve against the plan's purpose, and counts them", async () => {
    const { ports, records, blobs, register } = await anExport(1);
    const signals = ["content-usage: train-ai=n"];
    await records.put(aRecord("http://a.example/reserved", { page: { signals } }));
    const plans: string[] = [];
    const projectOf = async (plan: string) => {
      plans.push(plan);
      return aProject({ purpose: "train-ai" });
    };
    assert.equal(await exportAsked({ ...ports, projectOf }), "exported");
    const made = await register();
    assert.deepEqual([plans, made?.records, made?.reserved], [["plans/c"], 1, 1]);
    const [part = ""] = made?.parts ?? [];
    assert.doesNotMatch(gunzipSync(blobs.objects.get(part) ?? "").toString(), /reserved/);
  });

  it("An export in a stack has a column of each name under which a handler saved something", async () => {
    const { ports, records, blobs, register } = await anExport(1, { ...ASKED, format: "csv" });
    const saved = { price: "9 €", seen: { time: 0 } };
    await records.put(aRecord("http://a.example/jar", { page: { saved } }));
    const projectOf = async () => ({ ...aProject(), handler: true as const });
    assert.equal(await exportAsked({ ...ports, projectOf, partLength: 9_999 }), "exported");
    const [part = ""] = (await register())?.parts ?? [];
    const [names = "", ...rows] = gunzipSync(blobs.objects.get(part) ?? "")
      .toString()
      .trimEnd()
      .split(/\r?\n/);
    assert.match(names, /,saved_price,saved_seen$/);
    assert.deepEqual(
      rows.map((row) => row.split(",").slice(-2)),
      [
        ["", ""],
        ["9 €", "1970-01-01T00:00:00.000Z"],
      ],
    );
  });

  it("An export in a stack of target pages as CSV has one line of names, also in several parts", async () => {
    const asked = { ...ASKED, format: "csv", targets: true };
    const { ports, records, blobs, register } = await anExport(3, asked);
    for (const page of [7, 8, 9])
      await records.put(aRecord(`http://a.example/target-${page}`, { page: { isTarget: true } }));
    assert.equal(await exportAsked({ ...ports, partLength: 300 }), "exported");
    const { parts, records: rows } = (await register()) ?? {};
    assert.ok(parts && parts.length > 1, `${parts?.length} parts`);
    assert.equal(parts[0], "exports/c/7/targets-00001.csv.gz");
    // Put together, packed parts are one packed file.
    const packed = Buffer.concat(parts.map((key) => blobs.objects.get(key) ?? Buffer.of()));
    const [names = "", ...lines] = gunzipSync(packed).toString().trimEnd().split("\n");
    assert.match(names, /^url,host,title,rawTitle,text,/);
    assert.deepEqual(
      [rows, lines.map((line) => line.split(",")[0])],
      [3, [7, 8, 9].map((page) => `http://a.example/target-${page}`)],
    );
  });

  it("An export in a stack of a crawl without records has no part", async () => {
    const { ports, register } = await anExport(0);
    assert.equal(await exportAsked(ports), "exported");
    assert.deepEqual((await register())?.parts, []);
  });

  it("An export in a stack does not replace that of a faster one", async () => {
    const { ports, blobs, register } = await anExport(1);
    const faster = { ...ASKED, parts: ["exports/c/6/records-00001.jsonl.gz"], records: 1 };
    const { putNew } = blobs;
    Object.assign(blobs, {
      putNew: async (key: string, bytes: Uint8Array) => {
        const held = await ports.keyValueStore.read("export");
        await ports.keyValueStore.write("export", faster, held?.version ?? 0);
        return putNew(key, bytes);
      },
    });
    assert.equal(await exportAsked(ports), "overtaken");
    assert.deepEqual(await register(), faster);
  });
});

describe("an export in a stack that several processes make", () => {
  const EXPORTS = [
    ["records", {}],
    ["CSV", { format: "csv" }],
    ["JSON Lines", { format: "jsonl", allColumns: true }],
    ["JSON Lines with texts", { format: "jsonl", targets: true }],
    ["CSV with texts", { format: "csv", targets: true, text: "markdown" }],
    ["WARC", { format: "warc" }],
  ] as const;

  /** An export of some pages, of which sites reserve some, whose processes may die at a write and see time pass. */
  async function aLongExport(asked: object, dies = Infinity) {
    const made = await anExport(0, asked);
    for (let page = 0; page < 12; page += 1) {
      const signals = page % 5 === 2 ? ["content-usage: train-ai=n"] : [];
      const verdict = { signals, isTarget: true };
      await made.records.put(aRecord(`http://a.example/${page}`, { page: verdict }));
    }
    const get = async (url: Url) =>
      aFetchedPage(url, `<title>${url}</title><p>The text of ${url}, at length.</p>`);
    let [now, writes, isDead] = [10, 0, false];
    const mortal = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          if (typeof value !== "function") return value;
          return async (...given: readonly unknown[]) => {
            if (isDead) throw new Error("died");
            if (name !== "write" && name !== "putNew") return Reflect.apply(value, target, given);
            writes += 1;
            isDead = writes >= dies;
            // It dies before the write, or behind it.
            if (isDead && dies % 2 === 0) throw new Error("died");
            const answer = await Reflect.apply(value, target, given);
            if (isDead) throw new Error("died");
            return answer;
          };
        },
      });
    const clock = { ...fixedClock(0), now: () => (now += 1) };
    const projectOf = async () => aProject({ purpose: "train-ai" });
    const openRecords = async (journal: unknown) => {
      const opened = await made.ports.openRecords(journal);
      return { ...opened, pages: { get } };
    };
    const ports = { ...made.ports, clock, projectOf, openRecords, partLength: 300 };
    const { blobs, keyValueStore } = ports;
    const dying = { ...ports, blobs: mortal(blobs), keyValueStore: mortal(keyValueStore) };
    const file = async () => {
      const { parts, records, reserved } = (await made.register()) ?? {};
      const bytes = (parts ?? []).map((key) => made.blobs.objects.get(key) ?? Buffer.of());
      return { text: gunzipSync(Buffer.concat(bytes)).toString(), records, reserved };
    };
    const wait = (ms: number) => (now += ms);
    return { ...made, ports, dying, file, wait, died: () => isDead };
  }

  for (const [name, form] of EXPORTS) {
    it(`An export as ${name} that ends its time with each part goes on in the next process, and is the same file`, async () => {
      const asked = { ...ASKED, ...form };
      const whole = await aLongExport(asked);
      assert.equal(await exportAsked(whole.ports), "exported");
      const expected = await whole.file();
      assert.deepEqual([expected.records, expected.reserved], [10, 2]);
      const { ports, file, register, opened } = await aLongExport(asked);
      const ends: string[] = [];
      while (ends.at(-1) !== "exported" && ends.length < 30) {
        ends.push(await exportAsked(ports, 0));
        const { parts, sofar } = (await register()) ?? {};
        if (parts === null) assert.equal(sofar?.parts.length, ends.length);
      }
      assert.ok(
        ends.length > 3 && ends.slice(0, -1).every((end) => end === "goes-on"),
        ends.join(" "),
      );
      assert.equal(opened.length, ends.length);
      assert.deepEqual(await file(), expected);
    });

    it(`An export as ${name} whose process dies at any write is completed by the next one, and is the same file`, async () => {
      const asked = { ...ASKED, ...form };
      const whole = await aLongExport(asked);
      await exportAsked(whole.ports);
      const expected = await whole.file();
      for (let dies = 1; ; dies += 1) {
        const { ports, dying, file, wait, died, register } = await aLongExport(asked, dies);
        const said = await exportAsked(dying).catch(() => "died");
        if (!died()) break;
        if ((await register())?.parts === null) {
          const begun = ((await register())?.until ?? 0) > 0;
          if (begun) assert.equal(await exportAsked(ports), "under-way", `write ${dies}`);
          wait(900_000);
          assert.equal(await exportAsked(ports), "exported", `write ${dies}`);
        }
        assert.deepEqual(await file(), expected, `write ${dies}, ${said}`);
      }
    });
  }

  it("An export that fails is made by the next process at once, from where the last part ended", async () => {
    const { ports, blobs, register, file } = await aLongExport(ASKED);
    let puts = 0;
    const { putNew } = blobs;
    const failing = async (key: string, bytes: Uint8Array) => {
      puts += 1;
      if (puts === 3) throw new Error("no answer");
      return putNew(key, bytes);
    };
    await assert.rejects(exportAsked({ ...ports, blobs: { putNew: failing } }), /no answer/);
    const left = await register();
    assert.deepEqual([left?.parts, left?.until, left?.sofar?.parts.length], [null, 0, 2]);
    assert.equal(await exportAsked(ports), "exported");
    assert.equal((await file()).records, 10);
  });
});

describe("an export in a stack of other files", () => {
  const page = (name: string) =>
    `<title>${name}</title><p>Bees of ${name}. <a href="/late">late</a></p>`;
  const URLS = Array.from({ length: 40 }, (_, index) => `http://a.example/${index}`);

  /** A stack that was asked for an export in a format of a crawl whose pages are stored. */
  async function aStoredExport(format: string) {
    const script = Object.fromEntries(URLS.map((url) => [url, page(url)]));
    const plan = aPlan({ seeds: URLS.map((url) => aUrl(url)) });
    const crawl = memoryPorts(scriptedWeb(script), plan);
    await runCrawl(crawl, plan);
    const made = await anExport(0, { ...ASKED, format });
    let [reading, most] = [0, 0];
    // The first page comes when a second one is asked for.
    const second = Promise.withResolvers<void>();
    const get: typeof crawl.pages.get = async (url) => {
      reading += 1;
      most = Math.max(most, reading);
      if (reading > 1) second.resolve();
      if (format !== "parquet") await second.promise;
      const stored = await crawl.pages.get(url);
      reading -= 1;
      return stored;
    };
    const { records } = crawl;
    const openRecords = async () => ({ records, pages: { get }, close: () => {} });
    assert.equal(await exportAsked({ ...made.ports, openRecords }), "exported");
    const { parts = [], records: rows } = (await made.register()) ?? {};
    const bytes = (parts ?? []).map((key) => made.blobs.objects.get(key) ?? Buffer.of());
    return { parts: parts ?? [], rows, bytes, file: Buffer.concat(bytes), most };
  }

  it("Parts of Parquet are one file when they are put together, with a row a page", async () => {
    const { parts, rows, file } = await aStoredExport("parquet");
    assert.equal(parts[0], "exports/c/7/pages-00001.parquet");
    const found = await parquetReadObjects({ file: new Uint8Array(file).buffer });
    assert.deepEqual(
      found.map(({ url }) => url),
      URLS,
    );
    assert.equal(rows, URLS.length);
  });

  it("Parts of WARC are one file when they are put together; few pages are read at a time", async () => {
    const { parts, bytes, file, most } = await aStoredExport("warc");
    assert.ok(parts.length > 3 && parts[0] === "exports/c/7/pages-00001.warc.gz", parts.join(" "));
    assert.ok(bytes.every(({ length }) => length < 2_500));
    const source = bufferSource("pages.warc.gz", file);
    const tally = { damaged: 0, heldBytes: 0 };
    const found = await collect(scanWarc(source, tally));
    const answers = found.filter(({ head }) => head.type === "response");
    assert.deepEqual(
      answers.map(({ head }) => head.targetUri),
      URLS,
    );
    assert.equal(tally.damaged, 0);
    assert.ok(gunzipSync(file).includes("dowser-utility"));
    assert.ok(most > 1 && most <= 16, `${most} at a time`);
  });

  it("Parts of WACZ are one file when they are put together", async () => {
    const { parts, rows, file } = await aStoredExport("wacz");
    assert.equal(parts[0], "exports/c/7/pages-00001.wacz");
    assert.ok(file.subarray(0, 2).toString() === "PK" && file.includes("pages/pages.jsonl"));
    assert.equal(rows, URLS.length);
  });
});
