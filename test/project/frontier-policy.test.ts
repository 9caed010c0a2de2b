import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { frontierPolicy } from "../../lib/project/plan-crawl.ts";
import { createSqliteFrontierInMemory } from "../../peers/commands/compare/recorded-ports.ts";
import { aLink } from "../contract/frontier-links.ts";
import { aStrategy } from "../support/a-strategy.ts";

const DAY_MS = 86_400_000;

describe("frontierPolicy", () => {
  it("A link in flight is drawn by no other, on a machine that was overloaded for days", async () => {
    const text = "name: x\nseeds: { urls: [https://example.org] }\npoliteness: { timeoutMs: 1000 }";
    const project = await parseProject(text, "p.yaml");
    const policy = frontierPolicy(project, aStrategy("breadth-first"), { isLive: true });
    const frontier = createSqliteFrontierInMemory(policy);
    await frontier.offer([aLink("a.test/1"), aLink("b.test/2")]);
    const [lease] = (await frontier.draw({ limit: 1, now: 0 })).leases;
    assert.ok(lease);
    const later = (await frontier.draw({ limit: 9, now: 3 * DAY_MS })).leases;
    assert.deepEqual(
      later.map(({ link }) => link.url),
      ["https://b.test/2"],
    );
    assert.equal(await frontier.holds(lease), true);
  });
});
