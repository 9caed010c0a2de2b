import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, it, type TestContext } from "node:test";
import { recordOpener, recordReader } from "../../../functions/wiring/open-stores.ts";
import type { JournalPosition } from "../../../lib/ports/journal.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { collect } from "../../support/collect.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const PAGES = 30;

const urlOf = (page: number) => `http://a.example/${page}`;

/** A stack that has crawled pages, each of which leads to the next. */
async function aCrawledStack(folder?: string) {
  const pages = Array.from({ length: PAGES }, (_, page): [string, string] => [
    urlOf(page),
    `<title>Page ${page}</title><a href="${urlOf(page + 1)}">next</a>`,
  ]);
  const web = scriptedWeb(Object.fromEntries(pages));
  const project = aProject({ seeds: { urls: [urlOf(0)] }, strategy: { name: "breadth-first" } });
  const bundle = aBundle({ project });
  const stack = new SimulatedStack((await planOf(bundle)).plan, web, 1, CALM, 1_000, true);
  stack.folder = folder;
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  await stack.crawl();
  const { journal } = await readSnapshot(stack);
  return { stack, journal };
}

/** A reader whose files lie in a folder of the test, which counts the objects that it reads. */
function aReader(test: TestContext, { blobs }: SimulatedStack) {
  const folder = aFolder(test);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  test.after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  let objects = 0;
  const { read, discard } = recordReader({
    get: (key) => {
      objects += 1;
      return blobs.get(key);
    },
  });
  const records = async (position: JournalPosition) => {
    const opened = await read(position);
    return (await collect(opened.records.list())).length;
  };
  const taken = () => [objects, (objects = 0)][0];
  return { records, taken, discard, files: () => readdirSync(folder).length };
}

describe("the trainer's reader of records", () => {
  it("A reader that has read a part of a journal reads only the rest, in the same file", async (test) => {
    const { stack, journal } = await aCrawledStack();
    const [[epoch, segments] = [0, 0], ...later] = journal;
    assert.ok(segments > 2 && later.length === 0, JSON.stringify(journal));
    const { records, taken, files } = aReader(test, stack);
    const some = await records([[epoch, segments - 2]]);
    assert.equal(taken(), segments - 2);
    const all = await records(journal);
    assert.equal(taken(), 2);
    assert.ok(some < all, `${some} of ${all}`);
    assert.equal(all, PAGES + 1);
    assert.equal(files(), 1);
  });

  it("A reader of another crawl, or of one that was set back, begins again and leaves no file behind", async (test) => {
    const { stack, journal } = await aCrawledStack();
    const [[epoch, segments] = [0, 0]] = journal;
    const { records, taken, files } = aReader(test, stack);
    await records(journal);
    taken();
    await records([[epoch, segments - 2]]);
    assert.equal(taken(), segments - 2);
    assert.equal(files(), 1);
  });

  it("A reader that fails begins again the next time", async (test) => {
    const { stack, journal } = await aCrawledStack();
    const [[epoch, segments] = [0, 0]] = journal;
    const { records, files } = aReader(test, stack);
    await records([[epoch, segments - 1]]);
    await assert.rejects(records([[epoch, segments + 1]]), { code: "journal-damaged" });
    assert.equal(files(), 0);
    assert.equal(await records(journal), PAGES + 1);
    assert.equal(files(), 1);
  });
});

describe("the records that an export opens", () => {
  it("An export reads the records from a snapshot and what came after it, and makes room for a large one", async (test) => {
    const { stack, journal } = await aCrawledStack(aFolder(test));
    const { snapshots } = await stack.state();
    const { current } = snapshots;
    assert.ok(current);
    let [objects, rooms] = [0, 0];
    const blobs = {
      get: (key: string) => {
        objects += 1;
        return stack.blobs.get(key);
      },
    };
    const open = recordOpener(blobs, async () => void (rooms += 1));
    const listed = async (...from: Parameters<typeof open>) => {
      const { records, close } = await open(...from);
      const all = await collect(records.list());
      close();
      return [all, objects, (objects = 0)] as const;
    };
    const [whole, segments] = await listed(journal);
    assert.equal(whole.length, PAGES + 1);
    const [restored, parts] = await listed(journal, current);
    assert.deepEqual(restored, whole);
    assert.ok(parts < segments, `${parts} of ${segments}`);
    assert.equal(rooms, 0);
    const large = { ...current, bytes: 5e9, partBytes: 1e9, key: "journal/none" };
    assert.deepEqual((await listed(journal, large))[0], whole);
    assert.equal(rooms, 1);
  });

  it("A reader whose file is removed to make room restores it", async (test) => {
    const { stack, journal } = await aCrawledStack();
    const { records, discard, files } = aReader(test, stack);
    await records(journal);
    await discard();
    assert.equal(files(), 0);
    assert.equal(await records(journal), PAGES + 1);
  });
});
