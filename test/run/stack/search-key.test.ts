import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { sendSearchKey } from "../../../lib/run/stack/search-key.ts";
import { aProject } from "../../support/a-bundle.ts";
import { fakeAws } from "../../support/fake-aws.ts";

const choice = { project: undefined, stackName: "Dowser-bees" };
const KEY = { BRAVE_SEARCH_API_KEY: "a-key" };

function aSearchingProject(search: object) {
  return aProject({ search, need: { topic: "bees" } });
}

const composing = aSearchingProject({ provider: "brave", compose: {} });

describe("the search key of a stack", () => {
  it("The search key of a stack is stored in its secret when a crawl starts that composes queries", async (test) => {
    const { clients, secretsManager } = fakeAws(test);
    await sendSearchKey(composing, choice, KEY, () => clients);
    const stored = secretsManager.commandCalls(PutSecretValueCommand);
    assert.deepEqual(
      stored.map(({ args }) => args[0].input),
      [{ SecretId: "arn:search-key", SecretString: "a-key" }],
    );
  });

  it("The search key of a stack stays on this machine where the crawl composes no query, or its engine takes no key", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const searxng = { provider: "searxng", url: "http://127.0.0.1/", compose: {} };
    for (const search of [searxng, { provider: "brave" }]) {
      await sendSearchKey(aSearchingProject(search), choice, KEY, () => clients);
    }
    assert.equal(cloudFormation.calls().length, 0);
  });

  it("The search key of a stack is left as it is where the stack is known by its endpoint alone", async (test) => {
    const { clients, secretsManager } = fakeAws(test);
    const environment = { ...KEY, DOWSER_ENDPOINT: "http://e/", DOWSER_TOKEN: "t" };
    await sendSearchKey(composing, choice, environment, () => clients);
    assert.equal(secretsManager.calls().length, 0);
  });

  it("The search key of a stack needs a stack that was deployed with a secret for it", async (test) => {
    const { clients } = fakeAws(test, { SearchKeyArn: undefined });
    const sent = sendSearchKey(composing, choice, KEY, () => clients);
    await assert.rejects(sent, { code: "no-search-secret", reaction: "fix-config" });
  });
});
