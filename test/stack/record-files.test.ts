import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { listedPage } from "../../lib/domain/page/page-record.ts";
import { RECORDS_A_FILE } from "../../lib/project/stack-limits.ts";
import { recordFileKey } from "../../lib/stack/record-files.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { recordFilesOf, rowOfPage } from "../support/record-files.ts";
import { samplingStrategy } from "../support/sampling-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { movingSeeds } from "../support/slow.ts";

/** A web of so many pages on some hosts, each of which links to two others and to a page that is not there. */
function aWeb(pages: number, hosts: number) {
  const url = (page: number) => `http://bees-${page % hosts}.example/${page % pages}`;
  const script = Object.fromEntries(
    Array.from({ length: pages }, (_, page) => [
      url(page),
      linking(url(2 * page + 1), url(2 * page + 2), `${url(0)}/absent`),
    ]),
  );
  return { web: scriptedWeb(script), seed: aUrl(url(0)) };
}

const SMALL = aWeb(40, 1);

function aStack(site: ReturnType<typeof aWeb>, seed: number, faults: Faults, plan: object = {}) {
  const whole: CrawlPlan = aPlan({ seeds: [site.seed], ...plan });
  return new SimulatedStack(whole, site.web, seed, faults, 1_000);
}

/** Asserts that the files of a crawl have each of its records once, as the crawl has it now. */
async function assertFiled(stack: SimulatedStack, crawl: string, told: string) {
  const { records, close } = await stack.stored();
  const done = (await collect(records.list())).map(listedPage);
  close();
  const files = await recordFilesOf(stack.blobs.objects, crawl);
  const expected = Map.groupBy(done, ({ sequence }) => recordFileKey(crawl, sequence));
  assert.deepEqual([...files.keys()], [...expected.keys()].toSorted(), told);
  assert.deepEqual([...files.values()].flat(), done.map(rowOfPage), told);
  return done.length;
}

describe("the records of a crawl as files", () => {
  for (const [name, plan] of [
    ["a crawl", {}],
    ["a crawl whose need is updated", { strategy: samplingStrategy }],
  ] as const)
    it(`The files of ${name} have each record once as the crawl has it, whatever dies and comes twice`, async () => {
      for (const seed of movingSeeds(2, 300)) {
        const stack = aStack(SMALL, seed, CRUEL, plan);
        await stack.crawl();
        assert.equal((await stack.state()).status?.state, "finished", `seed ${seed}`);
        assert.equal(await assertFiled(stack, "c1", `seed ${seed}`), 41, `seed ${seed}`);
      }
    });

  it("A file has 1,024 records, the last one those that are left", async () => {
    const site = aWeb(1_100, 50);
    const stack = aStack(site, 3, CRUEL);
    await stack.crawl();
    const count = await assertFiled(stack, "c1", "all");
    assert.ok(count > RECORDS_A_FILE && count < 2 * RECORDS_A_FILE, String(count));
    const files = await recordFilesOf(stack.blobs.objects, "c1");
    assert.deepEqual(
      [...files].map(([key, rows]) => [key, rows.length]),
      [
        ["records/crawl=c1/0000000000000001.parquet", RECORDS_A_FILE],
        ["records/crawl=c1/0000000000001025.parquet", count - RECORDS_A_FILE],
      ],
    );
  });

  it("A crawl that pauses has all its records in files, and goes on in the same file", async () => {
    const stack = aStack(SMALL, 1, CALM);
    await stack.crawl(undefined, 20_000);
    await stack.crawl({ crawl: "c1", requested: "pause", plan: "plans/1" });
    assert.equal((await stack.state()).status?.state, "paused");
    const some = await assertFiled(stack, "c1", "paused");
    assert.ok(some > 0 && some < 41, String(some));
    await stack.crawl();
    assert.equal(await assertFiled(stack, "c1", "ended"), 41);
  });

  it("A label judges the pages of files again that were full long ago", async () => {
    const site = aWeb(1_100, 50);
    const plan = aPlan({ seeds: [site.seed], strategy: labelledStrategy });
    const stack = new SimulatedStack(plan, site.web, 3, CALM, 1_000, true);
    await stack.crawl(undefined, 120_000);
    await stack.crawl({ crawl: "c1", requested: "pause", plan: "plans/1" });
    assert.ok((await assertFiled(stack, "c1", "before")) > RECORDS_A_FILE);
    const key = recordFileKey("c1", 1);
    const before = stack.blobs.objects.get(key);
    await stack.labels.append([{ at: stack.now, url: site.seed, label: 1 }]);
    await stack.crawl();
    await assertFiled(stack, "c1", "after");
    assert.notDeepEqual(stack.blobs.objects.get(key), before);
  });

  it("A crawl that an older version began is in files from its first record on, and so is the next one", async () => {
    const stack = aStack(SMALL, 1, CALM);
    await stack.crawl(undefined, 20_000);
    for (const key of [...stack.blobs.objects.keys()])
      if (key.startsWith("records/")) stack.blobs.objects.delete(key);
    const { filed: _, ...older } = await stack.state();
    const held = await stack.keyValueStore.read("planner");
    await stack.keyValueStore.write(
      "planner",
      JSON.parse(JSON.stringify(older)),
      held?.version ?? 0,
    );
    await stack.crawl();
    assert.equal(await assertFiled(stack, "c1", "older"), 41);
    await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1" });
    await assertFiled(stack, "c2", "next");
    assert.equal((await recordFilesOf(stack.blobs.objects, "c1")).size, 1);
  });
});
