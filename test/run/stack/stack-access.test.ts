import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { z } from "zod";
import type { UnsignedRequest } from "../../../lib/adapters/aws/sign-request.ts";
import { callStack, nameOf, stackAccess } from "../../../lib/run/stack/stack-client.ts";
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

  it("Requests to a stack that takes signatures are signed, its token is not read, and a refusal says so", async (test) => {
    const endpoint = "http://127.0.0.1";
    const { clients, secretsManager } = fakeAws(test, { Auth: "iam" });
    const access = await stackAccess(choice, { DOWSER_TOKEN: "t" }, () => clients);
    assert.deepEqual([access.token, typeof access.sign], ["", "function"]);
    assert.equal(secretsManager.calls().length, 0);
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push([request.method, request.headers.authorization, request.headers["content-type"]]);
      response.writeHead(asked.length > 1 ? 403 : 200).end('{"message":"Forbidden"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const sign = async ({ method, url, headers, body }: UnsignedRequest) => {
      assert.deepEqual([url, body?.length], [`${endpoint}:${port}/crawl`, 1]);
      return { ...headers, authorization: `signed ${method}` };
    };
    const signing = { endpoint: `${endpoint}:${port}`, token: "", sign };
    const call = { method: "PUT", path: "/crawl", body: Buffer.from("b") } as const;
    const schema = z.object({ message: z.string() });
    await callStack(signing, { ...call, schema });
    assert.deepEqual(asked, [["PUT", "signed PUT", "application/gzip"]]);
    const refused = { code: "stack-signature-refused", reaction: "fix-config" };
    await assert.rejects(callStack(signing, { ...call, schema }), refused);
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
