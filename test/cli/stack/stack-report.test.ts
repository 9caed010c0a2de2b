import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { reportMaker } from "../../../functions/wiring/open-report.ts";
import { pullCrawls } from "../../../lib/cli/stack/stack-pull.ts";
import type { LabelEntry } from "../../../lib/ports/label-store.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, type PlanBundle, planOf } from "../../../lib/stack/bundle.ts";
import { reportAsked } from "../../../lib/stack/make-report.ts";
import { readRegister } from "../../../lib/stack/stack-registers.ts";
import type { StackReportFormat } from "../../../lib/stack/stack-state.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aUrl } from "../../support/a-url.ts";
import { anAssessedStack } from "../../support/an-assessed-stack.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { runCli } from "../../support/run-cli.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const SITES = 6;
const PAGES = 40;
const FORMATS = ["html", "json", "text"] as const satisfies readonly StackReportFormat[];

/** Pages on bees and on cars over several sites, in a tree; one link leads nowhere. */
const script = Object.fromEntries(
  Array.from({ length: PAGES }, (_, page) => [addressOf(page), pageOf(page)]),
);

function addressOf(page: number): string {
  return `http://site${page % SITES}.example/${page < SITES ? "" : page}`;
}

function pageOf(page: number): string {
  const about = page % 3 === 0 ? "Cars" : "Bees";
  const text = `${about} are seen in the gardens of the town all summer long, and the people who keep ${about} there told us how much they like them.`;
  const links = [3 * page + SITES, 3 * page + SITES + 1, 3 * page + SITES + 2]
    .filter((child) => child <= PAGES)
    .map((child) => `<a href="${addressOf(child)}">on hives ${child}</a>`);
  return `<html lang="en"><title>Page ${page}</title><p>${text}</p>${links.join(" ")}</html>`;
}

const PROJECT = {
  name: "bees",
  seeds: { urls: Array.from({ length: SITES }, (_, site) => addressOf(site)) },
  strategy: { name: "best-first" },
  need: { topic: "bees" },
};

/** A bundle of the project with these parts. */
function bundleOf(parts: Record<string, unknown> = {}): PlanBundle {
  const project = aProject({ ...PROJECT, ...parts });
  return aBundle({ project, need: aNeed({ topic: project.need.topic }) });
}

const LABELS: readonly LabelEntry[] = [
  { at: 1, url: aUrl(addressOf(4)), label: 1, by: "Ada" },
  { at: 1, url: aUrl(addressOf(3)), label: 0, by: "Ada" },
];

/** A stack that has crawled the pages, with labels. */
async function aCrawledStack(bundle: PlanBundle, labels = LABELS): Promise<SimulatedStack> {
  const { plan } = await planOf(bundle);
  const stack = new SimulatedStack(plan, scriptedWeb(script), 1, CALM, 1_000, true);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  await stack.labels.append(labels);
  await stack.crawl();
  return stack;
}

/** What a report is made from. */
type Stores = Pick<SimulatedStack, "keyValueStore" | "blobs" | "labels">;

/** The report that the stack makes. */
async function reportOf(stack: Stores, format: StackReportFormat, crawl: string): Promise<string> {
  const { keyValueStore, blobs } = stack;
  const { version } = await readRegister(keyValueStore, "report");
  const asked = { crawl, at: 1, format, key: null };
  assert.ok(await keyValueStore.write("report", asked, version));
  const clock = fixedClock(version);
  const made = await reportAsked({
    ...{ keyValueStore, blobs, clock },
    reportOf: reportMaker(stack, clock),
  });
  assert.equal(made, "reported");
  const { value } = await readRegister(keyValueStore, "report");
  return Buffer.from(blobs.objects.get(value?.key ?? "") ?? []).toString();
}

/** The reports that `dowser pull` and `dowser report` make of it. */
async function pulledReportsOf(
  test: TestContext,
  stack: Stores,
): Promise<Record<StackReportFormat, string>> {
  const cwd = aFolder(test);
  const target = { directory: join(cwd, "runs/bees"), now: () => 1, show: () => {} };
  const pulled = await pullCrawls(stack, await readSnapshot(stack), { ...target, answers: "all" });
  const place = pulled.length === 1 ? "runs/bees" : `runs/bees-${pulled.length}`;
  const run = async (...options: string[]) => {
    const { code, stdout, stderr } = await runCli(["report", place, ...options], { cwd });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const text = await run("--html", "report.html");
  const html = readFileSync(join(cwd, "report.html"), "utf8");
  return { html, text, json: await run("--json") };
}

/** The page says when it was made; a pulled run says of pages that they were judged again. */
function withoutTime(text: string): string {
  return text
    .replace(/<p>Written [^<]* by /, "<p>Written by ")
    .replaceAll(/; judged again with \d+ pages/g, "");
}

/** Every format of a stack's report is that of a pulled run. */
async function assertSameReports(
  test: TestContext,
  stack: Stores,
  crawl = "c1",
): Promise<Record<StackReportFormat, string>> {
  const pulled = await pulledReportsOf(test, stack);
  for (const format of FORMATS) {
    const made = await reportOf(stack, format, crawl);
    assert.equal(withoutTime(made), withoutTime(pulled[format]), format);
  }
  return pulled;
}

describe("a report that a stack makes", () => {
  it("A report of a stack is that of a pulled run, byte for byte but for the time", async (test) => {
    const { html, json, text } = await assertSameReports(test, await aCrawledStack(bundleOf()));
    const { fetched, targets, directory, seeds } = JSON.parse(json);
    assert.ok(fetched === PAGES && targets > 0, json);
    assert.deepEqual([directory, seeds.sites], ["runs/bees", SITES]);
    assert.match(text, /dowser export runs\/bees --relevant/);
    assert.match(html, /<svg class="wide"/);
    // The text of a page that is shown, read from the bucket.
    assert.match(html.replaceAll(/<\/?mark>/g, ""), /Bees are seen in the gardens/);
  });

  it("A report of a recrawl in a stack says what changed, as that of a pulled run does", async (test) => {
    const stack = await aCrawledStack(bundleOf());
    await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1", recrawlOf: "c1" });
    const { text, json } = await assertSameReports(test, stack, "c2");
    const { directory, changes } = JSON.parse(json);
    assert.deepEqual([directory, changes.known], ["runs/bees-2", PAGES]);
    assert.equal(changes.unchanged + changes.gone + changes.changed, PAGES);
    assert.match(text, /unchanged/);
  });

  it("A report of a stack says what its assessor read, as that of a pulled run does", async (test) => {
    const { stack } = await anAssessedStack({ assessor: { price: { in: 10, out: 50 } } });
    await stack.labels.append([{ at: 1, url: aUrl(addressOf(7)), label: 1, by: "Ada" }]);
    await stack.crawl();
    const { text, html } = await assertSameReports(test, stack);
    for (const report of [text, html]) assert.match(report, /read by m-2026, a machine: 149 pages/);
    assert.match(text, /people and it agree on 1 of the 1 pages/);
  });

  it("A report of a stack whose budget was spent counts what waits, as a pulled run does", async (test) => {
    const bundle = bundleOf({ budget: { pages: 12 }, need: { topic: "zebra" } });
    // By labels a pulled run judges all its pages again, which a stack does not.
    const { json, text } = await assertSameReports(test, await aCrawledStack(bundle, []));
    assert.ok(JSON.parse(json).states.waiting > 0, json);
    // Without targets the stored pages are read for the words of the topic.
    assert.match(text, /zebra/);
  });
});
