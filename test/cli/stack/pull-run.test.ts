import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { appendToRunLog } from "../../../lib/adapters/files/file-run-log.ts";
import { payloadDigest } from "../../../lib/adapters/warc/write-warc.ts";
import { openGate, openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { forgetText } from "../../../lib/cli/forget/forget.ts";
import { pullRun } from "../../../lib/cli/stack/pull-run.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { openRun } from "../../../lib/run/folder/open-run.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { RUN_FILES } from "../../../lib/run/folder/run-database.ts";
import { runProject } from "../../../lib/run/folder/run-project.ts";
import type { PullExtent, PulledAnswers } from "../../../lib/run/stack/pull-pages.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import type { PlannerState } from "../../../lib/stack/stack-state.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aPolicy } from "../../support/a-crawl.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { type Faults } from "../../support/mortal-processes.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";
import { findings } from "../../support/spoilt-run.ts";

const PEACE: Faults = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
const CRUEL: Faults = {
  whose: ["planner", "harvester"],
  ...{ death: 0.05, deaths: 6, redelivery: 0.3, stall: 0.01, lateness: 0.2 },
};
const HOME = "http://a.example/";
const PAGES = 40;
const NOW = Date.UTC(2026, 10, 22);

/** A tree, so that each page has one parent in whatever order pages are fetched; one leaf is absent. */
const script = Object.fromEntries(
  Array.from({ length: PAGES }, (_, page) => {
    const children = [3 * page + 1, 3 * page + 2, 3 * page + 3].filter((child) => child <= PAGES);
    return [addressOf(page), linking(...children.map(addressOf))];
  }),
);
const bundle = aBundle({
  project: aProject({ seeds: { urls: [HOME] }, strategy: { name: "breadth-first" } }),
  // Without a bad page the judge would learn from the first pages, by the order of answers.
  need: aNeed({ topic: "bees", bad: [aPage()] }),
});
const { plan } = await planOf(bundle);

function addressOf(page: number): string {
  return page === 0 ? HOME : `http://${["a", "b", "c"][page % 3]}.example/${page}`;
}

/** A stack that has crawled the tree. */
async function aCrawledStack(faults = PEACE, seed = 1): Promise<SimulatedStack> {
  const stack = new SimulatedStack(plan, scriptedWeb(script), seed, faults, 1_000, true);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  await stack.crawl();
  return stack;
}

async function pull(
  stack: Pick<SimulatedStack, "keyValueStore" | "blobs" | "labels">,
  directory: string,
  answers: PulledAnswers = "all",
): Promise<PullExtent> {
  // Small segments, so that there are several.
  const target = { directory, answers, now: () => NOW, show: () => {}, maxSegmentBytes: 4_000 };
  return pullRun(stack, await readSnapshot(stack), target);
}

/** Makes the register name less of the journal: the stack as it was before. */
async function rewind(stack: SimulatedStack, segments: number): Promise<PlannerState> {
  const before = await stack.state();
  const journal = before.journal.slice(0, 1).map(([epoch]) => [epoch, segments] as const);
  await tell(stack, { ...before, journal });
  return before;
}

async function tell({ keyValueStore }: SimulatedStack, state: PlannerState): Promise<void> {
  const { version } = (await keyValueStore.read("planner")) ?? { version: 0 };
  assert.ok(await keyValueStore.write("planner", state, version));
}

async function recordsIn(directory: string): Promise<PageRecord[]> {
  const run = readRun(directory);
  try {
    return await collect(run.records.list());
  } finally {
    await run.close();
  }
}

/** What both engines must agree on. */
function comparable(records: readonly PageRecord[]) {
  const own = { sequence: 0, fetchedAt: 0, fetchMs: 0 };
  return records
    .map(({ page, ...record }) => ({
      ...record,
      ...own,
      page: page && { ...page, ref: page.ref?.digest },
    }))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

/** The same plan, crawled on this machine. */
async function embedded(directory: string): Promise<PageRecord[]> {
  const run = await openRun(directory, runProject(bundle.project, []), aPolicy(plan));
  const ports = { ...run.stores, web: scriptedWeb(script), gate: openGate };
  await runCrawl(ports, plan, new AbortController().signal);
  await run.close();
  return recordsIn(directory);
}

/** Every page of a run lies where its record says, and is what it says. */
async function assertReadable(directory: string): Promise<number> {
  const run = readRun(directory);
  let pages = 0;
  for await (const { url, page } of run.records.list()) {
    if (page === undefined) continue;
    const stored = await run.pages.get(url);
    assert.equal(payloadDigest(stored?.body ?? new Uint8Array()), page.ref?.digest, url);
    assert.ok(existsSync(join(directory, RUN_FILES.pages, page.ref?.segment ?? "none")), url);
    pages += 1;
  }
  await run.close();
  return pages;
}

const directoryOf = (test: TestContext): string => join(aFolder(test), "bees");

describe("a pulled run", () => {
  let stack: SimulatedStack;
  before(async () => {
    stack = await aCrawledStack();
  });

  it("A pulled run has the records of the same crawl on this machine", async (test) => {
    const directory = directoryOf(test);
    await pull(stack, directory);
    const records = await recordsIn(directory);
    assert.equal(records.length, PAGES + 1);
    assert.deepEqual(comparable(records), comparable(await embedded(directoryOf(test))));
  });

  it("A pulled run has every page, in segments that follow each other", async (test) => {
    const directory = directoryOf(test);
    await pull(stack, directory);
    assert.equal(await assertReadable(directory), PAGES);
    const segments = readdirSync(join(directory, RUN_FILES.pages)).toSorted();
    assert.ok(segments.length > 1);
    assert.equal(segments[0], "pages-00001.warc.gz");
  });

  it("A pulled run has every page once, whatever failed in the stack", async (test) => {
    let requests = 0;
    for (let seed = 1; seed <= 5; seed += 1) {
      const directory = directoryOf(test);
      // Planners do more than harvesters: if both may die, all deaths are theirs.
      const whose = [seed % 2 === 0 ? "planner" : "harvester"] as const;
      // A link whose harvester dies three times is given up, with all that is behind it.
      const deaths = seed % 2 === 0 ? CRUEL.deaths : 2;
      const troubled = await aCrawledStack({ ...CRUEL, whose, deaths }, seed);
      requests += troubled.requests.length;
      await pull(troubled, directory);
      assert.equal(await assertReadable(directory), PAGES);
      const web = await openRecordedWeb([join(directory, RUN_FILES.pages)]);
      assert.deepEqual([web.size, web.report.duplicates, web.report.damaged], [PAGES, 0, 0]);
      web.close();
    }
    assert.ok(requests > 5 * (PAGES + 1), "some pages were harvested again");
  });

  it("A pulled run is a recording", async (test) => {
    const directory = directoryOf(test);
    await pull(stack, directory);
    const web = await openRecordedWeb([join(directory, RUN_FILES.pages)]);
    const limits = { bodyBytes: 100_000, timeoutMs: 1_000 };
    const outcome = await web.fetch(aUrl(addressOf(5)), limits);
    assert.ok(outcome.kind === "page");
    assert.equal(Buffer.from(outcome.body).toString(), script[addressOf(5)]);
    web.close();
  });

  it("A pulled run serves the commands that read runs", async (test) => {
    const directory = directoryOf(test);
    await pull(stack, directory);
    const report = await runCli(["report", directory, "--json"]);
    assert.equal(report.code, 0, report.stderr);
    assert.equal(JSON.parse(report.stdout).fetched, PAGES);
    const exported = await runCli(["export", directory, "--format", "records"]);
    assert.equal(exported.code, 0, exported.stderr);
    assert.equal(exported.stdout.trim().split("\n").length, PAGES + 1);
    const learnt = await runCli(["export", directory, "--model"]);
    assert.equal(learnt.code, 0, learnt.stderr);
    assert.equal(JSON.parse(learnt.stdout).examples.pages.length, 20);
    const why = await runCli(["why", directory, addressOf(20)]);
    assert.equal(why.code, 0, why.stderr);
    assert.match(why.stdout, /by model sha256:\w+, trained on 0 pages/);
    const labels = await runCli(["label", "list", directory]);
    assert.equal(labels.code, 0, labels.stderr);
  });

  it("A pulled run has plan, log, models and cost", async (test) => {
    const directory = directoryOf(test);
    await pull(stack, directory);
    const read = (name: string) => JSON.parse(readFileSync(join(directory, name), "utf8"));
    assert.equal(read("project.json").web, "live");
    assert.equal(read(RUN_FILES.need).topic, "bees");
    const { status } = await stack.state();
    const { usage, cost, dollars, at } = read(RUN_FILES.cost);
    assert.deepEqual({ usage, dollars, at }, { usage: status?.usage, dollars: 0, at: NOW });
    assert.equal(cost.total, 0);
    const run = readRun(directory);
    const events = await run.log.list();
    assert.deepEqual([events[0]?.kind, events.at(-1)?.kind], ["trained", "finished"]);
    const model = events[0]?.detail["model"];
    assert.ok(typeof model === "string" && (await run.models.get(model)) !== undefined);
    await run.close();
  });
});

describe("a pull", () => {
  it("A pull copies a crawl as far as it has come, and later replaces it", async (test) => {
    const stack = await aCrawledStack();
    const directory = directoryOf(test);
    const state = await rewind(stack, 3);
    await pull(stack, directory);
    const first = await recordsIn(directory);
    assert.ok(first.length > 0 && first.length < PAGES, `${first.length} records`);
    await assertReadable(directory);
    writeFileSync(join(directory, "notes.txt"), "mine");
    mkdirSync(join(directory, RUN_FILES.training));
    await tell(stack, state);
    await pull(stack, directory);
    assert.equal((await recordsIn(directory)).length, PAGES + 1);
    assert.equal(await assertReadable(directory), PAGES);
    assert.equal(readFileSync(join(directory, "notes.txt"), "utf8"), "mine");
    assert.ok(existsSync(join(directory, RUN_FILES.training)));
    assert.deepEqual(readdirSync(dirname(directory)), [basename(directory)]);
  });

  it("A pull copies the stack's labels, and keeps those given here", async (test) => {
    const stack = await aCrawledStack();
    const [a, b, c] = [1, 2, 3].map((at) => ({ at, url: aUrl(addressOf(at)), label: 1 }));
    assert.ok(a && b && c);
    await stack.labels.append([a]);
    const directory = directoryOf(test);
    await pull(stack, directory);
    const run = readRun(directory);
    await run.labels.append([b]);
    await run.close();
    await stack.labels.append([c]);
    await pull(stack, directory);
    const again = readRun(directory);
    assert.deepEqual(await again.labels.list(), [a, c, b]);
    await again.close();
  });

  it("A pull replaces an earlier pull that a newer version of Dowser has migrated since", async (test) => {
    const stack = await aCrawledStack();
    const directory = directoryOf(test);
    await pull(stack, directory);
    const log = join(directory, RUN_FILES.log);
    appendToRunLog(log, { at: 1, kind: "migrated", detail: { from: 6, to: 7 } });
    await pull(stack, directory);
    assert.doesNotMatch(readFileSync(log, "utf8"), /migrated/);
  });

  it("A pull is refused when another run is in the directory, and changes nothing there", async (test) => {
    const stack = await aCrawledStack();
    const directory = directoryOf(test);
    await embedded(directory);
    const before = readFileSync(join(directory, RUN_FILES.log), "utf8");
    await assert.rejects(pull(stack, directory), { code: "not-a-pulled-run" });
    assert.equal(readFileSync(join(directory, RUN_FILES.log), "utf8"), before);
    assert.deepEqual(readdirSync(dirname(directory)), [basename(directory)]);
    writeFileSync(join(directory, "project.json"), JSON.stringify({ seed: 7, web: "live" }));
    await assert.rejects(pull(stack, directory), { code: "run-of-another-project" });
    const files = directoryOf(test);
    mkdirSync(files);
    writeFileSync(join(files, "thesis.tex"), "");
    await assert.rejects(pull(stack, files), { code: "not-a-pulled-run" });
  });

  it("A pull is refused where pages of an earlier one were forgotten: it would bring them back", async (test) => {
    const stack = await aCrawledStack();
    const directory = directoryOf(test);
    await pull(stack, directory);
    const run = readRun(directory);
    const records = await collect(run.records.list());
    const url = records.find(({ page }) => page !== undefined)?.url ?? "";
    await run.close();
    await forgetText(directory, [url], { reason: "asked", dryRun: false, json: true });
    assert.deepEqual(await findings(directory), []);
    await assert.rejects(pull(stack, directory), { code: "not-a-pulled-run" });
    assert.doesNotMatch(
      await succeed("export", directory, "--format", "jsonl"),
      new RegExp(`"url":"${url}"`),
    );
  });

  it("A pull leaves nothing behind when the journal or an object is damaged", async (test) => {
    const damages = [
      ["journal/", "journal-damaged"],
      ["pages/", "stack-object-damaged"],
      ["models/", "stack-object-damaged"],
      ["plans/", "plan-missing"],
    ] as const;
    for (const [prefix, code] of damages) {
      const stack = await aCrawledStack();
      const key = (await collect(stack.blobs.list(prefix))).at(-1) ?? "";
      const bytes = stack.blobs.objects.get(key) ?? new Uint8Array();
      const directory = directoryOf(test);
      stack.blobs.objects.delete(key);
      await assert.rejects(pull(stack, directory), { code });
      assert.deepEqual(readdirSync(dirname(directory)), []);
      stack.blobs.objects.set(key, bytes.subarray(0, bytes.length - 1));
      if (prefix !== "plans/") await assert.rejects(pull(stack, directory), { code });
      assert.deepEqual(readdirSync(dirname(directory)), []);
    }
  });

  it("A pull starts again after another was killed, before or between its renames", async (test) => {
    const stack = await aCrawledStack();
    const directory = directoryOf(test);
    await pull(stack, directory);
    mkdirSync(`${directory}.pull-new`);
    writeFileSync(join(`${directory}.pull-new`, "half"), "");
    await pull(stack, directory);
    assert.ok(!existsSync(join(directory, "half")));
    writeFileSync(join(directory, "notes.txt"), "mine");
    renameSync(directory, `${directory}.pull-old`);
    await pull(stack, directory);
    assert.ok(existsSync(join(directory, "notes.txt")));
    assert.deepEqual(readdirSync(dirname(directory)), [basename(directory)]);
  });

  it("A pull waits for a crawl to begin", async () => {
    const stack = new SimulatedStack(plan, scriptedWeb(script), 1, PEACE, 0);
    await assert.rejects(readSnapshot(stack), { code: "no-crawl" });
    await stack.keyValueStore.write("order", { crawl: "c1", requested: "run", plan: "plans/1" }, 0);
    await assert.rejects(readSnapshot(stack), { code: "crawl-not-begun", reaction: "retry" });
  });
});
