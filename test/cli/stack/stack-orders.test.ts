import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { formatStackStatus } from "../../../lib/run/stack/stack-status.ts";
import { serveApi } from "../../../lib/stack/api/serve-api.ts";
import { knownAssessed } from "../../../lib/stack/assessing.ts";
import { bundleText, packBundle } from "../../../lib/stack/bundle.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aStack, serveStack, TOKEN } from "../../support/a-stack.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { runCli } from "../../support/run-cli.ts";

/** A served stack whose crawl was started, and the commands that talk to it. */
async function served(test: TestContext) {
  const stack = aStack();
  const body = packBundle(bundleText(aBundle()));
  await serveApi({ method: "PUT", path: "/crawl", query: {}, body }, stack.ports);
  const endpoint = await serveStack(test, stack.ports);
  const env = { ...process.env, DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: TOKEN };
  return { ...stack, env, run: (...args: string[]) => runCli(args, { env }) };
}

describe("dowser recrawl of a stack", () => {
  it("`dowser recrawl` has the stack come back to a crawl that has ended, and refuses one that is active", async (test) => {
    const { run, report, order, ports } = await served(test);
    const active = await run("recrawl");
    assert.deepEqual([active.code, /crawl-active/.test(active.stderr)], [2, true]);
    await report({ state: "finished" });
    ports.clock.now = () => Date.UTC(2026, 10, 23);
    const { code, stdout, stderr } = await run("recrawl", "--pages", "50");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^bees-\S+: the stack visits the pages of its last crawl again\n$/);
    const { recrawlOf, pages } = (await order()) ?? {};
    assert.deepEqual([recrawlOf, pages], ["bees-20261122T000000000Z", 50]);
  });

  it("`dowser recrawl` of a stack takes no option of a run on this machine", async (test) => {
    const { run } = await served(test);
    const { code, stderr } = await run("recrawl", "--hours", "2", "--into", "runs/x");
    assert.equal(code, 2);
    assert.match(stderr, /recrawl-in-stack[^]*--into, --hours|--hours, --into/);
  });
});

describe("dowser status", () => {
  it("`dowser status` prints state, totals and the cost by service, the highest first", async (test) => {
    const { run, report } = await served(test);
    await report();
    const { code, stdout, stderr } = await run("status");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^bees-20261122T000000000Z: running, 60 s of crawling\n/);
    assert.match(stdout, /predicted relevant +1\npredicted harvest +33\.3 %/);
    assert.match(stdout, /\nS3 +0\.2000\nSQS +0\.0500\n(?:.*\n)*in all +0\.2500\n$/);
  });

  it("`dowser status` prints a request that is not yet carried out, and why a crawl ended", async (test) => {
    const { run, report } = await served(test);
    await run("pause");
    assert.match((await run("status")).stdout, /: starting; asked to pause, 0 s of crawling/);
    await report({ state: "finished", end: "budget-pages" });
    assert.match((await run("status")).stdout, /: finished \(budget-pages\), 60 s/);
  });

  it("`dowser status` prints what the project's rule states of the recall", async (test) => {
    const { run, report } = await served(test);
    const stated = { recall: 0.9, confidence: 0.95, isStated: false, least: 0.5 };
    const counts = { waiting: 9, found: 4, left: 4, draws: 7, hits: 1, byPeople: 0, level: 0.25 };
    await report({ recall: { of: "discovered", ...stated, ...counts } });
    const { stdout } = await run("status");
    assert.match(
      stdout,
      /\nrecall: at least 50 % of the relevant pages among the URLs discovered/u,
    );
  });

  it("`dowser status` prints how many sites have the pages that their budget allows", async (test) => {
    const { run, report } = await served(test);
    await report();
    assert.doesNotMatch((await run("status")).stdout, /pagesPerSite/);
    await report({ spentSites: 1_200 });
    const { stdout } = await run("status");
    assert.match(stdout, /\n1,200 sites have their pages \(budget\.pagesPerSite\)\n/u);
    assert.equal(JSON.parse((await run("status", "--json")).stdout).spentSites, 1_200);
  });

  it("`dowser status` prints what an assessor has read and cost, and why it is not asked any more", async (test) => {
    const { run, report } = await served(test);
    await report();
    assert.doesNotMatch((await run("status")).stdout, /assessor/);
    const known = knownAssessed(null, "bees");
    const assessed = { ...known, answered: 1_200, requests: 1_300, dollars: 0.5 };
    await report({ assessed });
    const { stdout } = await run("status");
    assert.match(stdout, /\nread by the assessor: 1,200 pages, 1,300 requests, 0\.50 \$\n/u);
    assert.match(stdout, /\nassessor +0\.5000\n/u);
    const fault = { code: "assessor-refused", message: "the assessor refuses: HTTP 401", at: 1 };
    await report({ assessed: { ...assessed, fault } });
    const failed = await run("status");
    assert.match(
      failed.stdout,
      /\nit is not asked any more: [^\n]* HTTP 401 \[assessor-refused\]\n/u,
    );
    const told = JSON.parse((await run("status", "--json")).stdout).assessed;
    const counted = { answered: 1_200, requests: 1_300, tokens: 0, dollars: 0.5 };
    assert.deepEqual(told, { ...counted, capped: false, fault });
  });

  it("`dowser status` prints everything as JSON", async (test) => {
    const { run, report } = await served(test);
    await report({ listedRecords: 3 });
    const told = JSON.parse((await run("status", "--json")).stdout);
    assert.deepEqual([told.state, told.listed, told.cost.dollars], ["running", 3, 0.25]);
  });
});

describe("dowser status of a stack that is stuck", () => {
  it("`dowser status` prints that nothing is wrong by printing no problem, and the state of each part", async (test) => {
    const { run, report } = await served(test);
    await report();
    const { stdout } = await run("status");
    assert.doesNotMatch(stdout, /problem/);
    assert.match(stdout, /\nrules +planner on, trainer on\ndeliveries +on\n/);
    assert.match(stdout, /\nbatches +0 waiting, 0 in flight, 0 given up\n/);
  });

  it("`dowser status` prints in words what keeps a crawl from going on, each with a hint", async (test) => {
    const { run, report, ports } = await served(test);
    await report();
    await ports.activity.suspend();
    const { stdout } = await run("status");
    assert.match(
      stdout,
      /\nproblem: the rule that calls the planner is disabled\n +hint: run dowser/,
    );
    assert.match(stdout, /\nrules +planner off, trainer off\ndeliveries +off\n/);
    const told = JSON.parse((await run("status", "--json")).stdout);
    assert.equal(told.health.rules.planner, false);
    assert.deepEqual(told.health.problems[0].code, "planner-rule-off");
  });

  it("`dowser status` prints for how many minutes the planner has not run", async (test) => {
    const { run, report, ports } = await served(test);
    await report();
    const { value, version = 0 } = (await ports.keyValueStore.read("planner")) ?? {};
    const before = 12 * 60_000;
    const now = Date.UTC(2026, 10, 23);
    Object.assign(ports, { clock: fixedClock(now) });
    const order = { ...(await ports.keyValueStore.read("order")) };
    const at = now - before;
    await ports.keyValueStore.write(
      "order",
      { ...(order.value as object), at },
      order.version ?? 0,
    );
    const state = { ...(value as object), lastTickAt: at };
    await ports.keyValueStore.write("planner", state, version);
    const told = formatStackStatus(JSON.parse((await run("status", "--json")).stdout), now);
    assert.match(told, /\nproblem: the planner has not run for 12 minutes\n/);
    assert.match(told, /\nplanner last ran +12 minutes ago\n/);
  });

  it("`dowser status` says of a stack of an older version that its parts cannot be seen", async (test) => {
    const { ports, env } = await served(test);
    const older = createServer(async (request, response) => {
      const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
      const asked = path === "/health" ? "/not-yet-known" : path;
      const sent = { method: "GET", path: asked, query: {}, body: Buffer.alloc(0) };
      const { status, body } = await serveApi(sent, ports);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => older.listen(0, "127.0.0.1", resolve));
    test.after(() => older.close());
    const { port } = older.address() as AddressInfo;
    const endpoint = { ...env, DOWSER_ENDPOINT: `http://127.0.0.1:${port}` };
    const { code, stdout, stderr } = await runCli(["status"], { env: endpoint });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /of an older version: deploy it again/);
  });
});

describe("dowser pause, resume and stop", () => {
  it("`dowser pause`, `resume` and `stop` send the stack a request, and tell the user the result", async (test) => {
    const { run, order } = await served(test);
    for (const [verb, wanted] of [
      ["pause", "pause"],
      ["resume", "run"],
      ["stop", "stop"],
    ] as const) {
      const { code, stdout, stderr } = await run(verb);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^bees-20261122T000000000Z: /);
      assert.equal((await order())?.requested, wanted);
    }
    const { code, stderr } = await run("resume", "--json");
    assert.equal(code, 2);
    assert.match(stderr, /is ending \(crawl-not-active\)/);
  });
});

describe("the way to a stack", () => {
  it("The stack commands are refused without the token", async (test) => {
    const { env } = await served(test);
    const { code, stderr } = await runCli(["status"], { env: { ...env, DOWSER_TOKEN: "other" } });
    assert.equal(code, 2);
    assert.match(stderr, /\[stack-token-refused\]/);
  });

  it("The stack commands report an unreachable stack, for which the same command may work later", async (test) => {
    const { env } = await served(test);
    const nowhere = { ...env, DOWSER_ENDPOINT: "http://127.0.0.1:2/" };
    const { code, stderr } = await runCli(["status"], { env: nowhere });
    assert.equal(code, 1);
    assert.match(stderr, /\[stack-unreachable\]: http:\/\/127\.0\.0\.1:2\/crawl does not answer/);
  });

  it("The stack commands need a stack of this version", async (test) => {
    const server = createServer((_, response) => response.end('{"state":"running"}'));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const env = {
      ...process.env,
      DOWSER_ENDPOINT: `http://127.0.0.1:${port}/`,
      DOWSER_TOKEN: TOKEN,
    };
    const { code, stderr } = await runCli(["status"], { env });
    assert.equal(code, 2);
    assert.match(stderr, /\[bad-stack-answer\]/);
  });

  it("The stack commands need a named stack", async () => {
    const { DOWSER_ENDPOINT: _endpoint, DOWSER_TOKEN: _token, ...env } = process.env;
    const { code, stderr } = await runCli(["status"], { env });
    assert.equal(code, 2);
    assert.match(stderr, /\[no-stack-named\]/);
  });
});
