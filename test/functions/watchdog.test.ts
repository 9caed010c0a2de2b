import assert from "node:assert/strict";
import { after, afterEach, before, describe, it, mock } from "node:test";
import type { Context } from "aws-lambda";
import { METRICS } from "../../functions/wiring/stack-metrics.ts";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import type { Json } from "../../lib/domain/json.ts";
import { aLambdaContext } from "../support/a-lambda-context.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { fakeStackStores } from "../support/fake-stack-stores.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

const MINUTE = 60_000;

describe("watchdog", () => {
  let handler: (event: unknown, context: Context) => Promise<unknown>;
  let stores: ReturnType<typeof fakeStackStores>;

  before(async () => {
    // Metrics are written to the console of this process, although it is no Lambda function.
    setFunctionEnvironment({ POWERTOOLS_DEV: "true", POWERTOOLS_METRICS_DISABLED: "false" });
    stores = fakeStackStores();
    ({ handler } = await import("../../functions/watchdog.ts"));
  });
  afterEach(() => stores.items.clear());
  after(() => stores.restore());

  async function put(name: string, value: Json): Promise<void> {
    const { DynamoDBClient } = await import("@aws-sdk/client-dynamodb");
    const table = { client: new DynamoDBClient(), tableName: "table" };
    await createDynamoKeyValueStore(table).write(name, value, 0);
  }

  /** Runs the watchdog; returns what it reports in the embedded metric format. */
  async function reported(): Promise<readonly Record<string, unknown>[]> {
    const { mock: written } = mock.method(console, "log", () => undefined);
    await handler({}, aLambdaContext());
    const lines = written.calls.map(({ arguments: [text] }) => JSON.parse(String(text)));
    written.restore();
    return lines;
  }

  it("The watchdog reports how long the planner of a running crawl has not come", async () => {
    await put("order", { crawl: "c", requested: "run", plan: "plans/p" });
    const state = aPlannerState("c", aStatus({ state: "running" }));
    await put("planner", { ...state, lastTickAt: Date.now() - 12 * MINUTE });
    const [line = {}] = await reported();
    const seconds = Number(line[METRICS.plannerAge]);
    assert.ok(seconds >= 720 && seconds < 780, String(seconds));
  });

  it("The watchdog reports the planner that a new crawl still waits for", async () => {
    await put("order", { crawl: "c", requested: "run", plan: "p", at: Date.now() - 3 * MINUTE });
    const [line = {}] = await reported();
    assert.ok(Number(line[METRICS.plannerAge]) >= 180);
  });

  it("The watchdog reports nothing of a stack at rest: each metric has its price", async () => {
    assert.deepEqual(await reported(), []);
    await put("order", { crawl: "c", requested: "run", plan: "plans/p" });
    const state = aPlannerState("c", aStatus({ state: "finished", end: "frontier-empty" }));
    await put("planner", { ...state, lastTickAt: 1 });
    assert.deepEqual(await reported(), []);
  });
});
