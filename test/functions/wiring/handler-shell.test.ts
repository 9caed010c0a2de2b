import assert from "node:assert/strict";
import { before, describe, it, mock } from "node:test";

import {
  deadlineOf,
  type HandlerShell,
  handlerShell,
} from "../../../functions/wiring/handler-shell.ts";
import { DowserError } from "../../../lib/errors.ts";
import { aLambdaContext } from "../../support/a-lambda-context.ts";

const broken = new DowserError("the journal is damaged", {
  code: "some-code",
  reaction: "stop-crawl",
  value: "journal/1/2.zst",
  hint: "put it back",
});

describe("handlerShell", () => {
  let shell: HandlerShell<"trainer">;

  before(() => {
    process.env["TABLE_NAME"] = "table";
    process.env["BUCKET_NAME"] = "bucket";
    shell = handlerShell("trainer");
  });

  it("handlerShell knows the function's environment", () => {
    assert.deepEqual(shell.environment, { TABLE_NAME: "table", BUCKET_NAME: "bucket" });
  });

  it("handlerShell passes the event to the use case and returns its answer", async () => {
    const handler = shell.wrap(async (event: number, { awsRequestId }) => [event, awsRequestId]);
    assert.deepEqual(await handler(7, aLambdaContext()), [7, "a-request"]);
  });

  it("handlerShell logs an error with its hint and throws it again", async () => {
    const { mock: log } = mock.method(shell.log, "error", () => undefined);
    const handler = shell.wrap(async () => {
      throw broken;
    });
    await assert.rejects(handler({}, aLambdaContext()), broken);
    assert.deepEqual(
      log.calls.map((call) => call.arguments),
      [
        [
          "the journal is damaged",
          {
            code: "some-code",
            reaction: "stop-crawl",
            value: "journal/1/2.zst",
            hint: "put it back",
            error: broken,
          },
        ],
      ],
    );
    log.restore();
  });

  it("handlerShell publishes metrics once per invocation, even a failed one, unless there are none", async () => {
    const { mock: publish } = mock.method(shell.metrics, "publishStoredMetrics", () =>
      shell.metrics.clearMetrics(),
    );
    const { mock: log } = mock.method(shell.log, "error", () => undefined);
    const handler = shell.wrap(async (fails: boolean) => {
      shell.metrics.addMetric("PagesFetched", "Count", 1);
      shell.metrics.addMetric("PagesFetched", "Count", 2);
      if (fails) throw broken;
    });
    await handler(false, aLambdaContext());
    assert.equal(publish.callCount(), 1);
    await assert.rejects(handler(true, aLambdaContext()));
    assert.equal(publish.callCount(), 2);
    await shell.wrap(async () => undefined)({}, aLambdaContext());
    assert.equal(publish.callCount(), 2);
    publish.restore();
    log.restore();
  });

  it("handlerShell computes when an invocation must have ended", (test) => {
    test.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    assert.equal(deadlineOf(aLambdaContext()), 1_060_000);
  });
});
