import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createFileAssessmentStore } from "../../../lib/adapters/files/file-assessment-store.ts";
import { pullRun } from "../../../lib/cli/stack/pull-run.ts";
import { RUN_FILES } from "../../../lib/run/folder/run-database.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { aFolder } from "../../support/a-folder.ts";
import { anAssessedStack, PAGES, storedEntries } from "../../support/an-assessed-stack.ts";
import { serveAssessor } from "../../support/loopback-assessor.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

describe("a pull of a crawl with an assessor", () => {
  it("A pull of a crawl brings what its assessor said: the audit is clean, and nobody is asked again", async (test) => {
    const server = await serveAssessor();
    test.after(() => server.close());
    const { stack, bundle } = await anAssessedStack({ assessor: { pages: 100 } });
    await stack.crawl();
    const cwd = aFolder(test);
    const directory = join(cwd, "run");
    const pull = async () => {
      const target = { directory, answers: "all", now: () => 1, show: () => {} } as const;
      await pullRun(stack, await readSnapshot(stack), target);
    };
    await pull();
    const store = createFileAssessmentStore(join(directory, RUN_FILES.assessments));
    const entries = await storedEntries(stack);
    assert.deepEqual(await store.list(), entries);
    await succeed("audit", directory);
    // The same question, on this machine: only pages are asked about that the stack's was not.
    writeFileSync(join(cwd, "guide.md"), "Only live bees.");
    const { name, seeds, politeness } = bundle.project;
    const assessor = { url: server.url, model: "m", guide: "guide.md", pages: PAGES };
    const project = { name, seeds, politeness, need: { topic: "bees" }, assessor };
    writeFileSync(join(cwd, "bees.yaml"), JSON.stringify(project));
    const assess = ["assess", directory, "--project", join(cwd, "bees.yaml"), "--yes"];
    await succeed(...assess);
    assert.equal(server.asked.length, PAGES - 1 - 100);
    const here = await store.list();
    await pull();
    const pulled = await store.list();
    assert.equal(pulled.length, here.length);
    assert.deepEqual(pulled.slice(0, entries.length), entries);
    const requests = pulled.filter(({ kind }) => kind === "asked").map(({ id }) => id);
    assert.equal(new Set(requests).size, requests.length);
    await succeed("audit", directory);
    const cost = JSON.parse(readFileSync(join(directory, RUN_FILES.cost), "utf8"));
    assert.equal(cost.assessorDollars, 0);
    const { stdout } = await runCli(["status", directory]);
    assert.match(stdout, /149 pages/);
  });
});
