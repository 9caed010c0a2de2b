import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, describe, it } from "node:test";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { createDynamoRobotsShelf } from "../../../lib/adapters/aws/dynamo-robots-shelf.ts";
import type { ShelvedRobots } from "../../../lib/ports/robots-shelf.ts";

const client = new DynamoDBClient({ region: "us-east-1" });
const dynamo = mockClient(client);
const shelf = createDynamoRobotsShelf({ client, tableName: "table" });
beforeEach(() => dynamo.reset());

const robots = (text: string): ShelvedRobots => ({
  file: { kind: "found", text },
  askedAt: 500,
  unreached: 0,
});

describe("a shelf in DynamoDB", () => {
  it("The robots.txt cache in DynamoDB lets the table delete a file after a week", async () => {
    await shelf.put("http://a.example", robots(""));
    const [put] = dynamo.commandCalls(PutItemCommand);
    assert.equal(put?.args[0].input.Item?.["expiresAt"]?.N, String(7 * 86_400 + 1));
  });

  it("The robots.txt cache in DynamoDB does not keep a file that is too large for an item", async () => {
    await shelf.put("http://a.example", robots(randomBytes(400_000).toString("base64")));
    assert.equal(dynamo.calls().length, 0);
  });
});
