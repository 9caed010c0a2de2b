import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { harvesterSeconds, mostPagesOfBatch, stackLimits } from "../../lib/project/stack-limits.ts";

/** Returns the limits of a project with these sections. */
async function limitsOf(sections: object) {
  const project = { name: "bees", need: { topic: "bees" }, ...sections };
  return stackLimits(await parseProject(JSON.stringify(project), "project.yaml"));
}

const urls = (hosts: number) =>
  Array.from({ length: hosts }, (_, host) => `http://h${host}.example/`);

describe("the limits of a stack", () => {
  it("A project that says nothing has five workers, 4,096 links in flight and 384 MB", async () => {
    assert.deepEqual(await limitsOf({}), {
      workers: 5,
      inFlight: 4_096,
      harvesterMb: 384,
    });
  });

  it("A crawl that stays at three hosts has small harvesters, one that leaves them has not", async () => {
    const memory = async (sections: object) => (await limitsOf(sections)).harvesterMb;
    const ofSeeds = (hosts: number) => ({
      seeds: { urls: urls(hosts) },
      scope: { hosts: "seeds" },
    });
    assert.equal(await memory(ofSeeds(3)), 224);
    assert.equal(await memory(ofSeeds(4)), 384);
    assert.equal(await memory({ seeds: { urls: urls(3) }, scope: { hosts: "any" } }), 384);
    assert.equal(await memory({ scope: { allowHosts: ["a.example"] } }), 224);
    assert.equal(await memory({ ...ofSeeds(3), search: { provider: "brave" } }), 384);
  });

  it("Harvesters that tell languages by text have 96 MB more, and batches as large as without", async () => {
    const scope = { hosts: "seeds", detectLanguage: "always" };
    const few = await limitsOf({ seeds: { urls: urls(3) }, scope });
    const many = await limitsOf({ scope });
    assert.deepEqual([few.harvesterMb, many.harvesterMb], [320, 480]);
    assert.deepEqual([few, many].map(mostPagesOfBatch), [182, 640]);
    const own = await limitsOf({ scope, stack: { memory: 384 } });
    assert.deepEqual([own.harvesterMb, mostPagesOfBatch(own)], [384, 365]);
  });

  it("Harvesters that read PDFs have room for the process that does, longer runs, and smaller batches", async () => {
    const scope = { hosts: "seeds", pdf: true };
    const few = await limitsOf({ seeds: { urls: urls(3) }, scope });
    const many = await limitsOf({ scope });
    assert.deepEqual([few.harvesterMb, many.harvesterMb], [1_120, 1_280]);
    assert.deepEqual([few, many].map(mostPagesOfBatch), [42, 149]);
    const both = await limitsOf({ scope: { ...scope, detectLanguage: "always" } });
    assert.deepEqual([both.harvesterMb, mostPagesOfBatch(both)], [1_376, 149]);
    const seconds = [true, false].map((pdf) => harvesterSeconds({ scope: { pdf } as never }));
    assert.deepEqual(seconds, [900, 300]);
  });

  it("What the project says counts", async () => {
    const stack = { workers: 20, inFlight: 16_384, memory: 512 };
    assert.deepEqual(await limitsOf({ stack }), {
      workers: 20,
      inFlight: 16_384,
      harvesterMb: 512,
    });
  });

  it("A project file with limits that no stack can have is refused", async () => {
    for (const stack of [{ workers: 1 }, { workers: 1_001 }, { inFlight: 63 }, { memory: 128 }]) {
      await assert.rejects(limitsOf({ stack }), { code: "bad-project" });
    }
  });

  it("`mostPagesOfBatch` grows with the memory, from one page to a thousand", () => {
    assert.deepEqual(
      [128, 224, 384, 3_008].map((harvesterMb) => mostPagesOfBatch({ harvesterMb })),
      [1, 182, 640, 1_000],
    );
  });
});
