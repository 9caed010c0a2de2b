import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { stackClients } from "../../lib/adapters/aws/find-stack.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { sendSecrets, stackSecrets } from "../../lib/run/stack/stack-secrets.ts";
import { parseResult } from "../../lib/stack/batch-result.ts";
import { aFolder } from "../support/a-folder.ts";
import { MEMBER_PAGES, serveLoginSite } from "../support/login-site.ts";
import { aDeployment, command } from "./support/a-deployment.ts";
import { s3, skip } from "./support/ministack.ts";
import { endOfCrawl, startCrawl, whenCrawl } from "./support/stack-crawl.ts";

/** Pages that the first session is shown. */
const FIRST = 4;

/** A site with a session, and the file of its secrets, which names the session that holds last. */
async function aSecretSite(test: TestContext) {
  const site = await serveLoginSite({ pages: FIRST });
  test.after(() => site.close());
  const access = join(aFolder(test), "access.yaml");
  const logIn = (pages?: number) => {
    const sites = { [site.origin]: { cookies: { sid: site.issue(pages) } } };
    writeFileSync(access, JSON.stringify({ sites }));
    chmodSync(access, 0o600);
  };
  logIn();
  return { site, access, logIn };
}

/** Returns all objects of a bucket by their keys. */
async function objectsOf(bucket: string): Promise<readonly (readonly [string, Uint8Array])[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  const objects = Contents.map(async ({ Key = "" }) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return [Key, (await Body?.transformToByteArray()) ?? new Uint8Array()] as const;
  });
  return Promise.all(objects);
}

/** Returns the text of an object, unpacked where it is packed by gzip. */
function textOf([key, bytes]: readonly [string, Uint8Array]): string {
  return Buffer.from(key.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
}

/** Returns the languages of pages in a result, and by what they are known; of other objects none. */
function languagesIn([key, bytes]: readonly [string, Uint8Array]): string[] {
  if (!key.endsWith(".result.zst")) return [];
  return [...parseResult(bytes, key).harvested].flatMap(({ result }) => {
    const page = result.kind === "done" ? result.outcome.page : undefined;
    return page === undefined ? [] : [`${page.language} ${page.languageBy}`];
  });
}

describe("a crawl of a site with a session in a stack, on MiniStack", { skip }, () => {
  it("It pauses when the session ends, goes on with a renewed one, tells languages by text, and stores no secret", async (test) => {
    const { site, access, logIn } = await aSecretSite(test);
    const project = {
      access,
      seeds: { urls: [`${site.origin}/`] },
      scope: { hosts: "seeds", detectLanguage: "undeclared" },
      strategy: "breadth-first",
      politeness: { contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
    };
    const deployment = await aDeployment("members", project);
    await startCrawl(deployment, project);
    const isLoggedOut = ({ state }: { readonly state: string | null }) => state === "paused";
    const paused = await whenCrawl(deployment, "pauses", isLoggedOut);
    assert.equal(paused.end, "logged-out");
    assert.equal(paused.report?.fetched, FIRST);
    logIn(1_000);
    const secrets = stackSecrets(await loadProject(deployment.file), {});
    await sendSecrets(
      secrets,
      { project: deployment.file, stackName: undefined },
      {},
      stackClients,
    );
    await command(deployment, ["resume"]);
    const { state, pages } = await endOfCrawl(deployment);
    assert.equal(state.end, "frontier-empty");
    const fetched = pages.filter(({ reason }) => reason === "page");
    assert.equal(fetched.length, MEMBER_PAGES + 1);
    assert.ok(!site.requests.some(({ path }) => path === "/logout"));
    const objects = await objectsOf(deployment.bucket);
    const languages = objects.flatMap(languagesIn);
    assert.deepEqual([languages.length, ...new Set(languages)], [MEMBER_PAGES + 1, "en detected"]);
    const kept = objects.map(textOf).join("\n");
    assert.match(kept, /This is \/member\/3/);
    for (const value of site.values) assert.ok(!kept.includes(value), "a secret is in the bucket");
  });
});
