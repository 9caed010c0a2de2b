import assert from "node:assert/strict";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { auditRun } from "../../../lib/cli/audit/audit.ts";
import { pullRun } from "../../../lib/cli/stack/pull-run.ts";
import { isInStack } from "../../../lib/domain/page/page-record.ts";
import type { ByteRange } from "../../../lib/ports/blob-store.ts";
import { type ReadableRun, readRun } from "../../../lib/run/folder/read-run.ts";
import type { PulledAnswers } from "../../../lib/run/stack/pull-pages.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { collect } from "../../support/collect.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const PAGES = 12;
const HOME = "https://bees.example/";

/** Every third page is of bees; the others are long enough that two targets are read one by one. */
const script = Object.fromEntries([
  [HOME, linking(...Array.from({ length: PAGES }, (_, page) => `/${page}`), "/gone")],
  ...Array.from({ length: PAGES }, (_, page) => [
    `${HOME}${page}`,
    page % 3 === 0 ? `${linking()}<p>bees bees bees keep bees` : `${linking()}${noise(page)}`,
  ]),
]);

/** Text that compresses badly. */
function noise(seed: number): string {
  const words = Array.from({ length: 3_000 }, (_, word) =>
    Math.imul(word + 1, 2_654_435_761 + seed).toString(36),
  );
  return `<p>${words.join(" ")}`;
}

const bundle = aBundle({
  project: aProject({ seeds: { urls: [HOME] }, strategy: { name: "breadth-first" } }),
  need: aNeed({ topic: "bees", bad: [aPage()] }),
});

describe("the answers of a pulled run", () => {
  let stack: SimulatedStack;
  before(async () => {
    const peace = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
    const { plan } = await planOf(bundle);
    stack = new SimulatedStack(plan, scriptedWeb(script), 1, peace, 1_000, true);
    await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
    await stack.crawl();
  });

  /** Pulls, and counts the requests for pages and their bytes. */
  async function pull(test: TestContext, answers: PulledAnswers) {
    const directory = join(aFolder(test), "bees");
    const reads: number[] = [];
    const blobs = {
      async get(key: string, range?: ByteRange) {
        const bytes = await stack.blobs.get(key, range);
        if (key.startsWith("pages/")) reads.push(bytes?.length ?? 0);
        return bytes;
      },
    };
    const { keyValueStore, labels } = stack;
    const stores = { keyValueStore, labels, blobs };
    const target = { directory, answers, now: () => 0, show: () => {} };
    const extent = await pullRun(stores, await readSnapshot(stores), target);
    const run = readRun(directory);
    test.after(() => run.close());
    return { directory, run, extent, reads, bytes: reads.reduce((sum, each) => sum + each, 0) };
  }

  const recordsOf = ({ records }: ReadableRun) => collect(records.list());

  it("A pull of target pages has their content, and of the others all but the content", async (test) => {
    const { run, extent } = await pull(test, "targets");
    const records = await recordsOf(run);
    const targets = records.filter(({ page }) => page?.isTarget);
    assert.ok(targets.length > 1 && targets.length < PAGES, `${targets.length} targets`);
    assert.deepEqual(
      [extent.copied.answers, extent.left.answers],
      [targets.length, PAGES + 1 - targets.length],
    );
    for (const { url, page } of records) {
      const stored = await run.pages.get(url);
      assert.equal(stored !== undefined, page?.isTarget === true, url);
      if (page?.ref !== undefined) assert.equal(isInStack(page.ref), !page.isTarget, url);
    }
    const whole = await recordsOf((await pull(test, "all")).run);
    const comparable = (some: typeof records) =>
      some.map(({ page, ...record }) => ({
        ...record,
        page: page && { ...page, ref: page.ref?.digest },
      }));
    assert.deepEqual(comparable(records), comparable(whole));
  });

  it("A pull of target pages transfers hardly more than their bytes", async (test) => {
    const { extent, reads, bytes } = await pull(test, "targets");
    assert.ok(reads.length > 1, "pages in between are not read");
    assert.ok(bytes < extent.copied.bytes + 4_444 * reads.length, `${bytes} bytes`);
    assert.ok(bytes < extent.left.bytes, `${bytes} bytes`);
  });

  it("A pull without pages reads no page, and with all pages each object once", async (test) => {
    const none = await pull(test, "none");
    assert.deepEqual([none.reads.length, none.extent.copied], [0, { answers: 0, bytes: 0 }]);
    const all = await pull(test, "all");
    assert.deepEqual(all.extent.copied, none.extent.left);
    const objects = new Set(
      (await recordsOf(none.run)).flatMap(({ page }) => page?.ref?.segment ?? []),
    );
    assert.equal(all.reads.length, objects.size);
    assert.equal(all.bytes, all.extent.copied.bytes);
  });

  for (const answers of ["targets", "none"] as const) {
    it(`A pull with ${answers === "none" ? "no pages" : "target pages"} serves audit, report, why and export`, async (test) => {
      const { directory, extent } = await pull(test, answers);
      const checks = await auditRun(directory, { replay: false });
      assert.deepEqual(
        checks.flatMap(({ reported }) => reported),
        [],
      );
      const notes = checks.find(({ check }) => check === "warc")?.notes;
      assert.deepEqual(notes, [`${extent.left.answers} answers left in the stack, not read`]);
      const words = [
        ["report", directory, "--json"],
        ["why", directory, `${HOME}1`],
        ["export", directory, "--format", "jsonl"],
      ];
      for (const each of words) {
        const { code, stdout, stderr } = await runCli(each);
        assert.equal(code, 0, stderr);
        assert.ok(stdout.length > 0, each.join(" "));
      }
    });
  }

  it("`dowser pull` refuses --relevant with --no-pages", async () => {
    for (const named of ["--relevant", "--targets"]) {
      const { code, stderr } = await runCli(["pull", named, "--no-pages"]);
      assert.equal(code, 2);
      assert.match(stderr, /--(?:relevant|targets).* cannot be used with .*--no-pages/);
    }
  });
});
