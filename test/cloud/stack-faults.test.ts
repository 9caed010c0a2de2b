import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Deployment, theDeployment } from "./support/a-deployment.ts";
import { embeddedCrawl } from "./support/embedded-crawl.ts";
import { assertConserved, assertPolite, assertReadable } from "./support/invariants.ts";
import { killFunction, killSkip } from "./support/kill-function.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo, type ServedWeb } from "./support/served-web.ts";
import { endOfCrawl, startCrawl, whenCrawl } from "./support/stack-crawl.ts";
import { until } from "./support/until.ts";

const MIN_DELAY_MS = 40;

/** Longest time of the crawl, in ms: leases of a batch that died hold for five minutes, a planner's for three. */
const MOST_MS = 1_200_000;

/** Pages after which a process is killed. */
const UNDER_WAY = 30;

const slowSkip = process.env["SLOW"] ? false : "takes ten minutes: set SLOW=1";

function aProject({ seeds }: ServedWeb) {
  return {
    need: { topic: "beekeeping" },
    seeds: { urls: seeds },
    scope: { hosts: "seeds" },
    strategy: "breadth-first",
    budget: { pages: 100_000 },
    politeness: {
      contact: "keeper@demo.example",
      minDelayMs: MIN_DELAY_MS,
      minDelayPerAddressMs: 1,
      allowLoopback: true,
    },
  };
}

describe("a stack whose processes die, on MiniStack", {
  skip: skip || killSkip || slowSkip,
}, () => {
  let deployment: Deployment;

  before(async () => {
    deployment = await theDeployment();
  });

  it("A stack whose processes die gives the same pages, whichever dies during the crawl", async (test) => {
    const [web, other] = [
      await aServedDemo(test, ["university"]),
      await aServedDemo(test, ["university"]),
    ];
    const embedded = await embeddedCrawl(aProject(other));
    await startCrawl(deployment, aProject(web));
    await whenCrawl(
      deployment,
      MOST_MS,
      "is under way",
      ({ report }) => (report?.fetched ?? 0) >= UNDER_WAY,
    );
    const asked = web.requests.length;
    await until(
      "a batch is being fetched",
      MOST_MS,
      async () => web.requests.length > asked + 5 || undefined,
    );
    assert.ok(killFunction(deployment, "Harvester") > 0, "a harvester was killed");
    assert.ok(killFunction(deployment, "Planner") > 0, "the planner was killed");
    const ended = await endOfCrawl(deployment, MOST_MS);
    const told = (
      served: ServedWeb,
      pages: readonly { url: string; state: string; reason: string }[],
    ) =>
      pages.map(({ url, state, reason }) => `${served.nameOf(url)} ${state} ${reason}`).toSorted();
    assert.deepEqual(told(web, ended.pages), told(other, embedded.outcomes));
    assert.deepEqual(ended.state.report, embedded.report);
    assertConserved(ended);
    assertPolite(web, MIN_DELAY_MS);
    await assertReadable(deployment, ended.pages);
  });
});
