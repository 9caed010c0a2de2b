import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { openSearch, searchKeyReader } from "../../functions/open-search.ts";
import { aProject } from "../support/a-bundle.ts";
import { json, startEngine } from "../support/fake-engine.ts";

const BRAVE = {
  type: "search",
  web: { results: [{ url: "https://bees.example/", title: "Bees", description: "Hives." }] },
};

const aSearch = (search: object) => aProject({ search, need: { topic: "bees" } });
const keyOf = (key: string) => async () => key;

describe("the search engine of a planner", () => {
  it("The search engine of a planner is Brave with the key of the stack's secret, read again when it has changed", async () => {
    const engine = await startEngine(() => json(BRAVE));
    let key = "first";
    const project = aSearch({ provider: "brave", compose: {} });
    const search = openSearch(project, async () => key, engine.origin);
    const answer = await search?.search("bees", 5);
    assert.deepEqual(
      answer?.results.map(({ url }) => url),
      ["https://bees.example/"],
    );
    key = "second";
    await search?.search("hives", 5);
    const keys = engine.seen.map(({ headers }) => headers["x-subscription-token"]);
    await engine.close();
    assert.deepEqual([...new Set(keys)], ["first", "second"]);
  });

  it("The search engine of a planner fails as missing a key, and not before it is asked, where the stack has none", async () => {
    const search = openSearch(
      aSearch({ provider: "brave", compose: {} }),
      searchKeyReader(undefined),
    );
    assert.ok(search);
    await assert.rejects(search.search("bees", 5), { code: "search-key-missing" });
  });

  it("The search engine of a planner is a SearXNG instance by its URL, without a key", async () => {
    const result = { url: "https://bees.example/", title: "Bees", content: "Hives." };
    const engine = await startEngine(() => json({ results: [result], unresponsive_engines: [] }));
    const project = aSearch({ provider: "searxng", url: engine.origin, compose: {} });
    const answer = await openSearch(project, keyOf("unused"))?.search("bees", 1);
    await engine.close();
    assert.equal(answer?.results.length, 1);
  });

  it("The search engine of a planner is none where the crawl composes no queries", () => {
    assert.equal(openSearch(aProject(), keyOf("")), undefined);
    assert.equal(openSearch(aSearch({ provider: "brave" }), keyOf("")), undefined);
  });
});

describe("the reader of a search key", () => {
  // Not before this suite's turn: mocks of other suites are of the same class.
  let secrets: ReturnType<typeof mockClient>;
  before(() => {
    process.env["AWS_REGION"] = "us-east-1";
    secrets = mockClient(SecretsManagerClient);
  });
  after(() => secrets.restore());

  it("The reader of a search key says that the engine is unavailable while the secret cannot be read, and reads it later", async () => {
    secrets.on(GetSecretValueCommand).rejectsOnce(new Error("denied"));
    const read = searchKeyReader("arn:key");
    await assert.rejects(read, { code: "search-unavailable" });
    secrets.on(GetSecretValueCommand, { SecretId: "arn:key" }).resolves({ SecretString: "a-key" });
    assert.equal(await read(), "a-key");
  });
});
