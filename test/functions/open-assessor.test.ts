import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { assessorOpener } from "../../functions/open-assessor.ts";
import { questionAbout } from "../../lib/features/assess/page-prompt.ts";
import { assessorSecretText } from "../../lib/project/given-secrets.ts";
import { planOf } from "../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../support/a-bundle.ts";
import { serveAssessor } from "../support/loopback-assessor.ts";

const KEY = "sk-1";
const PAGE = { url: "https://a.example/", title: "Bees", headings: "", text: "Bees.", link: "" };
const { question } = questionAbout(PAGE, "Pages about: bees", "m");

/** The assessor of a project that allows addresses of its own machine, or not. */
async function planned(url: string, allowLoopback: boolean) {
  const politeness = { contact: "test@dowser.example", allowLoopback };
  const parts = { need: { topic: "bees" }, assessor: { url, model: "m", key: "env:KEY" } };
  const project = aProject({ ...parts, politeness: { ...politeness, allowLoopback: true } });
  const { assessor } = await planOf(aBundle({ project }));
  assert.ok(assessor);
  return {
    ...assessor,
    project: { ...project, politeness: { ...project.politeness, allowLoopback } },
  };
}

describe("the assessor that a stack opens", () => {
  let secrets: ReturnType<typeof mockClient>;
  let server: Awaited<ReturnType<typeof serveAssessor>>;
  before(async () => {
    process.env["AWS_REGION"] = "us-east-1";
    secrets = mockClient(SecretsManagerClient);
    server = await serveAssessor({ key: KEY });
  });
  beforeEach(() => {
    secrets.reset();
    const SecretString = assessorSecretText({ url: server.url, key: KEY });
    secrets.on(GetSecretValueCommand, { SecretId: "arn:assessor" }).resolves({ SecretString });
  });
  after(async () => {
    secrets.restore();
    await server.close();
  });

  it("The key goes to the server that it was stored for", async () => {
    const opened = await assessorOpener("arn:assessor")(await planned(server.url, true));
    const outcome = await opened.ask(question);
    await opened.close();
    assert.equal(outcome.kind, "answered");
    assert.equal(server.asked.at(-1)?.key, KEY);
  });

  it("The key goes to no other server, and none is sent where the stack has no secret", async () => {
    const asked = server.asked.length;
    for (const [secret, url] of [
      ["arn:assessor", server.url.replace("/v1", "/v2")],
      ["arn:assessor", "https://other.example/v1"],
      [undefined, server.url],
    ] as const) {
      const opening = assessorOpener(secret)(await planned(url, true));
      await assert.rejects(opening, { code: "assessor-refused" });
    }
    assert.equal(server.asked.length, asked);
  });

  it("An address of the function's own machine is not reached", async () => {
    const asked = server.asked.length;
    const opened = await assessorOpener("arn:assessor")(await planned(server.url, false));
    const outcome = await opened.ask(question);
    await opened.close();
    assert.equal(outcome.kind, "busy");
    assert.match("detail" in outcome ? outcome.detail : "", /no connection/);
    assert.equal(server.asked.length, asked);
  });
});
