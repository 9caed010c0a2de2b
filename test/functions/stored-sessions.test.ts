import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { sessionsReader } from "../../functions/stored-sessions.ts";
import { secretText } from "../../lib/stack/site-secrets.ts";
import { aUrl } from "../support/a-url.ts";

const SITES = ["https://bees.example", "https://wasps.example"];
const [BEES = "", WASPS = ""] = SITES;
const page = (origin: string) => aUrl(`${origin}/page`);

const secretOf = (value: string) =>
  secretText(SITES.map((origin) => ({ origin, headers: [["x-key", value]], cookies: [] })));

describe("the reader of a stack's sessions", () => {
  let secrets: ReturnType<typeof mockClient>;
  before(() => {
    process.env["AWS_REGION"] = "us-east-1";
    secrets = mockClient(SecretsManagerClient);
  });
  beforeEach(() => secrets.reset());
  after(() => secrets.restore());

  it("A crawl without sessions reads no secret", async () => {
    const read = sessionsReader("arn:sessions");
    assert.equal(await read(new Set()), undefined);
    assert.equal(secrets.calls().length, 0);
  });

  it("The secret is read for each batch, and the sessions stay open as long as it is the same", async () => {
    const stored = secrets.on(GetSecretValueCommand, { SecretId: "arn:sessions" });
    stored.resolves({ SecretString: secretOf("one") });
    const read = sessionsReader("arn:sessions");
    const first = await read(new Set(SITES));
    assert.equal(await read(new Set(SITES)), first);
    assert.equal(secrets.calls().length, 2);
    stored.resolves({ SecretString: secretOf("two") });
    const renewed = await read(new Set(SITES));
    assert.deepEqual(renewed?.of(page(BEES))?.headers(page(BEES)), ["x-key", "two"]);
  });

  it("A site that the plan does not know is sent nothing", async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secretOf("one") });
    const sessions = await sessionsReader("arn:sessions")(new Set([BEES]));
    assert.ok(sessions?.of(page(BEES)));
    assert.equal(sessions?.of(page(WASPS)), undefined);
  });

  it("A secret that is not there, or cannot be read, fails with a code, and is read again", async () => {
    const failed = { code: "sessions-unreadable", reaction: "retry" };
    await assert.rejects(sessionsReader(undefined)(new Set(SITES)), failed);
    secrets.on(GetSecretValueCommand).rejectsOnce(new Error("denied"));
    const read = sessionsReader("arn:sessions");
    await assert.rejects(read(new Set(SITES)), failed);
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secretOf("one") });
    assert.ok(await read(new Set(SITES)));
  });
});
