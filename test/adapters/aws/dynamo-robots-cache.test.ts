import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, describe, it } from "node:test";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { createDynamoRobotsCache } from "../../../lib/adapters/aws/dynamo-robots-cache.ts";
import type { CachedRobots } from "../../../lib/ports/robots-cache.ts";

const client = new DynamoDBClient({ region: "us-east-1" });
const dynamo = mockClient(client);
const cache = createDynamoRobotsCache({ client, tableName: "table" });
beforeEach(() => dynamo.reset());

const robots = (text: string): CachedRobots => ({
  file: { kind: "found", text },
  askedAt: 500,
  failures: 0,
});

describe("a cache in DynamoDB", () => {
  it("The robots.txt cache in DynamoDB lets the table delete a file after a week", async () => {
    await cache.put("http://a.example", robots(""));
    const [put] = dynamo.commandCalls(PutItemCommand);
    assert.equal(put?.args[0].input.Item?.["expiresAt"]?.N, String(7 * 86_400 + 1));
  });

  it("The robots.txt cache in DynamoDB does not keep a file that is too large for an item", async () => {
    await cache.put("http://a.example", robots(randomBytes(400_000).toString("base64")));
    assert.equal(dynamo.calls().length, 0);
  });
});
