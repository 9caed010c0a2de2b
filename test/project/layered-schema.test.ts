import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_KEYWORDS } from "../../lib/domain/page/comments/keyword-matcher.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";

const DEFAULTS = {
  ...{ indicator: "comments", detector: "both" },
  ...{ keywords: DEFAULT_KEYWORDS, ids: false },
};

describe("strategies in layers", () => {
  it("Layered strategies have no fixed sizes, and our keywords, by default", async () => {
    assert.deepEqual(await parseStrategyOption("opic"), { name: "opic", ...DEFAULTS });
    assert.deepEqual(await parseStrategyOption("opic-commd"), { name: "opic-commd", ...DEFAULTS });
    const commd = { name: "commd", variant: "dowser", ...DEFAULTS };
    assert.deepEqual(await parseStrategyOption("commd"), commd);
  });

  it("Layered strategies accept the user's own keywords from a project file", async () => {
    const text = `{name: x, seeds: {urls: ["http://a.example/"]},
      strategy: {name: commd, variant: paper, indicator: both, keywords: [" remark", reply], ids: true}}`;
    const { strategy } = await parseProject(text, "project.yaml");
    assert.deepEqual(strategy, {
      ...{ name: "commd", variant: "paper", ...DEFAULTS },
      ...{ indicator: "both", keywords: ["remark", "reply"], ids: true },
    });
  });

  it("Layered strategies refuse sizes that make no layer, and an empty list of keywords", async () => {
    for (const option of ["opic:topN=0", "opic:depth=1.5", "opic:variant=paper", "commd:ids=1"]) {
      await assert.rejects(async () => parseStrategyOption(option), {
        code: "bad-strategy-option",
      });
    }
    for (const keywords of ["[]", '[" "]']) {
      const text = `{name: x, seeds: {urls: ["http://a.example/"]}, strategy: {name: opic, keywords: ${keywords}}}`;
      await assert.rejects(async () => parseProject(text, "project.yaml"), { code: "bad-project" });
    }
  });
});
