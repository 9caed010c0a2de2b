import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { before, describe, it } from "node:test";
import { findStack, readToken, stackClients } from "../../lib/adapters/aws/find-stack.ts";
import { readOnlyToken } from "../../lib/project/own-stack.ts";
import { callStack } from "../../lib/run/stack/stack-client.ts";
import { crawlSchema } from "../../lib/stack/api/schemas.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { bootstrapOnce, CDK, projectFile, reachable } from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import { aBeekeepingProject } from "./support/stack-crawl.ts";

const APP = join(import.meta.dirname, "support/team-app.ts");

describe("a crawl in the CDK app of others, on MiniStack", { skip }, () => {
  before(bootstrapOnce);

  it("Commands find the crawl in the stack of a team, crawl with it, and do not remove that stack", async (test) => {
    const { seeds } = await aServedDemo(test, ["garden-blog", "kitchen-blog"]);
    const file = projectFile("bees", aBeekeepingProject(seeds, { pages: 20, minDelayMs: 20 }));
    await deployTeam(file);
    const clients = stackClients();
    const stack = await findStack("Team", clients);
    const access = {
      endpoint: reachable(stack.endpoint),
      token: await readToken(stack, clients),
    };
    const env = {
      ...process.env,
      DOWSER_ENDPOINT: access.endpoint,
      DOWSER_TOKEN: access.token,
    };
    const start = await runCli(["start", file, "--stack-name", "Team/Crawl"], { env });
    assert.equal(start.code, 0, start.stderr);
    const ended = await until("the crawl of the team ends", async () => {
      const crawl = await callStack(access, { method: "GET", path: "/crawl", schema: crawlSchema });
      return crawl.state === "finished" ? crawl : undefined;
    });
    const status = await runCli(["status", "--stack-name", "Team/Crawl"], { env });
    assert.equal(status.code, 0, status.stderr);
    assert.equal(ended.end, "budget-pages");
    const reader = { ...access, token: readOnlyToken(access.token) };
    const seen = await callStack(reader, { method: "GET", path: "/crawl", schema: crawlSchema });
    assert.equal(seen.crawl, ended.crawl);
    await assert.rejects(
      callStack(reader, { method: "POST", path: "/crawl/recrawl", schema: crawlSchema }),
      { code: "stack-refused", message: /token-reads-only/ },
    );
    const removal = await runCli(["destroy", "--stack-name", "Team", "--yes"]);
    assert.equal(removal.code, 2);
    assert.match(removal.stderr, /was not made by dowser deploy/);
    assert.equal((await findStack("Team", clients)).bucket, stack.bucket);
  });
});

/** Deploys the app of the team with the crawl of a project. */
async function deployTeam(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "team-"));
  const words = ["deploy", "Team", "--app", `${process.execPath} ${APP}`, "--output", folder];
  const child = spawn(CDK, [...words, "--require-approval", "never"], {
    cwd: folder,
    env: { ...process.env, TEAM_PROJECT: file },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.equal(child.exitCode, 0, said);
}
