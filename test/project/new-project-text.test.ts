import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parseProject } from "../../lib/project/load-project.ts";
import { newProjectText, type ProjectAnswers } from "../../lib/project/new-project-text.ts";

const ANSWERS: ProjectAnswers = {
  name: "oak-trees",
  topic: "oak trees",
  seedUrls: ["https://example.org/", "https://example.net/a?b=1"],
  contact: "me@example.org",
  pages: "250",
  good: [],
  examplePage: "",
};

describe("newProjectText", () => {
  it("`newProjectText` gives a project with the answers in it", async () => {
    const project = await parseProject(newProjectText(ANSWERS, "."), "p.yaml");
    assert.equal(project.name, "oak-trees");
    assert.equal(project.need.topic, "oak trees");
    assert.deepEqual(project.seeds.urls, ANSWERS.seedUrls);
    assert.equal(project.politeness.contact, "me@example.org");
    assert.equal(project.budget.pages, 250);
  });

  it("`newProjectText` refers editors to the schema", () => {
    const [first] = newProjectText(ANSWERS, ".").split("\n");
    assert.match(first ?? "", /^# yaml-language-server: \$schema=.*docs\/project\.schema\.json$/);
  });

  it("`newProjectText` keeps a topic whatever its characters", async () => {
    const topics = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.constantFrom("yes", "true", "null", "1", "a: b", "- x", "#", '"', "'", "*a", "~", "\n"),
    );
    await fc.assert(
      fc.asyncProperty(topics, async (topic) => {
        fc.pre(topic.trim() !== "");
        const text = newProjectText({ ...ANSWERS, topic }, ".");
        assert.equal((await parseProject(text, "p.yaml")).need.topic, topic.trim());
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("`newProjectText` shows examples that are valid when they are uncommented", async () => {
    const empty = { ...ANSWERS, topic: "", seedUrls: [], contact: "" };
    const text = newProjectText(empty, ".").replace(/^( *)# (\w+:)/gm, "$1$2");
    const project = await parseProject(text, "p.yaml");
    assert.equal(project.scope.maxDepth, 12);
    assert.equal(project.budget.hours, 4);
    assert.equal(project.need.good.length, 1);
    assert.deepEqual(project.need.files?.types, ["pdf", "csv"]);
    assert.equal(project.politeness.contact, "you@example.org");
    assert.equal(project.seeds.queries.length, 1);
    assert.equal(project.search?.provider, "searxng");
  });
});
