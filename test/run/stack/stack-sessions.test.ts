import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { sendSessions, stackSessions } from "../../../lib/run/stack/stack-sessions.ts";
import { aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { fakeAws } from "../../support/fake-aws.ts";

const choice = { project: undefined, stackName: "Dowser-bees" };

/** A project whose file of secrets has this text. */
function aSecretProject(test: TestContext, text: string, scope: object = {}) {
  const access = join(aFolder(test), "access.yaml");
  writeFileSync(access, text);
  chmodSync(access, 0o600);
  return aProject({ access, scope });
}

const ONE = "sites: { https://bees.example: { headers: { x-key: '${KEY}' } } }\n";

describe("the sessions of a stack", () => {
  it("A project without a file of secrets, or with an empty one, has none", (test) => {
    assert.equal(stackSessions(aProject(), {}), undefined);
    assert.equal(stackSessions(aSecretProject(test, ""), {}), undefined);
  });

  it("The sessions of a project are stored in the secret of its stack", async (test) => {
    const { clients, secretsManager } = fakeAws(test);
    const sessions = stackSessions(aSecretProject(test, ONE), { KEY: "s3cret" });
    assert.deepEqual(sessions?.origins, ["https://bees.example"]);
    await sendSessions(sessions, choice, {}, () => clients);
    const stored = secretsManager.commandCalls(PutSecretValueCommand);
    assert.deepEqual(
      stored.map(({ args }) => args[0].input),
      [{ SecretId: "arn:sessions", SecretString: sessions?.secret }],
    );
    assert.match(sessions?.secret ?? "", /s3cret/);
  });

  it("Proxies, a crawl that keeps logins, and more than a secret holds are refused", (test) => {
    const refused = (text: string, scope?: object) => () =>
      stackSessions(aSecretProject(test, text, scope), { KEY: "s3cret" });
    const proxies = "proxies: [{ url: 'http://proxy.example:3128' }]\n";
    assert.throws(refused(proxies), { code: "project-not-for-stack", message: /proxies/ });
    assert.throws(refused(ONE, { walls: "keep" }), { code: "sessions-need-walls" });
    const headers = Array.from({ length: 9 }, (_, at) => `x-${at}: ${"v".repeat(8_000)}`);
    const large = `sites: { https://bees.example: { headers: { ${headers.join(", ")} } } }\n`;
    assert.throws(refused(large), { code: "bad-access", message: /holds 65536$/ });
  });

  it("The sessions of a stack are left as they are where it is known by its endpoint alone", async (test) => {
    const { clients, secretsManager } = fakeAws(test);
    const environment = { DOWSER_ENDPOINT: "http://e/", DOWSER_TOKEN: "t" };
    const sessions = { origins: ["https://bees.example"], secret: "[]" };
    await sendSessions(sessions, choice, environment, () => clients);
    assert.equal(secretsManager.calls().length, 0);
  });

  it("Sessions need a stack that was deployed with a secret for them", async (test) => {
    const { clients } = fakeAws(test, { SessionsArn: undefined });
    const sent = sendSessions({ origins: [], secret: "[]" }, choice, {}, () => clients);
    await assert.rejects(sent, { code: "no-sessions-secret", reaction: "fix-config" });
  });
});
