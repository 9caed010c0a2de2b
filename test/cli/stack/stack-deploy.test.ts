import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { stackDeployText } from "../../../lib/cli/stack/stack-deploy.ts";
import { aFolder } from "../../support/a-folder.ts";
import { fakeAws } from "../../support/fake-aws.ts";

/** A project file, and a program in the place of cdk that notes its arguments and ends with a code. */
function tools(test: TestContext, code = 0, project: object = { name: "bees" }) {
  const folder = aFolder(test);
  const [file, cdk, noted] = ["project.yaml", "cdk", "noted"].map((name) => join(folder, name));
  assert.ok(file && cdk && noted);
  writeFileSync(file, JSON.stringify(project));
  writeFileSync(cdk, `#!/bin/sh\nprintf '%s\\n' "$@" > ${noted}\nexit ${code}\n`);
  chmodSync(cdk, 0o755);
  const { clients, secretsManager } = fakeAws(test);
  const environment: NodeJS.ProcessEnv = {};
  return { file, noted, secretsManager, tools: { cdk, open: () => clients, environment } };
}

describe("dowser deploy", () => {
  it("`dowser deploy` lets cdk deploy the project's stack, and prints its address", async (test) => {
    const { file, noted, tools: with_ } = tools(test);
    const text = await stackDeployText(file, with_);
    const args = readFileSync(noted, "utf8").trim().split("\n");
    const wanted = ["deploy", "Dowser-bees", "-c", `project=${file}`];
    const apart = ["--output", "cdk.out/Dowser-bees", "--require-approval", "never"];
    assert.deepEqual(args, [...wanted, ...apart]);
    assert.match(text, /^Dowser-bees is deployed\nendpoint {2}http:\/\/127\.0\.0\.1:1\/\n/);
    assert.match(text, /--secret-id arn:secret /);
  });

  it("`dowser deploy` prints who is told of alarms, or how to name somebody", async (test) => {
    const quiet = tools(test);
    assert.match(await stackDeployText(quiet.file, quiet.tools), /\nalarms +tell nobody: name an /);
    const told = tools(test, 0, { name: "bees", notify: "keeper@example.org" });
    const text = await stackDeployText(told.file, told.tools);
    assert.match(
      text,
      /\nalarms +go to keeper@example\.org; AWS asks each new address to confirm\n/,
    );
  });

  it("`dowser deploy` reports an error when deploying fails, whatever the cause", async (test) => {
    const { file, tools: failing } = tools(test, 3);
    const error = { code: "deploy-failed", reaction: "retry" };
    await assert.rejects(stackDeployText(file, failing), { ...error, message: /ended with 3/ });
    const noProgram = { ...failing, cdk: join(file, "none") };
    await assert.rejects(stackDeployText(file, noProgram), { ...error, message: /cannot be run/ });
  });

  it("`dowser deploy` names the command that installs cdk where it is not installed", async (test) => {
    const { file, tools: with_ } = tools(test);
    const missing = { ...with_, cdk: join(dirname(file), "none") };
    await assert.rejects(stackDeployText(file, missing), {
      code: "package-missing",
      reaction: "fix-config",
      hint: /^run npm ci in /,
    });
  });

  it("`dowser deploy` stores the search key of a crawl that composes queries in the stack's secret, and says nothing of it", async (test) => {
    const search = { provider: "brave", compose: {} };
    const project = { name: "bees", need: { topic: "b" }, search };
    const { file, secretsManager, noted, tools: with_ } = tools(test, 0, project);
    const keyed = { ...with_, environment: { BRAVE_SEARCH_API_KEY: " a-key " } };
    const text = await stackDeployText(file, keyed);
    const stored = secretsManager.commandCalls(PutSecretValueCommand);
    assert.deepEqual(
      stored.map(({ args }) => args[0].input),
      [{ SecretId: "arn:search-key", SecretString: "a-key" }],
    );
    assert.doesNotMatch(text + readFileSync(noted, "utf8"), /a-key/);
    await stackDeployText(file, with_);
    assert.equal(secretsManager.commandCalls(PutSecretValueCommand).length, 1);
  });

  it("`dowser deploy` deploys nothing for a project that a stack cannot crawl", async (test) => {
    const search = { provider: "local", compose: {} };
    const { file, tools: with_ } = tools(test, 0, { name: "bees", need: { topic: "b" }, search });
    await assert.rejects(stackDeployText(file, with_), { code: "project-not-for-stack" });
  });
});
