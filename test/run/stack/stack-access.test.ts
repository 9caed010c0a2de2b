import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { nameOf, stackAccess } from "../../../lib/run/stack/stack-client.ts";
import { aFolder } from "../../support/a-folder.ts";
import { fakeAws, STACK_OUTPUTS } from "../../support/fake-aws.ts";

const choice = { project: undefined, stackName: "Dowser-bees" };

describe("the way to a stack", () => {
  it("`stackAccess` reads the environment first, without a request to AWS", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const environment = { DOWSER_ENDPOINT: "http://e/", DOWSER_TOKEN: "t" };
    const access = await stackAccess(choice, environment, () => clients);
    assert.deepEqual(access, { endpoint: "http://e/", token: "t" });
    assert.equal(cloudFormation.commandCalls(DescribeStacksCommand).length, 0);
  });

  it("`stackAccess` asks AWS when the environment names no stack", async (test) => {
    const { clients } = fakeAws(test);
    const endpoint = STACK_OUTPUTS.Endpoint;
    const found = await stackAccess(choice, {}, () => clients);
    assert.deepEqual(found, { endpoint, token: "a-token" });
    const half = await stackAccess(choice, { DOWSER_TOKEN: "t" }, () => clients);
    assert.deepEqual(half, { endpoint, token: "t" });
  });

  it("`stackAccess` goes by the given name, else by the project's", async (test) => {
    const file = join(aFolder(test), "project.yaml");
    writeFileSync(file, "name: bees\n");
    assert.equal(await nameOf({ project: file, stackName: undefined }), "Dowser-bees");
    assert.equal(await nameOf({ project: file, stackName: "other" }), "other");
    await assert.rejects(nameOf({ project: undefined, stackName: undefined }), {
      code: "no-stack-named",
    });
  });
});
