import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defaultStrategy } from "../../lib/project/default-strategy.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { newProjectText } from "../../lib/project/new-project-text.ts";

const CASES: readonly (readonly [given: string, need: string, name: string])[] = [
  ["nothing", "{}", "breadth-first"],
  ["bad pages alone", "{ bad: [b.html] }", "breadth-first"],
  ["a topic", "{ topic: bees }", "auto"],
  ["good pages", "{ good: [a.html] }", "auto"],
  ["click paths", "{ topic: bees, paths: paths.txt }", "auto"],
  ["an example page", "{ topic: bees, examplePage: https://example.org/1 }", "auto"],
  ["pages with comments", "{ detect: comments }", "auto"],
  ["files", "{ files: [pdf] }", "auto"],
];

describe("defaultStrategy", () => {
  for (const [given, need, name] of CASES) {
    for (const [what, line] of [
      ["no strategy", ""],
      ["an empty strategy", "\nstrategy:"],
    ]) {
      it(`A project with ${what} and ${given} is crawled by ${name}`, async () => {
        const { strategy } = await parseProject(`name: a\nneed: ${need}${line}`, "p.yaml");
        assert.equal(strategy.name, name);
      });
    }
  }

  for (const [need, hosts] of [
    ["{ examplePage: https://example.org/1 }", "seeds"],
    ["{ detect: user-content }", "seeds"],
    ["{ detect: comments }", "any"],
    ["{ topic: bees }", "any"],
  ]) {
    it(`A project with ${need} and no strategy follows links to ${hosts === "any" ? "all hosts" : "the seeds' hosts"}`, async () => {
      assert.equal((await parseProject(`name: a\nneed: ${need}`, "p.yaml")).scope.hosts, hosts);
    });
  }

  it("A project that has pages detected says so when its strategy does not look for them", async () => {
    const text = (strategy: string) => `name: a\nneed: { detect: comments }\nstrategy: ${strategy}`;
    assert.equal((await parseProject(text("auto"), "p.yaml")).need.detect, "comments");
    await assert.rejects(
      parseProject(text("adaptive"), "p.yaml"),
      /p\.yaml:2:17 need\.detect: expected `strategy: auto` beside it, or none/,
    );
  });

  it("A strategy that a project names is used whatever its need gives", async () => {
    const text = "name: a\nneed: { topic: bees }\nstrategy: random";
    assert.deepEqual((await parseProject(text, "p.yaml")).strategy, { name: "random" });
  });

  for (const topic of ["", "bees"]) {
    it(`\`dowser init\` ${topic === "" ? "without" : "with"} a topic writes the strategy that works then, with the reason`, () => {
      const need = topic === "" ? {} : { topic };
      const { choice, because } = defaultStrategy(need);
      const answers = {
        name: "a",
        topic,
        seedUrls: [],
        contact: "",
        pages: "10",
        good: [],
        examplePage: "",
      };
      const text = newProjectText(answers, ".");
      assert.ok(text.includes(`\n# ${because}.\n`));
      assert.ok(text.includes(`\nstrategy: ${choice.name}\n`));
    });
  }
});
