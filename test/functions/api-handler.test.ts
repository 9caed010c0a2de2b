import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import { bundleText, packBundle } from "../../lib/stack/bundle.ts";
import { parseRegister } from "../../lib/stack/stack-registers.ts";
import { aBundle } from "../support/a-bundle.ts";
import { aLambdaContext } from "../support/a-lambda-context.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";
import { fakeStackStores } from "../support/fake-stack-stores.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request as API Gateway hands it on. */
function anEvent(
  method: string,
  rawPath: string,
  parts: {
    readonly rawQueryString?: string;
    readonly body?: string;
    readonly isBase64Encoded?: boolean;
  } = {},
  may: string | undefined = "all",
): APIGatewayProxyEventV2 {
  return {
    rawPath,
    rawQueryString: "",
    isBase64Encoded: false,
    ...parts,
    requestContext: { http: { method }, authorizer: { lambda: { may } } },
  } as unknown as APIGatewayProxyEventV2;
}

describe("api-handler", () => {
  let handler: Handler;
  let call: (event: unknown, context: Context) => Promise<unknown>;
  let stores: ReturnType<typeof fakeStackStores>;
  let events: ReturnType<typeof mockClient>;
  let lambda: ReturnType<typeof mockClient>;
  const ask = async (event: APIGatewayProxyEventV2) => {
    const { statusCode, headers, body = "" } = await handler(event, aLambdaContext());
    assert.equal(headers?.["content-type"], "application/json");
    assert.equal(headers?.["x-content-type-options"], "nosniff");
    return { status: statusCode, json: JSON.parse(body) };
  };

  before(async () => {
    setFunctionEnvironment({
      PLAN_FUNCTION_NAME: "plan",
      TRAIN_FUNCTION_NAME: "train",
      PLAN_RULE_NAME: "plan-rule",
      TRAIN_RULE_NAME: "train-rule",
      HARVEST_MAPPING_ID: "mapping",
      HARVEST_QUEUE_URL: "https://sqs.example/batches",
      HARVESTER_MB: "384",
      PROJECT_NAME: "bees",
      RESULTS_QUEUE_URL: "https://sqs.example/results",
      HARVEST_DEAD_LETTERS_URL: "https://sqs.example/dead-batches",
      RESULTS_DEAD_LETTERS_URL: "https://sqs.example/dead-results",
    });
    stores = fakeStackStores();
    events = mockClient(EventBridgeClient);
    lambda = mockClient(LambdaClient);
    const served = await import("../../functions/api-handler.ts");
    [handler, call] = [served.handler as Handler, served.handler as typeof call];
  });

  after(() => {
    lambda.restore();
    events.restore();
    stores.restore();
  });

  it("The API handler reports errors in JSON with the matching status", async () => {
    const { status, json } = await ask(anEvent("GET", "/crawl"));
    assert.deepEqual([status, json.code], [404, "no-crawl"]);
    assert.equal((await ask(anEvent("GET", "/nowhere"))).status, 404);
    assert.equal((await ask(anEvent("DELETE", "/crawl"))).status, 405);
  });

  it("The API handler lets a token that reads change nothing, nor a request of which nobody said what it may do", async () => {
    for (const may of ["read", "other", ""]) {
      for (const [method, path] of [
        ["PUT", "/crawl"],
        ["POST", "/crawl/stop"],
        ["POST", "/export"],
      ] as const) {
        const { status, json } = await ask(anEvent(method, path, {}, may));
        assert.deepEqual(
          [status, json.code],
          [403, "token-reads-only"],
          `${may} ${method} ${path}`,
        );
      }
      const { json } = await ask(anEvent("GET", "/crawl", {}, may));
      assert.equal(json.code, "no-crawl");
    }
    assert.equal(lambda.commandCalls(InvokeCommand).length, 0);
  });

  it("The API handler lets a request that AWS has let in by its signature change the crawl: its role's policy decides", async () => {
    const event = anEvent("POST", "/crawl/stop");
    const { requestContext } = event;
    const signed = { ...requestContext, authorizer: { iam: { accountId: "123456789012" } } };
    const { json } = await ask({ ...event, requestContext: signed });
    assert.equal(json.code, "no-crawl");
  });

  it("The API handler accepts a packed bundle in base64 and starts the planner", async () => {
    const packed = Buffer.from(packBundle(bundleText(aBundle()))).toString("base64");
    const { status, json } = await ask(
      anEvent("PUT", "/crawl", { body: packed, isBase64Encoded: true }),
    );
    assert.equal(status, 201, JSON.stringify(json));
    assert.equal(json.requested, "run");
    assert.deepEqual(
      lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input),
      [{ FunctionName: "plan", InvocationType: "Event" }],
    );
  });

  it("The API handler begins no recrawl over an active crawl when its rule calls it", async () => {
    const calls = lambda.commandCalls(InvokeCommand).length;
    const answer = await call({ recrawl: { pages: 10 } }, aLambdaContext());
    assert.deepEqual([answer, lambda.commandCalls(InvokeCommand).length], [undefined, calls]);
  });

  it("The API handler begins a recrawl of a crawl that has ended when its rule calls it", async () => {
    const { json: started } = await ask(anEvent("GET", "/crawl"));
    const { DynamoDBClient } = await import("@aws-sdk/client-dynamodb");
    const registers = createDynamoKeyValueStore({
      client: new DynamoDBClient(),
      tableName: "table",
    });
    await registers.write(
      "planner",
      aPlannerState(started.crawl, aStatus({ state: "finished" })),
      0,
    );
    await call({ recrawl: { pages: 10 } }, aLambdaContext());
    const held = await registers.read("order");
    const order = held && parseRegister("order", held.value);
    assert.deepEqual([order?.recrawlOf, order?.pages], [started.crawl, 10]);
    assert.equal((await ask(anEvent("GET", "/crawl"))).json.state, "starting");
  });

  it("The API handler reads the URL-encoded query", async () => {
    const listed = await ask(anEvent("GET", "/pages", { rawQueryString: "limit=2&after=%30" }));
    assert.deepEqual(listed, { status: 200, json: { pages: [], next: null } });
    const refused = await ask(anEvent("GET", "/pages", { rawQueryString: "limit=0" }));
    assert.equal(refused.status, 400);
  });

  it("The API handler accepts a text body unchanged", async () => {
    const { status, json } = await ask(anEvent("POST", "/labels", { body: "http://ü.example,so" }));
    assert.deepEqual([status, json.code], [400, "bad-label"]);
    assert.match(json.message, /ü\.example/);
  });
});
