import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/config/load-project.ts";
import { parseStrategyOption } from "../../lib/config/parse-strategy-option.ts";

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
  it("leave the size of the sample to the budget where it is not said", async () => {
    assert.deepEqual(await parseStrategyOption("tpm"), { name: "tpm" });
    assert.deepEqual(await parseStrategyOption("tpm:sampleSize=60"), {
      name: "tpm",
      sampleSize: 60,
    });
  });

  it("have the published parameters of iRobot", async () => {
    const irobot = { name: "irobot", minDepth: 3, minR: 0.3, minEpsilon: 0.5 };
    assert.deepEqual(await parseStrategyOption("irobot"), irobot);
  });

  it("crawl for user-created content in our variant where nothing else is said", async () => {
    assert.deepEqual(await parseStrategyOption("source"), SOURCE);
  });

  it("weigh authority by the goal, and look at text for content in our variant alone", async () => {
    const target = { ...SOURCE, goal: "target", alpha: 0.8, text: false };
    assert.deepEqual(await parseStrategyOption("source:goal=target"), target);
    const paper = { ...SOURCE, variant: "paper", text: false };
    assert.deepEqual(await parseStrategyOption("source:variant=paper"), paper);
    const own = { ...target, variant: "paper", alpha: 0.6 };
    assert.deepEqual(await parseStrategyOption("source:goal=target,variant=paper,alpha=0.6"), own);
  });

  it("are read from a project file", async () => {
    const text = `{name: x, seeds: {urls: ["http://a.example/"]},
      strategy: {name: source, sampleSize: 80, text: false, sampling: breadth-first, eps: histogram, info: false}}`;
    assert.deepEqual((await parseProject(text, "project.yaml")).strategy, {
      ...SOURCE,
      ...{ sampleSize: 80, text: false, sampling: "breadth-first", eps: "histogram", info: false },
    });
  });

  it("refuse an option that goes unheard beside the others, and say which and why", async () => {
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

  it("refuse what is no sample, no share and no distance", async () => {
    const options = ["tpm:sampleSize=0", "tpm:minR=0.1", "irobot:minEpsilon=0", "irobot:minR=2"];
    const ours = ["source:alpha=1.5", "source:driftShare=-1", "source:goal=best", "source:info=1"];
    for (const option of [...options, ...ours])
      await assert.rejects(
        async () => parseStrategyOption(option),
        { code: "bad-strategy-option" },
        option,
      );
  });
});
