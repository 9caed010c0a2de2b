import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";

const SOURCE = { name: "source", goal: "ucc", driftShare: 0.3, learning: "counted" };

const PUBLISHED = {
  ...{ name: "published-source", goal: "ucc", driftShare: 0.3, sampling: "apath", eps: "knee" },
  ...{ paths: "tags", alpha: 0.5, info: true, dsim: true, balance: true },
};

describe("strategies that learn a site's structure", () => {
  it("Structure strategies derive the sample size from the budget by default", async () => {
    assert.deepEqual(await parseStrategyOption("tpm"), { name: "tpm" });
    assert.deepEqual(await parseStrategyOption("tpm:sampleSize=60"), {
      name: "tpm",
      sampleSize: 60,
    });
  });

  it("The strategy `source` crawls for user-created content by default", async () => {
    assert.deepEqual(await parseStrategyOption("source"), SOURCE);
    const target = { ...SOURCE, goal: "target" };
    assert.deepEqual(await parseStrategyOption("source:goal=target"), target);
  });

  it("The published form of `source` weighs authority by the goal", async () => {
    assert.deepEqual(await parseStrategyOption("published-source"), PUBLISHED);
    const target = { ...PUBLISHED, goal: "target", alpha: 0.8 };
    assert.deepEqual(await parseStrategyOption("published-source:goal=target"), target);
    const own = { ...target, alpha: 0.6 };
    assert.deepEqual(await parseStrategyOption("published-source:goal=target,alpha=0.6"), own);
  });

  it("Structure strategies are read from a project file", async () => {
    const text = `{name: x, seeds: {urls: ["http://a.example/"]},
      strategy: {name: published-source, sampleSize: 80, sampling: breadth-first, eps: histogram, info: false}}`;
    assert.deepEqual((await parseProject(text, "project.yaml")).strategy, {
      ...PUBLISHED,
      ...{ sampleSize: 80, sampling: "breadth-first", eps: "histogram", info: false },
    });
  });

  it("The published form of `source` refuses a factor that has no effect for a target", async () => {
    await assert.rejects(
      async () => parseStrategyOption("published-source:goal=target,info=false"),
      {
        code: "bad-strategy-option",
        message: /info[^]*leave it out/,
      },
    );
  });

  it("Structure strategies refuse an invalid sample or share", async () => {
    const options = ["tpm:sampleSize=0", "irobot:sampleSize=0"];
    const ours = [
      "published-source:alpha=1.5",
      "source:driftShare=-1",
      "source:goal=best",
      "source:alpha=0.6",
    ];
    for (const option of [...options, ...ours])
      await assert.rejects(
        async () => parseStrategyOption(option),
        { code: "bad-strategy-option" },
        option,
      );
  });
});
