import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import { trainingProject } from "../../../lib/run/crawl/gather-paths.ts";
import { aUrl } from "../../support/a-url.ts";

const paths = [
  ["http://one.example/", "http://one.example/dept", "http://one.example/c1"],
  ["http://two.example/", "http://two.example/t1"],
  ["http://one.example/", "http://one.example/c2"],
].map((path) => path.map(aUrl));

describe("the training crawl as a project", () => {
  const training = async (text = "") => {
    const project = `name: a\nneed: { topic: x, paths: p.txt }\n${text}`;
    return trainingProject(await parseProject(project, "p"), paths);
  };

  it("The training project starts with every page of the paths once, those nearest to a start first", async () => {
    assert.deepEqual((await training()).seeds.urls, [
      ...["http://one.example/", "http://two.example/"],
      ...["http://one.example/dept", "http://two.example/t1", "http://one.example/c2"],
      "http://one.example/c1",
    ]);
  });

  it("The training project goes one link further, breadth-first, with a budget of its own", async () => {
    const { scope, strategy, budget } = await training(
      "strategy: random\nbudget: { trainingPages: 7 }",
    );
    assert.deepEqual([scope.maxDepth, strategy.name, budget.pages], [1, "breadth-first", 7]);
    assert.equal((await training()).budget.pages, 2_000);
  });

  it("The training project stays on the domains of its own pages, or on their hosts if configured", async () => {
    assert.equal((await training()).scope.hosts, "seed-domains");
    assert.equal((await training("scope: { hosts: seeds }")).scope.hosts, "seeds");
  });

  it("The training project obeys the crawl's deny rules, but not its allow rules", async () => {
    const { scope } = await training(`scope:
  allowHosts: [three.example]
  allowPatterns: [/courses/*]
  denyHosts: [bad.example]
  denyPatterns: ["/login*"]
  maxDepth: 9`);
    assert.deepEqual([scope.allowHosts, scope.allowPatterns], [[], []]);
    assert.deepEqual([scope.denyHosts, scope.denyPatterns], [["bad.example"], ["/login*"]]);
  });

  it("The training project is the same whatever the crawl's need, strategy and queries", async () => {
    const { need, search, extract } = await training(
      "extract: { a: b }\nsearch: { provider: local }\nseeds: { queries: [x] }",
    );
    assert.deepEqual(need, { good: [], bad: [], paths: "p.txt" });
    assert.deepEqual([search, extract], [undefined, {}]);
  });
});
