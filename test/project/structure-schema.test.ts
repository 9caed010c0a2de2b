import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { parseStrategyOption } from "../../lib/project/parse-strategy-option.ts";

const SOURCE = {
  ...{ name: "source", goal: "ucc", variant: "dowser", sampling: "apath", eps: "knee" },
  ...{
    alpha: 0.5,
    info: true,
    dsim: true,
    balance: true,
    text: true,
    driftShare: 0.3,
    learning: "counted",
  },
};

describe("strategies that learn a site's structure", () => {
  it("Structure strategies derive the sample size from the budget by default", async () => {
    assert.deepEqual(await parseStrategyOption("tpm"), { name: "tpm" });
    assert.deepEqual(await parseStrategyOption("tpm:sampleSize=60"), {
      name: "tpm",
      sampleSize: 60,
    });
  });

  it("The strategy `source` crawls for user-created content in our variant by default", async () => {
    assert.deepEqual(await parseStrategyOption("source"), SOURCE);
  });

  it("The strategy `source` weighs authority by the goal, and reads text in our variant alone", async () => {
    const target = { ...SOURCE, goal: "target", alpha: 0.8, text: false };
    assert.deepEqual(await parseStrategyOption("source:goal=target"), target);
    const paper = { ...SOURCE, variant: "paper", text: false };
    assert.deepEqual(await parseStrategyOption("source:variant=paper"), paper);
    const own = { ...target, variant: "paper", alpha: 0.6 };
    assert.deepEqual(await parseStrategyOption("source:goal=target,variant=paper,alpha=0.6"), own);
  });

  it("Structure strategies are read from a project file", async () => {
    const text = `{name: x, seeds: {urls: ["http://a.example/"]},
      strategy: {name: source, sampleSize: 80, text: false, sampling: breadth-first, eps: histogram, info: false}}`;
    assert.deepEqual((await parseProject(text, "project.yaml")).strategy, {
      ...SOURCE,
      ...{ sampleSize: 80, text: false, sampling: "breadth-first", eps: "histogram", info: false },
    });
  });

  it("Structure strategies refuse an option that has no effect beside the others, and name the reason", async () => {
    const unheard = {
      alpha: "source:alpha=0.6",
      info: "source:goal=target,variant=paper,info=false",
      eps: "source:goal=target,eps=histogram",
      learning: "source:variant=paper,learning=apart",
      text: "source:goal=target,text=true",
    };
    for (const [key, option] of Object.entries(unheard)) {
      const message = new RegExp(`${key}[^]*leave it out|${key}[^]*variant: paper`);
      await assert.rejects(async () => parseStrategyOption(option), {
        code: "bad-strategy-option",
        message,
      });
    }
    for (const option of ["source:text=false,alpha=0.6,info=false", "source:learning=apart"])
      assert.ok(await parseStrategyOption(option));
  });

  it("Structure strategies refuse an invalid sample or share", async () => {
    const options = ["tpm:sampleSize=0", "irobot:sampleSize=0"];
    const ours = ["source:alpha=1.5", "source:driftShare=-1", "source:goal=best", "source:info=1"];
    for (const option of [...options, ...ours])
      await assert.rejects(
        async () => parseStrategyOption(option),
        { code: "bad-strategy-option" },
        option,
      );
  });
});
