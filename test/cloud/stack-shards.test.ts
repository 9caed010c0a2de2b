import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { shardOfHost } from "../../lib/domain/shards/shard-of-host.ts";
import { hostOf } from "../../lib/domain/url/canonical-url.ts";
import { orderSchema } from "../../lib/stack/api/schemas.ts";
import { aUrl } from "../support/a-url.ts";
import { runCli } from "../support/run-cli.ts";
import { aDeployment, command, type Deployment } from "./support/a-deployment.ts";
import { embeddedCrawl } from "./support/embedded-crawl.ts";
import { assertPolite, assertReadable } from "./support/invariants.ts";
import { killFunction, killSkip } from "./support/kill-function.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo, type ServedWeb } from "./support/served-web.ts";
import { shiftClock } from "./support/shifted-functions.ts";
import { endOfCrawl, whenCrawl } from "./support/stack-crawl.ts";

const SHARDS = 2;

/** Sites of the demo web, each of which is a host. */
const SITES = ["university", "garden-blog"] as const;
const MIN_DELAY_MS = 150;
const EMBEDDED_DELAY_MS = 5;

/** Pages after which a crawl is under way. */
const UNDER_WAY = 30;

/** Longer than the leases of links and of planners, in ms. */
const LEASES_MS = 360_000;

const slowSkip = process.env["SLOW"] ? false : "deploys a stack of its own: set SLOW=1";

const curl = promisify(execFile);

function aProject({ seeds }: ServedWeb, minDelayMs: number) {
  return {
    need: { topic: "beekeeping" },
    seeds: { urls: seeds },
    strategy: "breadth-first",
    scope: { hosts: "seeds" },
    budget: { pages: 100_000 },
    politeness: {
      contact: "keeper@demo.example",
      minDelayMs,
      minDelayPerAddressMs: 1,
      allowLoopback: true,
    },
  };
}

/** Serves sites of two shards: their ports, which decide, are chosen by the system. */
async function aDividedWeb(test: TestContext): Promise<ServedWeb> {
  for (;;) {
    const web = await aServedDemo(test, SITES);
    const shards = new Set(web.seeds.map((seed) => shardOfHost(hostOf(aUrl(seed)), SHARDS)));
    if (shards.size === SHARDS) return web;
  }
}

describe("a stack of two shards, on MiniStack", { skip: skip || killSkip || slowSkip }, () => {
  let deployment: Deployment;

  before(async () => {
    deployment = await aDeployment("shards", { stack: { shards: SHARDS } });
  });

  it("A stack of two shards starts by curl, loses nothing when all its processes die, and is pulled as one run", async (test) => {
    const [web, other] = [await aDividedWeb(test), await aServedDemo(test, SITES)];
    const embedded = await embeddedCrawl(aProject(other, EMBEDDED_DELAY_MS));
    const shift = await shiftClock(test, deployment, ["Planner", "Planner1", "Harvester"]);
    const { endpoint, token } = deployment.access;
    const { stdout } = await curl("curl", [
      ...["--silent", "--show-error", "--request", "PUT", `${endpoint}/crawl`],
      ...["--header", `authorization: Bearer ${token}`],
      ...["--header", "content-type: application/json"],
      ...["--data", JSON.stringify({ name: "shards", ...aProject(web, MIN_DELAY_MS) })],
    ]);
    assert.equal(orderSchema.parse(JSON.parse(stdout)).requested, "run");
    const underWay = ({ report }: { report: { fetched: number } | null }) =>
      (report?.fetched ?? 0) >= UNDER_WAY;
    await whenCrawl(deployment, "is under way", underWay);
    for (const name of ["Harvester", "Planner", "Planner1"]) {
      assert.ok(killFunction(deployment, name) > 0, `${name} was killed`);
    }
    shift(2 * LEASES_MS);
    await command(deployment, ["resume"]);
    const ended = await endOfCrawl(deployment);
    const told = (served: ServedWeb, pages: readonly { url: string; state: string }[]) =>
      pages.map(({ url, state }) => `${served.nameOf(url)} ${state}`).toSorted();
    assert.deepEqual(told(web, ended.pages), told(other, embedded.outcomes));
    assertPolite(web, MIN_DELAY_MS);
    await assertReadable(deployment, ended.pages);
    assert.ok(
      ended.pages.some(({ sequence }) => sequence > 1_000_000_000),
      "two shards",
    );
    const out = join(mkdtempSync(join(tmpdir(), "dowser-pulled-")), "run");
    const pulled = await runCli(["pull", deployment.file, "--out", out]);
    assert.equal(pulled.code, 0, pulled.stderr);
    const audited = await runCli(["audit", out]);
    assert.equal(audited.code, 0, audited.stdout);
  });
});
