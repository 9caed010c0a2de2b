import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spell, synthStack } from "../support/synth-stack.ts";

const open = await synthStack();
const known = await synthStack("access: access.yaml\n");

const IDS = ["Planner", "Harvester", "Trainer", "ApiHandler", "Watchdog", "Authorizer"];

describe("a stack of a project with sessions", () => {
  it("A stack with sessions has a secret for them, which the harvester alone reads", () => {
    assert.equal(known.all("AWS::SecretsManager::Secret").length, 2);
    assert.equal(open.all("AWS::SecretsManager::Secret").length, 1);
    const mentions = (id: string) =>
      /"Sessions[0-9A-F]{8}"/.test(JSON.stringify(known.only("AWS::IAM::Role", `${id}Role`)));
    assert.deepEqual(IDS.filter(mentions), ["Harvester"]);
    const harvester = JSON.stringify(known.only("AWS::IAM::Role", "HarvesterRole"));
    assert.deepEqual(harvester.match(/"secretsmanager:[^"]*"/g), [
      '"secretsmanager:GetSecretValue"',
    ]);
    const without = JSON.stringify(open.only("AWS::IAM::Role", "HarvesterRole"));
    assert.doesNotMatch(without, /secretsmanager/);
  });

  it("A stack with sessions tells harvester and API where the secret is, and not what it holds", () => {
    const told = IDS.filter((id) => {
      const { Environment } = known.only("AWS::Lambda::Function", id);
      const { Variables } = Environment as { Variables: Record<string, unknown> };
      assert.doesNotMatch(JSON.stringify(Variables), /resolve:|SecretString/);
      const secret = Variables["SESSIONS_ARN"];
      return secret !== undefined && spell(secret) === "<Sessions>";
    });
    assert.deepEqual(told, ["Harvester", "ApiHandler"]);
  });
});
