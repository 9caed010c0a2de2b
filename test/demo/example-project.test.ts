import assert from "node:assert/strict";
import path from "node:path";
import { it } from "node:test";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { NEED_TOPIC } from "../../demo/words.ts";
import { loadProject } from "../../lib/project/load-project.ts";

it("The project examples/demo.yaml has the demo web's need, seeds and examples", async () => {
  const file = path.join(import.meta.dirname, "../../examples/demo.yaml");
  const { need, seed, seeds, politeness } = await loadProject(file);
  const web = generateDemoWeb(seed);
  assert.equal(need.topic, NEED_TOPIC);
  assert.deepEqual(need.good, web.examples.good);
  assert.deepEqual(need.bad, web.examples.bad);
  assert.deepEqual(seeds.urls, web.seeds);
  assert.equal(politeness.allowLoopback, true);
});
