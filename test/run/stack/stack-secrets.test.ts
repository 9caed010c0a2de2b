import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { assessorKeyFor } from "../../../lib/project/given-secrets.ts";
import { renewedSecrets, sendSecrets, stackSecrets } from "../../../lib/run/stack/stack-secrets.ts";
import { aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { fakeAws } from "../../support/fake-aws.ts";

const choice = { project: undefined, stackName: "Dowser-bees" };
const KEY = { BRAVE_SEARCH_API_KEY: "a-key" };

/** A project whose file of secrets has this text. */
function aSecretProject(test: TestContext, text: string, keys: object = {}) {
  const access = join(aFolder(test), "access.yaml");
  writeFileSync(access, text);
  chmodSync(access, 0o600);
  return aProject({ access, ...keys });
}

function aSearchingProject(search: object) {
  return aProject({ search, need: { topic: "bees" } });
}

const composing = aSearchingProject({ provider: "brave", compose: {} });

/** The secrets that were written, by ARN. */
function storedBy({ secretsManager }: ReturnType<typeof fakeAws>): (readonly unknown[])[] {
  return secretsManager
    .commandCalls(PutSecretValueCommand)
    .map(({ args: [{ input }] }) => [input.SecretId, input.SecretString]);
}

const ONE = "sites: { https://bees.example: { headers: { x-key: '${KEY}' } } }\n";

describe("the secrets of a stack", () => {
  it("A project without a file of secrets, or with an empty one, has no sessions", (test) => {
    for (const project of [aProject(), aSecretProject(test, "")])
      assert.deepEqual(stackSecrets(project, {}), { texts: {}, facts: { sessions: [] } });
  });

  it("The sessions of a project are stored in the secret of its stack", async (test) => {
    const aws = fakeAws(test);
    const secrets = stackSecrets(aSecretProject(test, ONE), { KEY: "s3cret" });
    assert.deepEqual(secrets.facts.sessions, ["https://bees.example"]);
    await sendSecrets(secrets, choice, {}, () => aws.clients);
    assert.deepEqual(storedBy(aws), [["arn:sessions", secrets.texts.Sessions]]);
    assert.match(secrets.texts.Sessions ?? "", /s3cret/);
  });

  it("The search key of a stack is stored in its secret when a crawl starts that composes queries", async (test) => {
    const aws = fakeAws(test);
    await sendSecrets(stackSecrets(composing, KEY), choice, {}, () => aws.clients);
    assert.deepEqual(storedBy(aws), [["arn:search-key", "a-key"]]);
  });

  it("The search key of a stack stays on this machine where the crawl composes no query, or its engine takes no key", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const searxng = { provider: "searxng", url: "http://127.0.0.1/", compose: {} };
    for (const search of [searxng, { provider: "brave" }]) {
      const secrets = stackSecrets(aSearchingProject(search), KEY);
      await sendSecrets(secrets, choice, {}, () => clients);
    }
    assert.equal(cloudFormation.calls().length, 0);
  });

  it("A crawl that goes on is given its sessions again, and no search key", (test) => {
    const search = { provider: "brave", compose: {} };
    const assessor = { url: "https://models.example/v1", model: "m", key: "env:MODEL_KEY" };
    const project = aSecretProject(test, ONE, { search, assessor, need: { topic: "bees" } });
    const environment = { ...KEY, KEY: "s3cret", MODEL_KEY: "sk-1" };
    const { texts } = stackSecrets(project, environment);
    assert.deepEqual(Object.keys(texts), ["Sessions", "SearchKey", "Assessor"]);
    assert.deepEqual(Object.keys(renewedSecrets(project, { KEY: "s3cret" }).texts), ["Sessions"]);
    assert.equal(assessorKeyFor("https://models.example/v1", texts.Assessor ?? ""), "sk-1");
    for (const url of ["https://models.example/v2", "https://other.example/v1"])
      assert.throws(() => assessorKeyFor(url, texts.Assessor ?? ""), { code: "assessor-refused" });
    assert.throws(() => stackSecrets(project, { ...KEY, KEY: "s3cret" }), {
      code: "assessor-key-missing",
    });
  });

  it("Proxies, a crawl that keeps logins, and more than a secret holds are refused", (test) => {
    const refused =
      (text: string, scope: object = {}) =>
      () =>
        stackSecrets(aSecretProject(test, text, { scope }), { KEY: "s3cret" });
    const proxies = "proxies: [{ url: 'http://proxy.example:3128' }]\n";
    assert.throws(refused(proxies), { code: "project-not-for-stack", message: /proxies/ });
    assert.throws(refused(ONE, { walls: "keep" }), { code: "sessions-need-walls" });
    const headers = Array.from({ length: 9 }, (_, at) => `x-${at}: ${"v".repeat(8_000)}`);
    const large = `sites: { https://bees.example: { headers: { ${headers.join(", ")} } } }\n`;
    assert.throws(refused(large), { code: "bad-access", message: /holds 65536$/ });
  });

  it("The secrets of a stack are left as they are where it is known by its endpoint alone", async (test) => {
    const { clients, secretsManager } = fakeAws(test);
    const environment = { DOWSER_ENDPOINT: "http://e/", DOWSER_TOKEN: "t" };
    const texts = { Sessions: "[]", SearchKey: "a-key" };
    await sendSecrets({ texts }, choice, environment, () => clients);
    assert.equal(secretsManager.calls().length, 0);
  });

  it("A secret needs a stack that was deployed with one for it", async (test) => {
    const lacking = fakeAws(test, { SessionsArn: undefined, SearchKeyArn: undefined });
    const sent = (texts: object) => sendSecrets({ texts }, choice, {}, () => lacking.clients);
    await assert.rejects(sent({ Sessions: "[]" }), { code: "no-sessions-secret" });
    await assert.rejects(sent({ SearchKey: "a" }), { code: "no-search-secret" });
  });
});
