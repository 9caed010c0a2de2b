import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, it, type TestContext } from "node:test";
import { recordReader } from "../../../functions/wiring/open-stores.ts";
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
async function aCrawledStack() {
  const pages = Array.from({ length: PAGES }, (_, page): [string, string] => [
    urlOf(page),
    `<title>Page ${page}</title><a href="${urlOf(page + 1)}">next</a>`,
  ]);
  const web = scriptedWeb(Object.fromEntries(pages));
  const project = aProject({ seeds: { urls: [urlOf(0)] }, strategy: { name: "breadth-first" } });
  const bundle = aBundle({ project });
  const stack = new SimulatedStack((await planOf(bundle)).plan, web, 1, CALM, 1_000, true);
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
  const read = recordReader({
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
  return { records, taken, files: () => readdirSync(folder).length };
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
