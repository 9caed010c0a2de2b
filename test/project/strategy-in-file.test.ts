import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";

describe("a strategy in a project file", () => {
  it("`parseProject` says how options of the command line are written in a file", async () => {
    const text = "name: x\nseeds: { urls: [https://example.org] }\nstrategy: adaptive:beta=hot\n";
    await assert.rejects(parseProject(text, "p.yaml"), {
      code: "bad-project",
      message:
        'p.yaml:3:11 strategy: "adaptive:beta=hot" is the form of the command line; in a file write { name: adaptive, beta: hot }',
    });
  });
});
