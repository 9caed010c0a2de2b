import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  orderCrawl,
  recrawlIfDue,
  startCrawl,
  startRecrawl,
} from "../../../lib/stack/api/crawl-orders.ts";
import { bundleText, storedBundle } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aStack } from "../../support/a-stack.ts";

const failing = async () => {
  throw new Error("AWS does not answer");
};

/** A stack whose crawl was paused, and which is idle. */
async function aPausedStack() {
  const stack = aStack();
  await startCrawl(bundleText(aBundle()), stack.ports);
  await orderCrawl("pause", stack.ports);
  await stack.ports.activity.suspend();
  return stack;
}

describe("two starts at the same time", () => {
  it("One of two crawls that are started at the same time is refused", async () => {
    const { ports, order } = aStack();
    const topics = ["bees", "wasps"];
    const texts = topics.map((topic) =>
      bundleText(aBundle({ project: aProject({ need: { topic } }) })),
    );
    const starts = await Promise.allSettled(texts.map((text) => startCrawl(text, ports)));
    const [refused, ...others] = starts.filter(({ status }) => status === "rejected");
    assert.deepEqual(others, []);
    assert.equal(refused?.status === "rejected" && refused.reason.code, "crawl-active");
    const [begun] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    assert.equal((await order())?.crawl, begun?.crawl);
  });
});

describe("a start that tells languages by text", () => {
  it("It is refused where the harvesters lack the memory, and begins where they have it", async () => {
    const scope = { detectLanguage: "always" };
    const text = bundleText(aBundle({ project: aProject({ scope }) }));
    const small = aStack();
    await assert.rejects(startCrawl(text, { ...small.ports, harvesterMb: 224 }), {
      code: "project-not-for-stack",
      message: /224 MB cannot tell languages by text: they need 320 MB/,
    });
    assert.deepEqual([await small.order(), small.stored()], [undefined, 0]);
    assert.equal((await startCrawl(text, small.ports)).requested, "run");
  });
});

describe("a start that a stack refuses whatever its project says of the crawl", () => {
  it("A project of another name is refused: it would be taken for the one that the stack is of", async () => {
    const text = bundleText(aBundle({ project: aProject({ name: "wasps" }) }));
    const { ports, order, stored } = aStack();
    await assert.rejects(startCrawl(text, ports), {
      code: "project-not-for-stack",
      message: "this is the stack of project bees, and the crawl is of project wasps",
    });
    assert.deepEqual([await order(), stored()], [undefined, 0]);
  });

  it("More pages than its planner holds with the strategy are refused, and begin with one that takes less of it", async () => {
    const { ports, order, stored } = aStack();
    const budget = { pages: 2_000_000 };
    const textOf = (strategy: string) =>
      bundleText(aBundle({ project: aProject({ budget, strategy }) }));
    await assert.rejects(startCrawl(textOf("auto"), ports), {
      code: "crawl-too-large",
      reaction: "fix-config",
    });
    assert.deepEqual([await order(), stored()], [undefined, 0]);
    assert.equal((await startCrawl(textOf("best-first"), ports)).requested, "run");
  });

  it("Loopback addresses are refused but on an emulator: tools of the function listen there", async () => {
    const politeness = { contact: "test@dowser.example", allowLoopback: true };
    const text = bundleText(aBundle({ project: aProject({ politeness }) }));
    const { ports } = aStack();
    await assert.rejects(startCrawl(text, { ...ports, reachesLoopback: false }), {
      code: "project-not-for-stack",
      message: /allowLoopback/,
    });
    assert.equal((await startCrawl(text, ports)).requested, "run");
  });
});

describe("the form of a crawl's list", () => {
  const formOf = async (sections: Readonly<Record<string, unknown>>) => {
    const text = bundleText(aBundle({ project: aProject(sections) }));
    return (await startCrawl(text, aStack().ports)).records;
  };

  it("It is rows up to a budget of a million pages, and packed beyond, unless the project says", async () => {
    assert.equal(await formOf({}), "rows");
    assert.equal(await formOf({ budget: { pages: 1_000_000 } }), "rows");
    assert.equal(await formOf({ budget: { pages: 1_000_001 } }), "packed");
    assert.equal(await formOf({ stack: { records: "packed" } }), "packed");
    assert.equal(
      await formOf({ stack: { records: "rows" }, budget: { pages: 2_000_000 } }),
      "rows",
    );
  });
});

describe("a start with sessions", () => {
  it("It is refused where the stack has no secret for them, and begins where it has one", async () => {
    const text = bundleText(aBundle({ sessions: ["https://bees.example"] }));
    const { ports, order } = aStack();
    await assert.rejects(startCrawl(text, ports), { code: "no-sessions-secret" });
    assert.equal(await order(), undefined);
    assert.equal(
      (await startCrawl(text, { ...ports, secrets: new Set(["Sessions"]) })).requested,
      "run",
    );
  });
});

describe("a start with a handler of pages", () => {
  it("A crawl is begun with that of the stack, and refused where its functions have it not beside them", async () => {
    const { ports, order } = aStack();
    const refused = { code: "project-not-for-stack", message: /handler of pages/ };
    const text = bundleText(aBundle());
    await assert.rejects(startCrawl(text, { ...ports, handler: "sha256:1" }), refused);
    assert.equal(await order(), undefined);
    // Nobody who has the token names another one.
    const started = await startCrawl(bundleText(aBundle({ handler: "sha256:2" })), ports);
    assert.equal((await storedBundle(ports.blobs, started.plan)).handler, undefined);
  });
});

describe("a start with an assessor", () => {
  const bundleOf = (assessor: object, politeness: object = {}) =>
    bundleText(
      aBundle({
        project: aProject({
          need: { topic: "bees" },
          politeness: { contact: "test@dowser.example", ...politeness },
          assessor: { model: "m", ...assessor },
        }),
      }),
    );

  it("It is refused where the stack has no secret for its key, and begins where it has one", async () => {
    const text = bundleOf({ url: "https://models.example/v1", key: "env:KEY" });
    const { ports, order } = aStack();
    await assert.rejects(startCrawl(text, ports), { code: "no-assessor-secret" });
    assert.equal(await order(), undefined);
    const { requested } = await startCrawl(text, { ...ports, secrets: new Set(["Assessor"]) });
    assert.equal(requested, "run");
  });

  it("It is refused where the assessor is a program, or on the machine of its user", async () => {
    const refused = { code: "project-not-for-stack" };
    const { ports } = aStack();
    await assert.rejects(startCrawl(bundleOf({ command: ["judge"] }), ports), refused);
    for (const host of ["localhost:1", "models.localhost", "127.0.0.1:11434", "[::1]:8080"]) {
      const url = `http://${host}/v1`;
      await assert.rejects(startCrawl(bundleOf({ url }), ports), refused, host);
      const { requested } = await startCrawl(
        bundleOf({ url }, { allowLoopback: true }),
        aStack().ports,
      );
      assert.equal(requested, "run");
    }
  });
});

/** A stack whose crawl has ended. */
async function anEndedStack() {
  const stack = aStack();
  const first = await startCrawl(bundleText(aBundle()), stack.ports);
  await stack.report({ state: "finished" });
  return { ...stack, first };
}

describe("a recrawl that is ordered", () => {
  it("It is another crawl of the same plan, which names the one that has ended, and wakes the stack", async () => {
    const { ports, order, first, woken } = await anEndedStack();
    const before = woken();
    ports.clock.now = () => Date.UTC(2026, 10, 23);
    const recrawl = await startRecrawl(500, ports);
    assert.deepEqual(await order(), recrawl);
    assert.deepEqual(
      { ...recrawl, at: 0 },
      {
        ...{ crawl: "bees-20261123T000000000Z", requested: "run", plan: first.plan },
        ...{ recrawlOf: first.crawl, pages: 500, at: 0, records: "rows" },
      },
    );
    assert.equal(woken(), before + 1);
  });

  it("It is refused without a crawl, and while one is active", async () => {
    await assert.rejects(startRecrawl(undefined, aStack().ports), { code: "no-crawl" });
    const active = aStack();
    await startCrawl(bundleText(aBundle()), active.ports);
    await assert.rejects(startRecrawl(undefined, active.ports), { code: "crawl-active" });
    await active.report({ state: "paused" });
    await assert.rejects(startRecrawl(undefined, active.ports), { code: "crawl-active" });
  });
});

describe("a recrawl on a schedule", () => {
  it("It begins when the crawl has ended, and the next one comes back to it", async () => {
    const { ports, report, first } = await anEndedStack();
    ports.clock.now = () => Date.UTC(2026, 10, 23);
    const second = await recrawlIfDue(undefined, ports);
    assert.equal(second?.recrawlOf, first.crawl);
    await report({ state: "finished" });
    ports.clock.now = () => Date.UTC(2026, 10, 24);
    assert.equal((await recrawlIfDue(undefined, ports))?.recrawlOf, second?.crawl);
  });

  it("Nothing begins without a crawl, while one is active or paused, and after one that a user has stopped", async () => {
    const { ports, order, report } = aStack();
    assert.equal(await recrawlIfDue(undefined, ports), undefined);
    await startCrawl(bundleText(aBundle()), ports);
    const started = await order();
    for (const state of [undefined, "running", "paused"] as const) {
      if (state !== undefined) await report({ state });
      assert.equal(await recrawlIfDue(undefined, ports), undefined);
      assert.deepEqual(await order(), started);
    }
    await orderCrawl("stop", ports);
    await report({ state: "finished" });
    assert.equal(await recrawlIfDue(undefined, ports), undefined);
    assert.equal((await startRecrawl(undefined, ports)).requested, "run");
  });
});

describe("an order that fails halfway", () => {
  it("An order is not written when the rules that would carry it out cannot be enabled", async () => {
    const { ports, order } = await aPausedStack();
    Object.assign(ports.activity, { enableRules: failing });
    await assert.rejects(orderCrawl("run", ports), /does not answer/);
    assert.equal((await order())?.requested, "pause");
  });

  it("An order to go on that was written has its rules on, although the stack could not be woken", async () => {
    const { ports, order, areRulesOn } = await aPausedStack();
    Object.assign(ports.activity, { wake: failing });
    await assert.rejects(orderCrawl("run", ports), /does not answer/);
    assert.equal((await order())?.requested, "run");
    assert.equal(areRulesOn(), true);
  });
});
