import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assessmentsIn } from "../../lib/adapters/assessment-lines.ts";
import { assessedFigures, currentAssessments } from "../../lib/evaluation/assessed-pages.ts";
import { anAssessedStack, PAGES, RESERVED, storedEntries } from "../support/an-assessed-stack.ts";
import { CRUEL } from "../support/mortal-processes.ts";
import { scriptedAssessor, TOKENS } from "../support/scripted-assessor.ts";
import type { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

/** Returns what the planner last told of the crawl and its assessor, both of which must be there. */
async function endOf(stack: SimulatedStack) {
  const { status } = await stack.state();
  assert.ok(status?.assessed);
  return { ...status, assessed: status.assessed };
}

describe("the assessor of a stack", () => {
  it("The assessor of a stack is asked at the steps of the crawl, which learns, and about the others at its end", async () => {
    const price = { in: 10, out: 50 };
    const { stack, client } = await anAssessedStack({ assessor: { price } });
    await stack.crawl();
    const { state, labels, assessed, dollars } = await endOf(stack);
    assert.equal(state, "finished");
    const { answered, steps, counted, capped, fault } = assessed;
    assert.deepEqual(
      { answered, steps, counted, capped, fault },
      { answered: PAGES - 1, steps: 2, counted: true, capped: false, fault: null },
    );
    const given = await stack.labels.list();
    assert.deepEqual([given.length, labels], [60, 60]);
    assert.ok(given.every(({ source, by }) => source === "assessor" && by === "m, prompt 1"));
    assert.deepEqual(client.asked.toSorted(), [...new Set(client.asked)].toSorted());
    assert.ok(!client.asked.includes(RESERVED), "its site keeps it from models");
    const cost = (answered * (TOKENS.in * price.in + TOKENS.out * price.out)) / 1e6;
    assert.ok(Math.abs(assessed.dollars - cost) < 1e-9);
    assert.ok(dollars >= assessed.dollars);
    const entries = await storedEntries(stack);
    assert.equal(currentAssessments(entries).size, answered);
  });

  for (const seed of [1, 2, 3, 4, 5, 6].slice(0, cases(2, 6))) {
    it(`The assessor of a stack is asked about no page whose answer is stored, whatever dies (story ${seed})`, async () => {
      const answered = new Set<string>();
      const client = scriptedAssessor((url) => {
        assert.ok(!answered.has(url), `${url} is asked about again`);
      });
      const { stack } = await anAssessedStack({
        client,
        seed,
        assessor: { pages: 70, parallel: 3 },
        faults: { ...CRUEL, whose: ["trainer", "planner"], deaths: 12, stall: 0 },
      });
      const { putNew } = stack.blobs;
      stack.blobs.putNew = async (key, bytes) => {
        const isNew = await putNew(key, bytes);
        if (isNew && key.startsWith("assessments/"))
          for (const { url, kind } of assessmentsIn(Buffer.from(bytes).toString(), assert.fail))
            if (kind === "answer") answered.add(url);
        return isNew;
      };
      await stack.crawl();
      assert.equal(stack.processes.deaths, 12);
      const { state, assessed } = await endOf(stack);
      assert.equal(state, "finished");
      assert.deepEqual([assessed.answered, assessed.counted, answered.size], [70, true, 70]);
      const { requests, tokens } = assessedFigures(await storedEntries(stack), []) ?? {};
      assert.deepEqual([assessed.requests, assessed.tokens], [requests, tokens]);
      assert.ok(assessed.requests >= client.asked.length, "what a kill cut off counts");
      const given = await stack.labels.list();
      assert.ok(given.every(({ url }) => answered.has(url)));
    });
  }

  it("The assessor of a stack is asked in a recrawl about no page whose answer an earlier crawl has", async () => {
    const { stack, client } = await anAssessedStack({ assessor: { pages: 100 } });
    await stack.crawl();
    const first = new Set(client.asked);
    assert.equal(first.size, 100);
    for (const [crawl, recrawlOf] of [
      ["c2", "c1"],
      ["c3", "c2"],
    ] as const) {
      const before = client.asked.length;
      await stack.crawl({ crawl, requested: "run", plan: "plans/1", recrawlOf });
      const { assessed } = await endOf(stack);
      assert.equal(assessed.answered, 100);
      assert.equal(new Set(client.asked).size, client.asked.length, "nobody is asked twice");
      assert.equal(assessed.requests, client.asked.length - before);
    }
  });

  it("The assessor of a stack is asked nothing that could pass its cap, or the budget of the crawl", async () => {
    const most = { price: { in: 10, out: 50 }, for: ["count"] };
    for (const options of [
      { assessor: { ...most, dollars: 0.5 } },
      { assessor: most, project: { budget: { dollars: 0.5 } } },
    ]) {
      const { stack } = await anAssessedStack(options);
      await stack.crawl();
      const { assessed } = await endOf(stack);
      assert.ok(assessed.dollars > 0.2 && assessed.dollars <= 0.5, String(assessed.dollars));
      assert.ok(assessed.counted && assessed.answered < PAGES - 1);
      assert.equal(assessed.capped, true);
    }
  });

  it("The assessor of a stack that refuses ends no crawl: the status says why, and it is tried once more at the end", async () => {
    const client = scriptedAssessor(() => ({ kind: "refused", detail: "HTTP 401" }));
    const { stack } = await anAssessedStack({ client, assessor: { parallel: 1 } });
    await stack.crawl();
    const { state, report, assessed } = await endOf(stack);
    assert.equal(state, "finished");
    assert.equal(JSON.stringify(report).includes(`"fetched":${PAGES}`), true);
    assert.equal(assessed.fault?.code, "assessor-refused");
    assert.equal(client.asked.length, 2);
    assert.deepEqual([assessed.answered, assessed.until], [0, 0]);
  });

  it("The assessor of a stack is asked nothing more in a crawl that its user stops", async () => {
    const { stack, client } = await anAssessedStack({ assessor: { for: ["count"] } });
    await stack.crawl({ crawl: "c1", requested: "stop", plan: "plans/1" });
    assert.equal((await endOf(stack)).end, "stopped");
    assert.deepEqual(client.asked, []);
  });
});
