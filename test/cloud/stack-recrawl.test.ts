import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { EventBridgeClient, ListTargetsByRuleCommand } from "@aws-sdk/client-eventbridge";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { z } from "zod";
import { payloadDigest } from "../../lib/adapters/warc/write-warc.ts";
import { readRun } from "../../lib/run/folder/read-run.ts";
import { type SitePage, serveChangingSite } from "../support/a-changing-site.ts";
import { aFolder } from "../support/a-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { command, type Deployment, idOf, theReturningDeployment } from "./support/a-deployment.ts";
import { assertReadable } from "./support/invariants.ts";
import { skip } from "./support/ministack.ts";
import { endOfCrawl, type StackPage, startCrawl } from "./support/stack-crawl.ts";

const page = (name: string, ...links: readonly string[]) => {
  const anchors = links.map((link) => `<a href="/${link}">${link}</a>`).join(" ");
  return `<title>${name}</title><p>Bees and honey of ${name}.</p>${anchors}`;
};

/** A site before it changes. */
const BEFORE: readonly (readonly [string, SitePage])[] = [
  [
    "/",
    { body: page("home", "same", "dated", "plain", "edited", "removed", "moved"), etag: '"h"' },
  ],
  ["/same", { body: page("same"), etag: '"s"' }],
  ["/dated", { body: page("dated"), lastModified: "Mon, 02 Nov 2026 10:00:00 GMT" }],
  ["/plain", { body: page("plain") }],
  ["/edited", { body: page("edited"), etag: '"e1"' }],
  ["/removed", { body: page("removed") }],
  ["/moved", { body: page("moved") }],
];

/** What a report says of a recrawl, without the bytes and the hosts. */
const reportSchema = z.object({
  changes: z.object({
    known: z.number(),
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    moved: z.number(),
    gone: z.number(),
  }),
});

/** Returns what became of each page, and the status of its answer. */
function changesIn(pages: readonly Pick<StackPage, "url" | "change" | "status">[]) {
  return Object.fromEntries(
    pages.map(({ url, change, status }) => [new URL(url).pathname, `${change} ${status}`]),
  );
}

/** Calls the function of the API with what its rule sends. */
async function callAsRule(deployment: Deployment): Promise<void> {
  const Rule = idOf(deployment, "RecrawlRule");
  const { Targets = [] } = await new EventBridgeClient().send(
    new ListTargetsByRuleCommand({ Rule: Rule.slice(Rule.lastIndexOf("/") + 1) }),
  );
  const [{ Arn, Input } = {}] = Targets;
  const { FunctionError } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName: Arn, Payload: Buffer.from(Input ?? "") }),
  );
  assert.equal(FunctionError, undefined);
}

describe("a stack that comes back, on MiniStack", { skip }, () => {
  it("It says what has changed, on a schedule, too, and a pull makes a run of each crawl", async (test) => {
    const site = await serveChangingSite(BEFORE);
    test.after(() => site.close());
    const project = {
      seeds: { urls: [`${site.origin}/`] },
      scope: { hosts: "seeds" },
      strategy: "breadth-first",
      politeness: {
        ...{ contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
        // A recrawl begins that long after the crawl before.
        maxCrawlDelayMs: 100,
      },
    };
    const deployment = await theReturningDeployment();
    await startCrawl(deployment, project);
    await endOfCrawl(deployment);
    site.pages.set("/edited", { body: page("edited", "fresh"), etag: '"e2"' });
    site.pages.delete("/removed");
    site.pages.set("/moved", { status: 301, location: "/moved-here" });
    site.pages.set("/moved-here", { body: page("moved here") });
    site.pages.set("/fresh", { body: page("fresh", "same") });
    await command(deployment, ["recrawl"]);
    const second = await endOfCrawl(deployment);
    const found = {
      ...{ "/": "unchanged 304", "/same": "unchanged 304", "/dated": "unchanged 304" },
      ...{ "/plain": "unchanged 200", "/edited": "changed 200", "/removed": "gone 404" },
      ...{ "/moved": "moved 301", "/moved-here": "new 200", "/fresh": "new 200" },
    };
    assert.deepEqual(changesIn(second.pages), found);
    await assertReadable(deployment, second.pages);
    const { changes } = reportSchema.parse(await command(deployment, ["report", deployment.file]));
    const counted = { known: 7, new: 2, changed: 1, unchanged: 4, moved: 1, gone: 1 };
    assert.deepEqual(changes, counted);
    site.pages.set("/plain", { body: page("plain", "same") });
    await callAsRule(deployment);
    const third = await endOfCrawl(deployment);
    assert.equal(changesIn(third.pages)["/plain"], "changed 200");
    const out = join(aFolder(test), "returns");
    const { code, stderr } = await runCli(["pull", deployment.file, "--out", out]);
    assert.equal(code, 0, stderr);
    for (const run of [out, `${out}-2`, `${out}-3`]) await assertWhole(run);
  });
});

/** Asserts that each page of a run has its body, and that the audit is green. */
async function assertWhole(directory: string): Promise<void> {
  const run = readRun(directory);
  for await (const { url, page: verdict } of run.records.list()) {
    const body = verdict && (await run.pages.get(url))?.body;
    assert.equal(body && payloadDigest(body), verdict?.ref?.digest, url);
  }
  await run.close();
  const { code, stdout } = await runCli(["audit", directory]);
  assert.equal(code, 0, stdout);
}
