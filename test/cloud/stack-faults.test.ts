import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { DisableRuleCommand, EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { z } from "zod";
import { METRICS } from "../../functions/wiring/stack-metrics.ts";
import { healthSchema } from "../../lib/stack/api/schemas.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { command, type Deployment, get, idOf, theDeployment } from "./support/a-deployment.ts";
import { embeddedCrawl } from "./support/embedded-crawl.ts";
import { aFaultyEndpoint, type FaultyEndpoint, type Service } from "./support/faulty-endpoint.ts";
import { installFunctions } from "./support/install-function.ts";
import { assertConserved, assertPolite, assertReadable } from "./support/invariants.ts";
import { killFunction, killSkip } from "./support/kill-function.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo, type ServedWeb } from "./support/served-web.ts";
import { type ShiftedClock, shiftClock } from "./support/shifted-functions.ts";
import { type EndedCrawl, endOfCrawl, startCrawl, whenCrawl } from "./support/stack-crawl.ts";

/** Crawl delay in the stack, in ms, so long that all faults come during the crawl; and elsewhere. */
const MIN_DELAY_MS = 150;
const EMBEDDED_DELAY_MS = 5;

/** Pages after which a crawl is under way. */
const UNDER_WAY = 30;

/** Time that a service is out of order, in ms: longer than its client tries again. */
const OUT_OF_ORDER_MS = 1_500;

/** Time without a request after which no function is at work, in ms: batches wait for a crawl delay. */
const QUIET_MS = 4_000;

const MINUTE = 60_000;

/** Time without a request after which only leases are waited for, in ms: longer than between two planners. */
const STILL_MS = 1.5 * MINUTE;

/** Longer than a planner's lease, and than those of links, in ms. */
const PLANNER_LEASE_MS = 3.5 * MINUTE;
const LINK_LEASES_MS = 6 * MINUTE;

/** Pages after which the links of lost batches were fetched again: they come first. */
const RECOVERED = 20;

const slowSkip = process.env["SLOW"] ? false : "takes ten minutes: set SLOW=1";

/** Problems of a stack whose planner does not come, as its rule is off. */
const PLANNER_PROBLEMS = new Set(["planner-rule-off", "planner-missed"]);

const SERVICES: readonly Service[] = ["s3", "sqs", "dynamodb", "lambda", "events"];

const FUNCTIONS = ["Planner", "Harvester", "Trainer", "ApiHandler", "Watchdog"] as const;

/** The functions that keep the database of a crawl. */
const KEEPERS = { Planner: "planner", Trainer: "trainer" } as const;

const lambda = new LambdaClient();
const sqs = new SQSClient();

function aProject({ seeds }: ServedWeb, minDelayMs: number) {
  return {
    need: { topic: "beekeeping" },
    seeds: { urls: seeds },
    scope: { hosts: "seeds" },
    strategy: "breadth-first",
    budget: { pages: 100_000 },
    politeness: {
      contact: "keeper@demo.example",
      minDelayMs,
      minDelayPerAddressMs: 1,
      allowLoopback: true,
    },
  };
}

/** Starts a crawl in a stack; the same crawl on this machine tells what it has to find. */
async function aCrawlUnderWay(test: TestContext, deployment: Deployment) {
  const [web, other] = [
    await aServedDemo(test, ["university"]),
    await aServedDemo(test, ["university"]),
  ];
  const embedded = await embeddedCrawl(aProject(other, EMBEDDED_DELAY_MS));
  await startCrawl(deployment, aProject(web, MIN_DELAY_MS));
  const told = (
    served: ServedWeb,
    pages: readonly { url: string; state: string; reason: string }[],
  ) => pages.map(({ url, state, reason }) => `${served.nameOf(url)} ${state} ${reason}`).toSorted();
  return {
    web,
    /** Waits until so many more pages were fetched. */
    async goesOn(pages: number) {
      let from: number | undefined;
      await whenCrawl(deployment, "goes on", ({ report }) => {
        from ??= report?.fetched ?? 0;
        return (report?.fetched ?? 0) >= from + pages;
      });
    },
    async batchUnderWay() {
      const asked = web.requests.length;
      const isAsked = async () => web.requests.length > asked + 5 || undefined;
      await until("a batch is being fetched", isAsked);
    },
    /** Kills each planner that comes, until nothing was fetched for a while: no batch is under way. */
    async standsStillWithoutPlanner() {
      await until("the crawl stands still", async () => {
        killFunction(deployment, "Planner");
        return stillMs(web) > QUIET_MS || undefined;
      });
    },
    /** Passes time once in each long standstill: what failed keeps its leases for minutes. */
    passTimeInStandstill(test: TestContext, pass: () => void) {
      let passedAfter = 0;
      const look = setInterval(() => {
        if (stillMs(web) < STILL_MS || passedAfter === web.requests.length) return;
        passedAfter = web.requests.length;
        pass();
      }, QUIET_MS);
      test.after(() => clearInterval(look));
    },
    /** Asserts that the crawl found what the undisturbed one did, and broke no promise. */
    async assertWhole(ended: EndedCrawl) {
      assert.deepEqual(told(web, ended.pages), told(other, embedded.outcomes));
      assert.deepEqual(ended.state.report, embedded.report);
      assertConserved(ended);
      assertPolite(web, MIN_DELAY_MS);
      await assertReadable(deployment, ended.pages);
    },
  };
}

/** Returns the time since a web was last asked, in ms. */
function stillMs({ requests }: ServedWeb): number {
  const now = Date.now();
  return now - (requests.at(-1)?.at ?? now);
}

/** Puts faults between a stack's functions and AWS, and their clock into the hands of a test. */
async function withFaults(test: TestContext, deployment: Deployment) {
  const faulty = await aFaultyEndpoint(process.env["AWS_ENDPOINT_URL"] ?? "", 1);
  const clock = await shiftClock(test, deployment, FUNCTIONS, (variables) => ({
    ...queuesBehind(faulty, variables),
    AWS_ENDPOINT_URL: faulty.url,
    AWS_ENDPOINT_URL_S3: faulty.url,
  }));
  test.after(() => faulty.close());
  return { faulty, clock };
}

/** The client of SQS goes where the URL of a queue leads; some variables name several. */
function queuesBehind({ url }: FaultyEndpoint, variables: Readonly<Record<string, string>>) {
  const queues = Object.entries(variables).filter(([name]) => /_URLS?$/.test(name));
  const behind = (urls: string) => urls.split(",").map((queue) => url + new URL(queue).pathname);
  return Object.fromEntries(queues.map(([name, urls]) => [name, behind(urls).join(",")] as const));
}

/** Lets SQS deliver each message again after a second, whoever is at work on it. */
async function redeliverSoon(test: TestContext, deployment: Deployment): Promise<void> {
  for (const [name, seconds] of Object.entries({ HarvestQueue: 1_800, ResultsQueue: 120 })) {
    const QueueUrl = idOf(deployment, name);
    const hide = (VisibilityTimeout: string) =>
      sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
    await hide("1");
    test.after(() => hide(String(seconds)));
  }
}

/** Kills a function as soon as it runs: between two turns of its rule it does not. */
async function killRunning(deployment: Deployment, name: string): Promise<void> {
  const kill = async () => killFunction(deployment, name) || undefined;
  await until(`the ${name} is killed`, kill);
}

/** Asks a stack for its health until AWS answers its API. */
function healthOf(deployment: Deployment) {
  return until("the stack tells its health", () =>
    get(deployment, "/health", healthSchema).catch(() => undefined),
  );
}

/** Tells a stack to go on, as a user would: again where AWS did not answer its API. */
async function resume(deployment: Deployment): Promise<void> {
  await until("the stack takes the order", () =>
    command(deployment, ["resume"]).catch(() => undefined),
  );
}

/** A line of a log with a metric (embedded metric format). */
const metricLine = z.object({
  _aws: z.object({ Timestamp: z.number() }),
  [METRICS.plannerAge]: z.number(),
});

/**
 * Calls the watchdog, as its rule does again where AWS did not answer it; returns the age of the
 * planner that it reports, in seconds. The log of a call may end with what an earlier one said: what
 * was said before this one does not count.
 */
function reportedAge(deployment: Deployment, { now }: ShiftedClock): Promise<number> {
  const FunctionName = idOf(deployment, "Watchdog");
  const since = now();
  return until("the watchdog reports an age", async () => {
    const { LogResult = "" } = await lambda.send(
      new InvokeCommand({ FunctionName, LogType: "Tail" }),
    );
    const lines = Buffer.from(LogResult, "base64").toString().split("\n");
    const metrics = lines.flatMap((line) => metricLine.safeParse(parsed(line)).data ?? []);
    return metrics.find(({ _aws }) => _aws.Timestamp >= since)?.[METRICS.plannerAge];
  });
}

/** Returns the value of a line in JSON, `undefined` of another. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

describe("a stack whose processes die, on MiniStack", {
  skip: skip || killSkip || slowSkip,
}, () => {
  let deployment: Deployment;

  before(async () => {
    deployment = await theDeployment();
  });

  it("A stack whose processes die gives the same pages, whichever dies during the crawl", async (test) => {
    const crawl = await aCrawlUnderWay(test, deployment);
    await crawl.goesOn(UNDER_WAY);
    await crawl.batchUnderWay();
    await killRunning(deployment, "Harvester");
    await killRunning(deployment, "Planner");
    await crawl.assertWhole(await endOfCrawl(deployment));
  });
});

describe("a stack whose parts fail, on MiniStack", { skip: skip || killSkip }, () => {
  let deployment: Deployment;

  before(async () => {
    deployment = await theDeployment();
  });

  it("A stack whose parts fail says what is wrong, and in the end has the same pages", async (test) => {
    const { faulty, clock } = await withFaults(test, deployment);
    const { shift } = clock;
    await redeliverSoon(test, deployment);
    const crawl = await aCrawlUnderWay(test, deployment);
    crawl.passTimeInStandstill(test, () => shift(LINK_LEASES_MS));
    await crawl.goesOn(UNDER_WAY);
    faulty.begin();

    await test.test("each service is out of order for a while", async () => {
      for (const service of SERVICES) {
        const outage = faulty.breakDown(service);
        await new Promise((resolve) => setTimeout(resolve, OUT_OF_ORDER_MS));
        outage.end();
      }
      shift(LINK_LEASES_MS);
      await resume(deployment);
      await crawl.goesOn(RECOVERED);
    });

    await test.test(
      "harvesters and planner are killed, and the planner's rule is stopped",
      async () => {
        await crawl.batchUnderWay();
        await killRunning(deployment, "Harvester");
        await killRunning(deployment, "Planner");
        const Name = idOf(deployment, "PlanRule");
        await new EventBridgeClient().send(new DisableRuleCommand({ Name }));
        // A planner may still come: its rule began it before, or AWS calls again what was killed.
        const { problems, rules, age } = await until("no planner comes", async () => {
          await crawl.standsStillWithoutPlanner();
          const { planner: last } = await healthOf(deployment);
          shift(2 * LINK_LEASES_MS);
          const seen = {
            age: await reportedAge(deployment, clock),
            ...(await healthOf(deployment)),
          };
          return seen.planner.lastTickAt === last.lastTickAt ? seen : undefined;
        });
        assert.equal(rules.planner, false);
        const codes = new Set(problems.map(({ code }) => code));
        for (const code of PLANNER_PROBLEMS) assert.ok(codes.has(code), [...codes].join());
        assert.ok(age > 600, `${age} s raise the alarm`);
        await resume(deployment);
        await crawl.goesOn(RECOVERED);
        // Messages that came back five times during the faults may lie among the dead letters.
        const left = (await healthOf(deployment)).problems.map(({ code }) => code);
        assert.ok(!left.some((code) => PLANNER_PROBLEMS.has(code)), left.join());
      },
    );

    await test.test("planner and trainer are upgraded to another schema", async () => {
      await installFunctions(deployment, KEEPERS, "later");
      test.after(() => installFunctions(deployment, KEEPERS, "this"));
      shift(PLANNER_LEASE_MS);
      await resume(deployment);
    });

    await crawl.assertWhole(await endOfCrawl(deployment));
    const out = mkdtempSync(join(tmpdir(), "dowser-pulled-"));
    const pulled = await runCli(["pull", deployment.file, "--out", join(out, "run")]);
    assert.match(pulled.stderr, /run-from-other-version/, "the later version has written it");
    const failed = new Set([...faulty.failures.keys()].map((name) => name.split(" ")[0]));
    for (const service of SERVICES) assert.ok(failed.has(service), `${service} failed`);
  });
});
