import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { accessReader } from "../../functions/stored-access.ts";
import { secretText } from "../../lib/project/given-secrets.ts";
import { aUrl } from "../support/a-url.ts";

const SITES = ["https://bees.example", "https://wasps.example"];
const STORED = { SESSIONS_ARN: "arn:sessions" };
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
    const read = accessReader(STORED);
    assert.equal(await read({ sessions: [] }), undefined);
    assert.equal(secrets.calls().length, 0);
  });

  it("The secret is read for each batch, and the sessions stay open as long as it is the same", async () => {
    const stored = secrets.on(GetSecretValueCommand, { SecretId: "arn:sessions" });
    stored.resolves({ SecretString: secretOf("one") });
    const read = accessReader(STORED);
    const first = await read({ sessions: SITES });
    assert.equal(await read({ sessions: SITES }), first);
    assert.equal(secrets.calls().length, 2);
    stored.resolves({ SecretString: secretOf("two") });
    const renewed = await read({ sessions: SITES });
    assert.deepEqual(renewed?.sessions.of(page(BEES))?.headers(page(BEES)), ["x-key", "two"]);
  });

  it("A site that the plan does not know is sent nothing", async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secretOf("one") });
    const read = await accessReader(STORED)({ sessions: [BEES] });
    assert.ok(read?.sessions.of(page(BEES)));
    assert.equal(read?.sessions.of(page(WASPS)), undefined);
  });

  it("A secret that is not there, or cannot be read, fails with a code, and is read again", async () => {
    const failed = { code: "sessions-unreadable", reaction: "retry" };
    await assert.rejects(accessReader({})({ sessions: SITES }), failed);
    secrets.on(GetSecretValueCommand).rejectsOnce(new Error("denied"));
    const read = accessReader(STORED);
    await assert.rejects(read({ sessions: SITES }), failed);
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secretOf("one") });
    assert.ok(await read({ sessions: SITES }));
  });
});
