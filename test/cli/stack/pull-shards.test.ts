import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { readRun } from "../../../lib/cli/run/read-run.ts";
import { pullRun } from "../../../lib/cli/stack/pull-run.ts";
import { PROBE_GROUP } from "../../../lib/crawl/not-found-answers.ts";
import { sectionsAfter } from "../../../lib/domain/shards/sections.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { readSnapshot } from "../../../lib/stack/stack-snapshot.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { collect } from "../../support/collect.ts";
import type { Faults } from "../../support/mortal-processes.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const PEACE: Faults = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
const HOME = "http://site0.example/";
const PAGES = 30;

/** A tree over six sites; one leaf is absent. */
const script = Object.fromEntries(
  Array.from({ length: PAGES }, (_, page) => {
    const children = [2 * page + 1, 2 * page + 2].filter((child) => child <= PAGES);
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
  return page === 0 ? HOME : `http://site${page % 6}.example/${page}`;
}

async function aStackOf(shards: number): Promise<SimulatedStack> {
  const stack = new SimulatedStack(plan, scriptedWeb(script), 1, PEACE, 1_000, true, shards);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  return stack;
}

async function pulled(test: TestContext, stack: SimulatedStack): Promise<string> {
  const directory = join(aFolder(test), "bees");
  const target = { directory, answers: "all" as const, now: () => 0, show: () => {} };
  await pullRun(stack, await readSnapshot(stack), target);
  return directory;
}

/** Returns what a run knows of its URLs, without what depends on time. */
async function knownIn(directory: string) {
  const run = readRun(directory);
  const records = await collect(run.records.list());
  const { states } = await run.frontier.count();
  await run.close();
  const times = records.map(({ fetchedAt, fetchMs }) => fetchedAt + fetchMs);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    records.map(({ sequence }) => sequence),
    Array.from(times, (_, at) => at + 1),
  );
  const urls = records.map(({ url, host, group, state, reason, parent, depth }) => {
    // A probe is named by the page after which it was sent.
    return { url: group === PROBE_GROUP ? `probe of ${host}` : url, state, reason, parent, depth };
  });
  return { states, urls: urls.toSorted((a, b) => (a.url < b.url ? -1 : 1)) };
}

async function assertAuditedClean(directory: string): Promise<void> {
  const { code, stdout, stderr } = await runCli(["audit", directory]);
  assert.equal(code, 0, `${stdout}${stderr}`);
}

describe("a pulled crawl of several shards", () => {
  it("A pulled crawl of three shards is one run, as one shard would have crawled it", async (test) => {
    const [alone, divided] = [await aStackOf(1), await aStackOf(3)];
    await alone.crawl();
    await divided.crawl();
    const directory = await pulled(test, divided);
    assert.deepEqual(await knownIn(directory), await knownIn(await pulled(test, alone)));
    await assertAuditedClean(directory);
  });

  it("A crawl of two shards is pulled while it runs, with the links on their way between them", async (test) => {
    const stack = await aStackOf(2);
    const { write } = stack.keyValueStore;
    let found: string | undefined;
    // Stands still as soon as a link is on its way.
    stack.keyValueStore.write = async (name, value, version) => {
      const isWritten = await write(name, value, version);
      const [first, second] = [await stack.state(0), await stack.state(1)];
      if (found !== undefined || first?.shard === undefined || second?.shard === undefined)
        return isWritten;
      const sent = first.shard?.sent ?? [];
      const isBegun = first.status !== null && second.status !== null;
      if (!isBegun || sectionsAfter(sent, second.shard?.taken[0] ?? 0, 1).length === 0)
        return isWritten;
      found = await pulled(test, stack);
      return isWritten;
    };
    await stack.crawl();
    assert.ok(found !== undefined, "no link was on its way");
    const { states } = await knownIn(found);
    assert.ok(states.waiting > 0);
    await assertAuditedClean(found);
  });
});
