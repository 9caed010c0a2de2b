import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fitModel } from "../../lib/crawl/train-model.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { parseRegister } from "../../lib/stack/stack-registers.ts";
import { proposedModel, trainBeside } from "../../lib/stack/trainer.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aRecord } from "../support/a-record.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";
import { memoryKeyValueStore } from "../support/memory-key-value-store.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const USAGE = { ...NO_USAGE, s3Reads: 3 };
const ORDER = { crawl: "c", requested: "run", plan: "plans/p" } as const;
const KNOWN = { crawl: "c", pages: 0, labels: 0, seen: 0 };

/** A stack whose crawl was trained before its first page; its strategy trains after each fifth. */
async function aTrainer({ pages }: { readonly pages: number }) {
  const plan = aPlan({ strategy: askingStrategy() });
  const ports = memoryPorts(scriptedWeb({}), plan);
  const { hash } = await fitModel(ports, plan, undefined);
  for (let page = 0; page < pages; page += 1)
    await ports.records.put(aRecord(`http://site.example/${page}`));
  const keyValueStore = memoryKeyValueStore();
  await keyValueStore.write("order", ORDER, 0);
  const status = aStatus({ model: hash, trainedPages: 0, labels: 0, seen: 0 });
  const read: { readonly plans: string[]; readonly journals: unknown[] } = {
    plans: [],
    journals: [],
  };
  return {
    plan,
    ports: { ...ports, keyValueStore },
    read,
    model: hash,
    begin: () => keyValueStore.write("planner", aPlannerState("c", status), 0),
    async train() {
      return trainBeside({
        ...{ keyValueStore, models: ports.models, labels: ports.labels, clock: ports.clock },
        readPlan: async (key) => {
          read.plans.push(key);
          return { plan };
        },
        readStores: async (journal) => {
          read.journals.push(journal);
          return ports;
        },
        openRecords: async () => assert.fail("no recrawl needs the pages of another crawl"),
        blobs: memoryBlobStore(),
        usage: () => USAGE,
      });
    },
    async proposal() {
      const held = await keyValueStore.read("trained");
      return held && parseRegister("trained", held.value);
    },
  };
}

describe("the trainer of a stack", () => {
  it("The trainer proposes a model of all pages in the journal, with its cost", async () => {
    const { begin, train, proposal, read, ports } = await aTrainer({ pages: 5 });
    await begin();
    assert.equal(await train(), "trained");
    const { model = "", ...proposed } = (await proposal()) ?? {};
    assert.deepEqual(proposed, { crawl: "c", pages: 5, labels: 0, seen: 0, usage: USAGE });
    assert.match((await ports.models.get(model)) ?? "", /"generation":2/);
    assert.deepEqual(read, { plans: ["plans/p"], journals: [[[1, 2]]] });
  });

  it("The trainer proposes nothing until the strategy wants a new model", async () => {
    const { begin, train, proposal } = await aTrainer({ pages: 4 });
    await begin();
    assert.equal(await train(), "nothing-to-train");
    assert.equal(await proposal(), undefined);
  });

  it("The trainer reads the pages that its need learns from only when the strategy wants a new model", async () => {
    const read = async (pages: number) => {
      const { train, ports, model } = await aTrainer({ pages });
      const status = aStatus({ model, trainedPages: 0, labels: 0, seen: 4 });
      await ports.keyValueStore.write("planner", aPlannerState("c", status), 0);
      let asked = 0;
      Object.assign(ports.pages, { get: async () => void (asked += 1) });
      return { result: await train(), asked };
    };
    assert.deepEqual(await read(4), { result: "nothing-to-train", asked: 0 });
    const trained = await read(5);
    assert.equal(trained.result, "trained");
    assert.ok(trained.asked > 0);
  });

  it("The trainer has nothing to train before a planner has begun the ordered crawl", async () => {
    const { train, ports, read } = await aTrainer({ pages: 5 });
    assert.equal(await train(), "nothing-to-train");
    await ports.keyValueStore.write("planner", aPlannerState("before", aStatus()), 0);
    assert.equal(await train(), "nothing-to-train");
    await ports.keyValueStore.write("planner", aPlannerState("c", null), 1);
    assert.equal(await train(), "nothing-to-train");
    assert.deepEqual(read, { plans: [], journals: [] });
  });

  it("The trainer has nothing to train on when the model that decides is gone", async () => {
    const { train, ports } = await aTrainer({ pages: 5 });
    const status = aStatus({ model: "sha256:gone" });
    await ports.keyValueStore.write("planner", aPlannerState("c", status), 0);
    assert.equal(await train(), "nothing-to-train");
  });

  it("The trainer proposes nothing when another one was faster", async () => {
    const { begin, train, ports, proposal } = await aTrainer({ pages: 5 });
    await begin();
    const first = {
      crawl: "c",
      model: "sha256:first",
      pages: 5,
      labels: 0,
      seen: 0,
      usage: NO_USAGE,
    };
    const { put } = ports.models;
    Object.assign(ports.models, {
      put: async (json: string) => {
        await ports.keyValueStore.write("trained", first, 0);
        return put(json);
      },
    });
    assert.equal(await train(), "overtaken");
    assert.equal((await proposal())?.model, "sha256:first");
  });
});

describe("a proposed model", () => {
  it("A proposed model decides when it was trained on more pages of the same crawl the same labels and the same sample", async () => {
    const { begin, train, plan, ports, proposal } = await aTrainer({ pages: 5 });
    assert.equal(await proposedModel(ports, plan, KNOWN), undefined, "nothing is proposed");
    await begin();
    await train();
    const proposed = await proposedModel(ports, plan, { ...KNOWN, pages: 4 });
    assert.equal(proposed?.model.hash, (await proposal())?.model);
    assert.deepEqual([proposed?.model.pages, proposed?.usage], [5, USAGE]);
    for (const other of [
      { pages: 5 },
      { pages: 6 },
      { labels: 1 },
      { seen: 32 },
      { crawl: "another" },
    ]) {
      assert.equal(await proposedModel(ports, plan, { ...KNOWN, ...other }), undefined);
    }
  });
});
