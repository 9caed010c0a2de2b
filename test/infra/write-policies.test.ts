import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { RIGHTS_BY_TYPE } from "../../infra/deploy-rights.ts";
import { POLICIES, policyFile, policyText } from "../../infra/write-policies.ts";
import { synthStack } from "../support/synth-stack.ts";

const NAMES = ["deployer", "execution"] as const;
const AWS = path.join(import.meta.dirname, "../../lib/adapters/aws");

/** Files of the commands' own requests to AWS, and the service of each of their clients. */
const REQUESTS = {
  "find-stack.ts": ["cloudformation", "secretsmanager"],
  "check-account.ts": ["cloudformation", "lambda"],
  "remove-stack.ts": ["cloudformation", "s3", "dynamodb"],
} as const;

/** Actions that are called otherwise than their request. */
const ACTIONS: Readonly<Record<string, string>> = {
  DeleteObjects: "DeleteObject",
  ListObjectsV2: "ListBucket",
};

const actionsOf = (name: (typeof NAMES)[number]) => POLICIES[name].flatMap(({ may }) => may);

describe("the policies for a deployment", () => {
  for (const name of NAMES) {
    it(`The committed ${name} policy is the one of the code, and IAM takes one so long`, () => {
      const text = readFileSync(policyFile(name), "utf8");
      assert.equal(text, policyText(name), "npm run generate");
      assert.ok(text.replaceAll(/\s/g, "").length <= 6_144, "the most that IAM takes");
    });

    it(`The ${name} policy names each action, and none by \`*\``, () => {
      for (const action of actionsOf(name)) assert.match(action, /^[a-z0-9]+:[A-Za-z]+$/);
    });
  }

  it("The execution policy covers the type of each resource that a stack may have, and no other", async () => {
    const more = "search: {provider: brave, compose: {}}\nnotify: [keeper@example.org]\n";
    const stack = await synthStack(more);
    assert.deepEqual(stack.types(), Object.keys(RIGHTS_BY_TYPE).toSorted());
    for (const [type, rights] of Object.entries(RIGHTS_BY_TYPE)) {
      assert.ok(
        rights.some(({ may }) => may.length > 0),
        type,
      );
    }
  });

  it("The execution policy is limited to resources of Dowser where AWS can limit it", () => {
    const unlimited = POLICIES.execution.filter(({ on }) => on.includes("*"));
    assert.deepEqual(unlimited.flatMap(({ may }) => may).toSorted(), [
      "lambda:CreateEventSourceMapping",
      "logs:CreateLogDelivery",
      "logs:DeleteLogDelivery",
      "logs:DescribeLogGroups",
      "logs:DescribeResourcePolicies",
      "logs:GetLogDelivery",
      "logs:ListLogDeliveries",
      "logs:PutResourcePolicy",
      "logs:UpdateLogDelivery",
      "secretsmanager:GetRandomPassword",
      "sns:Unsubscribe",
    ]);
    const passing = POLICIES.execution.filter(({ may }) => may.includes("iam:PassRole"));
    assert.ok(passing.every(({ when }) => when !== undefined));
  });

  it("The deployer policy covers each request that the commands send themselves", () => {
    const allowed = new Set(actionsOf("deployer"));
    for (const [file, services] of Object.entries(REQUESTS)) {
      const source = readFileSync(path.join(AWS, file), "utf8");
      const sent = source.matchAll(/new (?<name>\w+)Command\(|paginate(?<list>\w+)\(/g);
      const requests = Array.from(sent, ({ groups }) => groups?.["name"] ?? groups?.["list"] ?? "");
      assert.ok(requests.length > 0, file);
      for (const request of requests) {
        const action = ACTIONS[request] ?? request;
        const isAllowed = services.some((service) => allowed.has(`${service}:${action}`));
        assert.ok(isAllowed, `${request} of ${file}`);
      }
    }
  });
});
