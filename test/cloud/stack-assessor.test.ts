import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { RUN_FILES } from "../../lib/run/folder/run-database.ts";
import { aFolder } from "../support/a-folder.ts";
import { serveAssessor } from "../support/loopback-assessor.ts";
import { runCli, succeed } from "../support/run-cli.ts";
import { aDeployment } from "./support/a-deployment.ts";
import { s3, skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import {
  aBeekeepingProject,
  endOfCrawl,
  plannerStatus,
  startCrawl,
  whenCrawl,
} from "./support/stack-crawl.ts";

const KEY = "sk-of-a-test";
const VARIABLE = "ASSESSOR_KEY_OF_A_TEST";

/** Pages that it is asked about, of the many of the crawl. */
const MOST = 45;

/** Serves an assessor that wants a key, which the environment has for as long as the test. */
async function anAssessor(test: TestContext) {
  const server = await serveAssessor({ key: KEY });
  process.env[VARIABLE] = KEY;
  test.after(async () => {
    delete process.env[VARIABLE];
    await server.close();
  });
  return server;
}

/** Returns the texts of the objects of a bucket whose keys begin so. */
async function textsIn(bucket: string, prefix: string): Promise<readonly string[]> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
  );
  const texts = Contents.map(async ({ Key = "" }) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []).toString("latin1");
  });
  return Promise.all(texts);
}

describe("a crawl with an assessor in a stack, on MiniStack", { skip }, () => {
  it("It learns from the answers, counts what they cost, keeps the key, and is pulled with them", async (test) => {
    const server = await anAssessor(test);
    const web = await aServedDemo(test, ["university"]);
    const project = {
      ...aBeekeepingProject(web.seeds, { pages: 60, minDelayMs: 100 }),
      assessor: {
        ...{ url: server.url, model: "m", key: `env:${VARIABLE}`, pages: MOST },
        price: { in: 1, out: 5 },
      },
    };
    const deployment = await aDeployment("assessed", project);
    await startCrawl(deployment, project);
    await endOfCrawl(deployment);
    const isCounted = ({ assessed }: { readonly assessed: { answered: number } | null }) =>
      assessed?.answered === MOST;
    const { assessed, dollars } = await whenCrawl(deployment, "is assessed", isCounted);
    assert.deepEqual([assessed?.fault, assessed?.requests], [null, MOST]);
    assert.ok(assessed !== null && assessed.dollars > 0 && dollars > assessed.dollars);
    assert.equal(new Set(server.asked.map(({ url }) => url)).size, MOST);
    assert.ok(server.asked.every(({ key }) => key === KEY));
    assert.deepEqual(server.errors, []);
    const { usage } = await plannerStatus(deployment);
    assert.ok(usage.s3Writes > MOST, "what asking wrote is counted");
    const env = { ...process.env, DOWSER_ENDPOINT: deployment.access.endpoint };
    const { stdout } = await runCli(["status"], {
      env: { ...env, DOWSER_TOKEN: deployment.access.token },
    });
    assert.match(stdout, /read by the assessor: 45 pages, 45 requests, 0\.0\d+ \$/);
    assert.match(stdout, /^assessor +0\.0/m);
    const kept = [...(await textsIn(deployment.bucket, "assessments/")), stdout].join("\n");
    assert.equal(kept.match(/"kind":"answer"/g)?.length, MOST);
    for (const prefix of ["assessments/", "plans/"])
      for (const text of await textsIn(deployment.bucket, prefix)) assert.ok(!text.includes(KEY));
    const directory = join(aFolder(test), "run");
    await succeed("pull", deployment.file, "--out", directory);
    await succeed("audit", directory);
    const lines = readFileSync(join(directory, RUN_FILES.assessments), "utf8");
    assert.equal(lines.match(/"kind":"answer"/g)?.length, MOST);
    assert.match(await succeed("report", directory), /read by m-2026, a machine: 45 pages/);
  });
});
