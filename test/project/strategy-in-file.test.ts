import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";

describe("a strategy in a project file", () => {
  it("`parseProject` says how options of the command line are written in a file", async () => {
    for (const beta of ["hot", "0.5"]) {
      const text = `name: x\nseeds: { urls: [https://example.org] }\nstrategy: adaptive:beta=${beta}\n`;
      await assert.rejects(parseProject(text, "p.yaml"), {
        code: "bad-project",
        message: `p.yaml:3:11 strategy: "adaptive:beta=${beta}" is the form of the command line; in a file write { name: adaptive, beta: ${beta} }`,
      });
    }
  });

  it("`parseProject` says how a module is written, of a file in the place of a name", async () => {
    for (const file of ["./mine.ts", "mine.js"]) {
      const text = `name: x\nseeds: { urls: [https://example.org] }\nstrategy: ${file}\n`;
      await assert.rejects(parseProject(text, "p.yaml"), {
        code: "bad-project",
        message: `p.yaml:3:11 strategy: "${file}" is no name; a module is written { module: "${file}" }`,
      });
    }
  });
});
