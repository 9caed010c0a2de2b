import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { stackClients } from "../../lib/adapters/aws/find-stack.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { RUN_FILES } from "../../lib/run/folder/run-database.ts";
import { renewedSecrets, sendSecrets } from "../../lib/run/stack/stack-secrets.ts";
import { parseResult } from "../../lib/stack/batch-result.ts";
import { type ChangingSite, type SitePage, serveChangingSite } from "../support/a-changing-site.ts";
import { aFolder } from "../support/a-folder.ts";
import { aPdf } from "../support/a-pdf.ts";
import { MEMBER_PAGES, serveLoginSite } from "../support/login-site.ts";
import { serveAssessor } from "../support/loopback-assessor.ts";
import { runCli, succeed } from "../support/run-cli.ts";
import { aDeployment, command, type Deployment } from "./support/a-deployment.ts";
import { s3, skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import {
  aBeekeepingProject,
  endOfCrawl,
  plannerStatus,
  startCrawl,
  whenCrawl,
} from "./support/stack-crawl.ts";

const page = (name: string, head = "", links = ""): SitePage => ({
  body: `<head><title>${name}</title>${head}</head><p>Bees and honey of ${name}.</p>${links}`,
});
const FEED =
  '<rss version="2.0"><channel><title>News</title><item><title>Bees one</title><link>/one</link></item></channel></rss>';

const PDF = aPdf([{ lines: [{ text: "Bees and honey of a paper.", y: 700 }] }], { title: "Paper" });

/** A strategy as users write one. */
const MODULE = join(import.meta.dirname, "../../examples/my-strategy.ts");

/** A handler as users write one, which finds a page that no link names. */
const HANDLER = `
export default ({ url, $, enqueue, skip, save }) => {
  if (new URL(url).pathname === "/one") enqueue("/two");
  if (new URL(url).pathname === "/two") skip("no bees");
  save({ h1: $("title") });
};`;

/** A site with a feed and a PDF that its home page names. */
const SITE: readonly (readonly [string, SitePage])[] = [
  [
    "/",
    page(
      "home",
      '<link rel="alternate" type="application/rss+xml" href="/feed">',
      '<a href="/paper">a paper</a>',
    ),
  ],
  ["/paper", { body: PDF, headers: { "content-type": "application/pdf" } }],
  ["/feed", { body: FEED, headers: { "content-type": "application/rss+xml" } }],
  ["/one", page("one")],
  ["/two", page("two")],
];

const KEY = "sk-of-a-test";
const VARIABLE = "ASSESSOR_KEY_OF_A_TEST";

/** Pages that the assessor is asked about, of the many of the crawl. */
const MOST = 45;

/** Pages that the first session is shown. */
const FIRST = 4;

const politeness = { contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true };

/** Returns all objects of a bucket whose keys begin so, by their keys. */
async function objectsOf(
  bucket: string,
  prefix = "",
): Promise<readonly (readonly [string, Uint8Array])[]> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
  );
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

/** Returns the languages of pages in a result of a crawl, and by what they are known; of other objects none. */
function languagesIn([key, bytes]: readonly [string, Uint8Array], crawl: string): string[] {
  if (!key.endsWith(".result.zst")) return [];
  const results = parseResult(bytes, key);
  if (results.crawl !== crawl) return [];
  return [...results.harvested].flatMap(({ result }) => {
    const page = result.kind === "done" ? result.outcome.page : undefined;
    return page === undefined ? [] : [`${page.language} ${page.languageBy}`];
  });
}

/** What a stack of all features reaches: a site, one with a session, an assessor that wants a key, and the file of the session. */
async function serveAll(access: string) {
  const [site, members, assessor] = await Promise.all([
    serveChangingSite(SITE),
    serveLoginSite({ pages: FIRST }),
    serveAssessor({ key: KEY }),
  ]);
  /** Begins a session that holds for so many pages, and names it in the file of secrets. */
  const logIn = (pages?: number) => {
    const sites = { [members.origin]: { cookies: { sid: members.issue(pages) } } };
    writeFileSync(access, JSON.stringify({ sites }));
    chmodSync(access, 0o600);
  };
  logIn();
  const close = () => Promise.all([site.close(), members.close(), assessor.close()]);
  return { site, members, assessor, logIn, close };
}

describe("a stack whose project uses features, on MiniStack", { skip }, () => {
  const folder = aFolder({ after });
  const access = join(folder, "access.yaml");
  let served: Awaited<ReturnType<typeof serveAll>>;
  let deployment: Deployment;

  const ofAssessor = () => ({
    ...{ url: served.assessor.url, model: "m", key: `env:${VARIABLE}`, pages: MOST },
    price: { in: 1, out: 5 },
  });
  const ofSite = ({ origin }: Pick<ChangingSite, "origin">) => ({
    seeds: { urls: [`${origin}/`] },
    scope: { hosts: "seeds", feeds: true, pdf: true },
    strategy: { module: MODULE, penalty: 0.2 },
    politeness,
  });

  before(async () => {
    // The key is in the environment for as long as the suite.
    process.env[VARIABLE] = KEY;
    served = await serveAll(access);
    const handler = join(folder, "handler.ts");
    writeFileSync(handler, HANDLER);
    const features = ofSite(served.site);
    const scope = { ...features.scope, detectLanguage: "undeclared" };
    const project = { ...features, scope, access, assessor: ofAssessor() };
    deployment = await aDeployment("features", project, ["--handler", handler]);
  });
  after(async () => {
    delete process.env[VARIABLE];
    await served.close();
  });

  it("It follows feeds, judges PDFs, acts by the module and the handler it was deployed with, and a pull has all as it was sent", async (test) => {
    const { site } = served;
    await startCrawl(deployment, ofSite(site));
    const { pages } = await endOfCrawl(deployment);
    const reasons = pages.map(({ url, reason }) => [new URL(url).pathname, reason]);
    const expected = {
      "/": "page",
      "/feed": "feed",
      "/paper": "page",
      "/one": "page",
      "/two": "skipped",
    };
    assert.deepEqual(Object.fromEntries(reasons), expected);
    const paper = pages.find(({ url }) => url.endsWith("/paper"));
    assert.equal(paper?.title, "Paper");
    assert.match(paper?.link.why ?? "", /^path of 1 parts/, "the words of the module");
    const out = join(aFolder(test), "features");
    const pulled = await runCli(["pull", deployment.file, "--out", out]);
    assert.equal(pulled.code, 0, pulled.stderr);
    const { code, stdout } = await runCli(["audit", out]);
    assert.equal(code, 0, stdout);
    const exported = await runCli(["export", out, "--format", "jsonl"]);
    const rows = exported.stdout.trimEnd().split("\n");
    const one = rows.map((row) => JSON.parse(row)).find(({ url }) => url === `${site.origin}/one`);
    assert.deepEqual(one?.saved_h1, ["one"]);
  });

  it("It learns from the answers of an assessor, counts what they cost, keeps the key, and is pulled with them", async (test) => {
    const { assessor } = served;
    const web = await aServedDemo(test, ["university"]);
    await startCrawl(deployment, {
      ...aBeekeepingProject(web.seeds, { pages: 60, minDelayMs: 100 }),
      assessor: ofAssessor(),
    });
    await endOfCrawl(deployment);
    const isCounted = (state: { readonly assessed: { answered: number } | null }) =>
      state.assessed?.answered === MOST;
    const { assessed, dollars } = await whenCrawl(deployment, "is assessed", isCounted);
    assert.deepEqual([assessed?.fault, assessed?.requests], [null, MOST]);
    assert.ok(assessed !== null && assessed.dollars > 0 && dollars > assessed.dollars);
    assert.equal(new Set(assessor.asked.map(({ url }) => url)).size, MOST);
    assert.ok(assessor.asked.every(({ key }) => key === KEY));
    assert.deepEqual(assessor.errors, []);
    const { usage } = await plannerStatus(deployment);
    assert.ok(usage.s3Writes > MOST, "what asking wrote is counted");
    const env = { ...process.env, DOWSER_ENDPOINT: deployment.access.endpoint };
    const { stdout } = await runCli(["status"], {
      env: { ...env, DOWSER_TOKEN: deployment.access.token },
    });
    assert.match(stdout, /read by the assessor: 45 pages, 45 requests, 0\.0\d+ \$/);
    assert.match(stdout, /^assessor +0\.0/m);
    const { bucket } = deployment;
    const asked = (await objectsOf(bucket, "assessments/")).map(textOf);
    const kept = [...asked, stdout].join("\n");
    assert.equal(kept.match(/"kind":"answer"/g)?.length, MOST);
    const plans = (await objectsOf(bucket, "plans/")).map(textOf);
    for (const text of [...asked, ...plans]) assert.ok(!text.includes(KEY));
    const directory = join(aFolder(test), "run");
    await succeed("pull", deployment.file, "--out", directory);
    await succeed("audit", directory);
    const lines = readFileSync(join(directory, RUN_FILES.assessments), "utf8");
    assert.equal(lines.match(/"kind":"answer"/g)?.length, MOST);
    assert.match(await succeed("report", directory), /read by m-2026, a machine: 45 pages/);
  });

  it("It pauses when a session ends, goes on with a renewed one, tells languages by text, and stores no secret", async () => {
    const { members, logIn } = served;
    await startCrawl(deployment, {
      access,
      seeds: { urls: [`${members.origin}/`] },
      scope: { hosts: "seeds", detectLanguage: "undeclared" },
      strategy: "breadth-first",
      politeness,
    });
    const isLoggedOut = ({ state }: { readonly state: string | null }) => state === "paused";
    const paused = await whenCrawl(deployment, "pauses", isLoggedOut);
    assert.equal(paused.end, "logged-out");
    assert.equal(paused.report?.fetched, FIRST);
    logIn(1_000);
    const choice = { project: deployment.file, stackName: undefined };
    await sendSecrets(
      renewedSecrets(await loadProject(deployment.file), {}),
      choice,
      {},
      stackClients,
    );
    await command(deployment, ["resume"]);
    const { state, pages } = await endOfCrawl(deployment);
    assert.equal(state.end, "frontier-empty");
    const fetched = pages.filter(({ reason }) => reason === "page");
    assert.equal(fetched.length, MEMBER_PAGES + 1);
    assert.ok(!members.requests.some(({ path }) => path === "/logout"));
    const objects = await objectsOf(deployment.bucket);
    const languages = objects.flatMap((object) => languagesIn(object, state.crawl ?? ""));
    assert.deepEqual([languages.length, ...new Set(languages)], [MEMBER_PAGES + 1, "en detected"]);
    const kept = objects.map(textOf).join("\n");
    assert.match(kept, /This is \/member\/3/);
    for (const value of members.values) {
      assert.ok(!kept.includes(value), "a secret is in the bucket");
    }
  });
});
