import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { callStack } from "../../lib/run/stack/stack-client.ts";
import { linkSchema, toldLinkSchema } from "../../lib/stack/api/asked-link.ts";
import { frontierSchema } from "../../lib/stack/api/listed-pages.ts";
import {
  crawlSchema,
  exportSchema,
  htmlSchema,
  labelledSchema,
  metricsSchema,
  orderSchema,
} from "../../lib/stack/api/schemas.ts";
import { aFolder } from "../support/a-folder.ts";
import { json, startEngine } from "../support/fake-engine.ts";
import { runCli, startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { command, type Deployment, get, theDeployment } from "./support/a-deployment.ts";
import { assertAskedOnce, assertConserved, assertPolite } from "./support/invariants.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import {
  aBeekeepingProject,
  allPages,
  endOfCrawl,
  plannerStatus,
  startCrawl,
  whenCrawl,
} from "./support/stack-crawl.ts";

const curl = (...words: string[]) => promisify(execFile)("curl", words);

/** Crawl delay, in ms, so long that no crawl ends before it is paused or told to stop. */
const MIN_DELAY_MS = 150;

/** Pages after which a crawl counts as well on its way. */
const UNDER_WAY = 20;

/** Starts a search engine on loopback that finds these pages for every query. */
function anEngineThatFinds({ urls }: { readonly urls: readonly string[] }) {
  const results = urls.map((url) => ({ url, title: "Bees", content: "Hives." }));
  return startEngine(() => json({ results, unresponsive_engines: [] }));
}

/** Serves some of the demo web and starts a crawl of it by `start`, which would go on for a while. */
async function aCrawlAtWork(test: TestContext, deployment: Deployment, start = startCrawl) {
  const web = await aServedDemo(test, ["university", "garden-blog"]);
  const budget = { pages: 100_000, minDelayMs: MIN_DELAY_MS };
  await start(deployment, aBeekeepingProject(web.seeds, budget));
  await whenCrawl(deployment, "is under way", ({ report }) => (report?.fetched ?? 0) >= UNDER_WAY);
  return web;
}

describe("the crawl of a stack, on MiniStack", { skip }, () => {
  let deployment: Deployment;
  const tell = (verb: string) => command(deployment, [verb]);

  before(async () => {
    deployment = await theDeployment();
  });

  it("The crawl of a stack pauses, stays idle, continues where it was, and fetches no page twice", async (test) => {
    const web = await aCrawlAtWork(test, deployment);
    await tell("pause");
    const paused = await whenCrawl(deployment, "pauses", ({ state }) => state === "paused");
    assert.equal(paused.report?.states.leased, 0);
    const asked = web.requests.length;
    const fetched = paused.report?.fetched ?? 0;
    assert.ok((paused.report?.states.waiting ?? 0) > 0, "there is something to go on with");
    assert.equal((await allPages(deployment)).length, paused.listed);
    const { links } = await get(deployment, "/frontier", frontierSchema);
    const stateOf = (url: string) =>
      get(deployment, `/links?${new URLSearchParams({ url }).toString()}`, linkSchema);
    const best = toldLinkSchema.parse(await stateOf(links[0]?.url ?? ""));
    assert.deepEqual([best.state, best.before], ["queued", { all: 0, atHost: 0 }]);
    const never = toldLinkSchema.parse(await stateOf("https://never.example/"));
    assert.deepEqual([never.state, never.reason], ["unknown", "host"]);
    assert.equal((await stateOf(web.seeds[0] ?? "")).state, "fetched");
    await tell("resume");
    await whenCrawl(
      deployment,
      "goes on",
      ({ report }) => (report?.fetched ?? 0) >= fetched + UNDER_WAY,
    );
    assert.ok(web.requests.length >= asked + UNDER_WAY);
    await tell("stop");
    const ended = await endOfCrawl(deployment);
    assert.equal(ended.state.end, "stopped");
    assertConserved(ended);
    assertAskedOnce(web);
    assertPolite(web, MIN_DELAY_MS);
    assert.ok((ended.state.report?.states.waiting ?? 0) > 0, "it was stopped before its end");
  });

  it("The crawl of a stack that ended by its budget goes on with another one, and fetches no page twice", async (test) => {
    const web = await aServedDemo(test, ["university", "garden-blog"]);
    const budget = { pages: UNDER_WAY, minDelayMs: MIN_DELAY_MS };
    await startCrawl(deployment, aBeekeepingProject(web.seeds, budget));
    assert.equal((await endOfCrawl(deployment)).state.end, "budget-pages");
    await callStack(deployment.access, {
      method: "PATCH",
      path: "/crawl",
      body: Buffer.from(JSON.stringify({ budget: { pages: 2 * UNDER_WAY } })),
      schema: orderSchema,
    });
    await whenCrawl(deployment, "goes on", ({ report }) => (report?.fetched ?? 0) > UNDER_WAY);
    const ended = await endOfCrawl(deployment);
    assert.deepEqual(
      [ended.state.end, ended.state.report?.fetched],
      ["budget-pages", 2 * UNDER_WAY],
    );
    assertConserved(ended);
    assertAskedOnce(web);
  });

  it("The crawl of a stack starts by a project that curl sends to its API, without seeds: it asks its topic", async (test) => {
    await aCrawlAtWork(test, deployment, async ({ access, project }, { seeds, ...rest }) => {
      const engine = await anEngineThatFinds(z.object({ urls: z.array(z.string()) }).parse(seeds));
      test.after(() => engine.close());
      const search = { provider: "searxng", url: engine.origin, compose: {} };
      const parts = { ...rest, scope: { hosts: "any" }, search };
      const { stdout } = await curl(
        ...["--silent", "--show-error", "--request", "PUT", `${access.endpoint}/crawl`],
        ...["--header", `authorization: Bearer ${access.token}`],
        ...["--header", "content-type: application/json"],
        ...["--data", JSON.stringify({ name: project, ...parts })],
      );
      assert.equal(orderSchema.parse(JSON.parse(stdout)).requested, "run");
    });
    await tell("stop");
    assertConserved(await endOfCrawl(deployment));
  });

  it("The crawl of a stack learns from labels, and shows pages as served to the token's owner", async (test) => {
    const web = await aCrawlAtWork(test, deployment);
    const listed = await until("pages are listed", async () => {
      const pages = (await allPages(deployment)).filter(({ reason }) => reason === "page");
      return pages.length > 1 ? pages : undefined;
    });
    const [good, bad] = listed;
    const answer = await callStack(deployment.access, {
      method: "POST",
      path: "/labels",
      body: Buffer.from(`${good?.url},good\n${bad?.url},bad\n`),
      schema: labelledSchema,
    });
    assert.deepEqual(
      answer.labels.map(({ url, label }) => [url, label]),
      [
        [good?.url, 1],
        [bad?.url, 0],
      ],
    );
    await until("the labels are taken up", async () => {
      const { labels } = await plannerStatus(deployment);
      return labels === 2 || undefined;
    });
    const { url } = await get(deployment, `/pages/${good?.sequence}/html`, htmlSchema);
    const [copy, served] = await Promise.all([fetch(url), fetch(good?.url ?? "")]);
    assert.equal(await copy.text(), await served.text());
    assert.ok(web.seeds.length > 0);
    await tell("stop");
    assertConserved(await endOfCrawl(deployment));
  });

  it("The crawl of a stack reports totals and cost, with the requests of a crawl in batches", async () => {
    const [{ report, dollars }, metrics, { usage }] = await Promise.all([
      get(deployment, "/crawl", crawlSchema),
      get(deployment, "/metrics", metricsSchema),
      plannerStatus(deployment),
    ]);
    assert.deepEqual(metrics.report, report);
    assert.equal(metrics.cost.dollars, dollars);
    assert.ok(dollars > 0);
    const services = Object.values(metrics.cost.services).reduce((sum, each) => sum + each, 0);
    assert.ok(Math.abs(services - dollars) < 1e-9);
    const pages = report?.fetched ?? 0;
    assert.deepEqual(Object.keys(usage).toSorted(), Object.keys(NO_USAGE).toSorted());
    for (const used of ["s3Writes", "s3Reads", "sqsRequests", "dynamoWriteUnits"] as const) {
      assert.ok(usage[used] > 0, `${used} were counted`);
      assert.ok(usage[used] < 10 * pages, `${usage[used]} ${used} for ${pages} pages`);
    }
    assert.ok(usage.lambdaRuns >= 2 && usage.lambdaGbSeconds > 0 && usage.egressBytes > 0);
    const status = await runCli(["status"], {
      env: {
        ...process.env,
        DOWSER_ENDPOINT: deployment.access.endpoint,
        DOWSER_TOKEN: deployment.access.token,
      },
    });
    assert.match(status.stdout, /finished \(stopped\)/);
    assert.match(status.stdout, /in all/);
  });

  it("The crawl of a stack is pulled whole, with its target pages, or without pages", async (test) => {
    const sizes: number[] = [];
    for (const words of [[], ["--relevant"], ["--no-pages"]]) {
      const out = join(aFolder(test), "run");
      const pulled = await runCli(["pull", deployment.file, "--out", out, ...words]);
      assert.equal(pulled.code, 0, pulled.stderr);
      sizes.push(Number(/copied (\d+) answers? of/.exec(pulled.stdout)?.[1]));
      const audited = await runCli(["audit", out]);
      assert.equal(audited.code, 0, audited.stdout);
    }
    const [all = 0, targets = 0, none] = sizes;
    assert.ok(all > targets && targets > 0, `${all} answers, ${targets} of targets`);
    assert.equal(none, 0);
  });

  it("The crawl of a stack is exported into its bucket, a record a line, and its target pages as CSV", async () => {
    const records = (await allPages(deployment)).length;
    const exported = async (path: string) => {
      await callStack(deployment.access, { method: "POST", path, schema: exportSchema });
      const { parts } = await until("the export is there", async () => {
        const made = await get(deployment, "/export", exportSchema);
        return made.state === "done" ? made : undefined;
      });
      const packed = parts.map(async (url) => (await fetch(url)).bytes());
      return gunzipSync(Buffer.concat(await Promise.all(packed))).toString();
    };
    const lines = (await exported("/export")).trimEnd().split("\n");
    assert.equal(lines.length, records);
    assert.ok(lines.every((line) => JSON.parse(line).sequence > 0));
    const { report } = await get(deployment, "/crawl", crawlSchema);
    const csv = await exported("/export?format=csv&targets=true");
    assert.match(csv, /^url,host,title,rawTitle,text,/);
    assert.equal(csv.match(/^http[^,]*,/gm)?.length, report?.targets);
  });

  it("The crawl of a stack is reported on in its bucket, as its pulled run is here", async (test) => {
    const cwd = aFolder(test);
    const pulled = await startCli(["pull", deployment.file], { cwd }).done;
    assert.equal(pulled.code, 0, pulled.stderr);
    const { endpoint: DOWSER_ENDPOINT, token: DOWSER_TOKEN } = deployment.access;
    const env = { ...process.env, DOWSER_ENDPOINT, DOWSER_TOKEN };
    const reportOf = async (...words: string[]) => {
      const { code, stdout, stderr } = await startCli(["report", ...words], { cwd, env }).done;
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const run = join("runs", deployment.project);
    for (const form of [[], ["--json"]])
      assert.equal(await reportOf(...form), await reportOf(run, ...form));
    await reportOf("--html", "made.html");
    await reportOf(run, "--html", "here.html");
    const [made, here] = ["made.html", "here.html"].map((file) =>
      readFileSync(join(cwd, file), "utf8").replace(/<p>Written [^<]* by /, "<p>Written by "),
    );
    assert.equal(made, here);
    assert.match(made ?? "", /<svg class="wide"/);
  });

  it("The crawl of a stack admits nobody without the token", async () => {
    const { endpoint, token } = deployment.access;
    for (const wrong of ["another", `${token}x`, ""]) {
      const call = { method: "GET", path: "/crawl", schema: crawlSchema } as const;
      await assert.rejects(callStack({ endpoint, token: wrong }, call), {
        code: "stack-token-refused",
      });
    }
    const { status } = await fetch(`${endpoint}/crawl`);
    assert.ok(status === 401 || status === 403, String(status));
  });
});
