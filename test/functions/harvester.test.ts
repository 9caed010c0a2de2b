import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { createBlobModelStore } from "../../lib/adapters/blobs/blob-pages.ts";
import { fitModel } from "../../lib/crawl/train-model.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { secretText } from "../../lib/project/given-secrets.ts";
import { batchMessages, noticeText } from "../../lib/stack/batch-message.ts";
import { parseResult, resultKey } from "../../lib/stack/batch-result.ts";
import { bundleText, planOf } from "../../lib/stack/bundle.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { createSqliteFrontierInMemory } from "../../peers/commands/compare/recorded-ports.ts";
import { aBundle, aProject } from "../support/a-bundle.ts";
import { aLambdaContext } from "../support/a-lambda-context.ts";
import { aUrl } from "../support/a-url.ts";
import { fakeStackStores } from "../support/fake-stack-stores.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

const CRAWL = "bees-1";
const PLAN = "plans/1.json";
/** The plan of the same crawl with a session. */
const SECRET_PLAN = "plans/in.json";
/** More than harvesting keeps back for the end of a run. */
const CONTEXT = { ...aLambdaContext(), getRemainingTimeInMillis: () => 600_000 };

function aRecord(messageId: string, body: string): SQSRecord {
  return { messageId, body } as SQSRecord;
}

/** Returns the text of an object, unpacked where it is packed. */
function unpacked(key: string, bytes: Uint8Array): string {
  if (key.endsWith(".zst")) return JSON.stringify(parseResult(bytes, key));
  return Buffer.from(key.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
}

describe("harvester", () => {
  let handler: Handler;
  let server: Server;
  let stores: ReturnType<typeof fakeStackStores>;
  let sqs: ReturnType<typeof mockClient>;
  let bundle: ReturnType<typeof aBundle>;
  let page: ReturnType<typeof aUrl>;
  let secrets: ReturnType<typeof mockClient>;
  /** Cookies of the requests for pages. */
  const cookies: (string | undefined)[] = [];
  let model: { readonly hash: string; readonly pages: number };
  const harvest = async (...Records: SQSRecord[]) => {
    const { batchItemFailures } = await handler({ Records }, CONTEXT);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  const sent = () =>
    sqs
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args: [{ input }] }) => input.Entries ?? [])
      .map(({ MessageBody }) => MessageBody);

  /** A message with a batch of one link, the page that is served. */
  async function aBatch(id: string, plan = PLAN): Promise<SQSRecord> {
    const { policy } = await planOf(bundle);
    const frontier = createSqliteFrontierInMemory(policy);
    const score = { priority: 1, group: "", why: "", model: model.hash };
    const place = { host: hostOf(page), depth: 0, redirects: 0, parent: undefined };
    const rest = { snippet: undefined, quotas: [], refusedBy: undefined };
    await frontier.offer([{ url: page, ...place, ...score, ...rest }]);
    const { leases } = await frontier.draw({ limit: 1, now: Date.now() });
    const [{ text } = { text: "" }] = batchMessages({
      id,
      crawl: CRAWL,
      plan,
      model,
      leases,
    });
    return aRecord(id, text);
  }

  before(async () => {
    setFunctionEnvironment({
      RESULTS_QUEUE_URL: "https://sqs.example/results",
      SESSIONS_ARN: "arn:sessions",
    });
    server = createServer((request, response) => {
      if (request.url === "/robots.txt") return response.writeHead(404).end();
      cookies.push(request.headers.cookie);
      if (request.headers.cookie !== undefined) response.setHeader("set-cookie", "sid=n3xt");
      return response.setHeader("content-type", "text/html").end("<title>Bees</title><p>hives");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    page = aUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bees`);
    const politeness = { contact: "a@b.example", minDelayMs: 0, allowLoopback: true };
    bundle = aBundle({
      project: aProject({ strategy: "breadth-first", seeds: { urls: [page] }, politeness }),
    });
    stores = fakeStackStores();
    sqs = mockClient(SQSClient);
    secrets = mockClient(SecretsManagerClient);
    await stores.blobs.putNew(PLAN, Buffer.from(bundleText(bundle)));
    const secret = bundleText({ ...bundle, sessions: [new URL(page).origin] });
    await stores.blobs.putNew(SECRET_PLAN, Buffer.from(secret));
    const models = createBlobModelStore(stores.blobs);
    const ports = { records: createMemoryRecordStore(), models, clock: fixedClock() };
    model = await fitModel(ports, (await planOf(bundle)).plan, undefined);
    ({ handler } = await import("../../functions/harvester.ts"));
  });

  beforeEach(() => sqs.reset());

  after(() => {
    sqs.restore();
    secrets.restore();
    stores.restore();
    server.close();
    server.closeAllConnections();
  });

  it("The harvester harvests a batch, stores page and result, and notifies the planner", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    assert.deepEqual(await harvest(await aBatch("one")), []);
    const notice = { id: "one", crawl: CRAWL };
    assert.deepEqual(sent(), [noticeText(notice)]);
    const result = parseResult(
      stores.blobs.objects.get(resultKey(notice)) ?? new Uint8Array(),
      "result",
    );
    const [harvested] = result.harvested;
    assert.equal(harvested?.result.kind === "done" && harvested.result.outcome.reason, "page");
    assert.ok(stores.blobs.objects.has(`pages/${CRAWL}/one.warc.gz`));
    assert.ok(result.usage.lambdaRuns === 1 && result.usage.egressBytes > 0);
  });

  it("The harvester sends a site its session from the secret, and stores nothing of it", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    const origin = new URL(page).origin;
    const cookie = { name: "sid", value: "s3cret", domain: "127.0.0.1", path: "/" };
    const site = {
      origin,
      headers: [],
      cookies: [{ ...cookie, isHostOnly: true, isSecure: false }],
    };
    secrets
      .on(GetSecretValueCommand, { SecretId: "arn:sessions" })
      .resolves({ SecretString: secretText([site]) });
    cookies.length = 0;
    assert.deepEqual(await harvest(await aBatch("in-1", SECRET_PLAN)), []);
    assert.deepEqual(await harvest(await aBatch("in-2", SECRET_PLAN)), []);
    assert.deepEqual(await harvest(await aBatch("in-3")), []);
    assert.deepEqual(cookies, ["sid=s3cret", "sid=n3xt", undefined]);
    assert.equal(secrets.calls().length, 2);
    const kept = [...stores.blobs.objects].map(([key, bytes]) => `${key} ${unpacked(key, bytes)}`);
    const all = [...kept, JSON.stringify([...stores.items]), ...sent()].join("\n");
    assert.match(all, /<title>Bees/);
    assert.doesNotMatch(all, /s3cret|n3xt|set-cookie/i);
  });

  it("The harvester fails only a message that is not the planner's, and harvests the others", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    const failed = await harvest(aRecord("odd", "no batch"), await aBatch("two"));
    assert.deepEqual(failed, ["odd"]);
    assert.deepEqual(sent(), [noticeText({ id: "two", crawl: CRAWL })]);
  });

  it("The harvester fails every message when all fail, and does not throw", async () => {
    assert.deepEqual(await harvest(aRecord("a", ""), aRecord("b", "{}")), ["a", "b"]);
  });

  it("The harvester fails a batch whose plan or model is missing", async () => {
    const { id, crawl, leases } = { id: "x", crawl: CRAWL, leases: [] };
    const [withoutPlan = ""] = batchMessages({
      id,
      crawl,
      plan: "plans/2.json",
      model,
      leases,
    }).map(({ text }) => text);
    const gone = { hash: "sha256:0", pages: 0 };
    const [withoutModel = ""] = batchMessages({ id, crawl, plan: PLAN, model: gone, leases }).map(
      ({ text }) => text,
    );
    const records = [aRecord("plan", withoutPlan), aRecord("model", withoutModel)];
    assert.deepEqual(await harvest(...records), ["plan", "model"]);
  });

  it("The harvester sends again the notices that a throttled queue did not accept", async () => {
    const throttled = { Id: "0", Code: "RequestThrottled", SenderFault: false };
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Successful: [], Failed: [throttled] })
      .resolves({ Successful: [], Failed: [] });
    assert.deepEqual(await harvest(await aBatch("three")), []);
    const text = noticeText({ id: "three", crawl: CRAWL });
    assert.deepEqual(sent(), [text, text]);
  });

  it("The harvester fails a batch without a notice to the planner, so that redelivery sends it", async () => {
    sqs.on(SendMessageBatchCommand).rejectsOnce(new Error("throttled")).resolves({});
    const batch = await aBatch("four");
    assert.deepEqual(await harvest(batch), ["four"]);
    assert.ok(stores.blobs.objects.has(resultKey({ id: "four", crawl: CRAWL })));
  });
});
