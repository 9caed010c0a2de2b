import type { Context } from "aws-lambda";

/** A Lambda invocation with a minute left. */
export function aLambdaContext(): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: "a-function",
    functionVersion: "1",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:a-function",
    memoryLimitInMB: "256",
    awsRequestId: "a-request",
    logGroupName: "a-group",
    logStreamName: "a-stream",
    getRemainingTimeInMillis: () => 60_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
