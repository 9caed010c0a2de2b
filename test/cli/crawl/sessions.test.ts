import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { aFolder } from "../../support/a-folder.ts";
import { keptIn } from "../../support/kept-in.ts";
import { MEMBER_PAGES, serveLoginSite } from "../../support/login-site.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const POLITE = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };

type Site = Awaited<ReturnType<typeof serveLoginSite>>;

/** A project beside a file of access, and a command that crawls it. */
async function aProject(test: TestContext, options: Parameters<typeof serveLoginSite>[0] = {}) {
  const site = await serveLoginSite(options);
  test.after(() => site.close());
  const folder = aFolder(test);
  const [file, access, out] = ["p.json", "access.yaml", "run"].map((name) => join(folder, name));
  const project = {
    ...{ name: "members", need: { topic: "bees honey hive" }, strategy: "breadth-first" },
    ...{ seeds: { urls: [`${site.origin}/`] }, politeness: POLITE, access: "access.yaml" },
  };
  writeFileSync(file ?? "", JSON.stringify(project));
  const writeAccess = (text: string) => {
    writeFileSync(access ?? "", text);
    chmodSync(access ?? "", 0o600);
  };
  const crawl = (env: NodeJS.ProcessEnv = {}, ...more: string[]) =>
    runCli(["crawl", file ?? "", "--out", out ?? "", "--threads", "0", ...more], {
      env: { ...process.env, ...env },
    });
  return {
    site,
    folder,
    access: access ?? "",
    out: out ?? "",
    file: file ?? "",
    writeAccess,
    crawl,
  };
}

const withCookie = ({ origin }: Site, value: string) =>
  `sites:\n  ${origin}:\n    cookies: { sid: "${value}" }\n`;

async function pagesOf(out: string): Promise<string[]> {
  const lines = (await succeed("export", out, "--format", "jsonl")).trim().split("\n");
  return lines.filter((line) => line !== "").map((line) => new URL(JSON.parse(line).url).pathname);
}

describe("a crawl of a site with a session", () => {
  it("A crawl with a cookie of its access file sees the pages, and never asks for what would end the session", async (test) => {
    const { site, out, writeAccess, crawl } = await aProject(test);
    writeAccess(withCookie(site, "${SID}"));
    const { code, stderr } = await crawl({ SID: site.issue() });
    assert.equal(code, 0, stderr);
    assert.equal((await pagesOf(out)).length, 1 + MEMBER_PAGES);
    assert.ok(!site.requests.some(({ path }) => path === "/logout"));
    const report = JSON.parse(await succeed("report", out, "--json"));
    assert.equal(report.reasons["refused:logout"], 1);
  });

  it("A crawl whose session ends pauses with code 5, stores no login, and goes on when the session is renewed", async (test) => {
    const { site, out, writeAccess, crawl } = await aProject(test, { pages: 4 });
    writeAccess(withCookie(site, site.issue()));
    const first = await crawl();
    assert.equal(first.code, 5, first.stderr);
    assert.match(first.stderr, /logged out: http:\/\/127\.0\.0\.1:\d+ answered 5 links in a row/);
    assert.match(first.stdout, /paused; the same command resumes/);
    assert.equal((await pagesOf(out)).length, 4);
    assert.match(await succeed("status", out), /paused: a site with a session answers/);

    writeAccess(withCookie(site, site.issue(100)));
    const second = await crawl();
    assert.equal(second.code, 0, second.stderr);
    const pages = await pagesOf(out);
    assert.deepEqual([pages.length, new Set(pages).size], [1 + MEMBER_PAGES, 1 + MEMBER_PAGES]);
    assert.ok(!pages.some((path) => path.startsWith("/login")));
    await succeed("audit", out);
  });

  it("A session that is not taken is noticed at the seed, and a command without a new one loses nothing", async (test) => {
    const { site, out, writeAccess, crawl } = await aProject(test);
    writeAccess(withCookie(site, "stale"));
    for (let times = 0; times < 2; times++) {
      const { code, stdout } = await crawl({}, "--json");
      assert.deepEqual([code, JSON.parse(stdout).end], [5, "logged-out"]);
    }
    assert.ok(!site.requests.some(({ path }) => path.startsWith("/login")));
    writeAccess(withCookie(site, site.issue()));
    assert.equal((await crawl()).code, 0);
    assert.equal((await pagesOf(out)).length, 1 + MEMBER_PAGES);
  });

  it("Cookies that the site sets are sent from then on, also by a resumed crawl, and lie beside the access file for its owner alone", async (test) => {
    const { site, out, access, writeAccess, crawl } = await aProject(test, { rolls: true });
    writeAccess(withCookie(site, site.issue()));
    assert.equal((await crawl({}, "--pages", "3")).code, 0);
    assert.equal(statSync(`${access}.cookies`).mode & 0o777, 0o600);
    assert.equal((await crawl({}, "--pages", "100")).code, 0);
    assert.equal((await pagesOf(out)).length, 1 + MEMBER_PAGES);
  });

  it("No secret is in what a crawl keeps, prints, exports or reports", async (test) => {
    const { site, out, file, writeAccess, crawl } = await aProject(test, { rolls: true });
    const secrets = ["s3cret-header", "s3cret-password", btoa("me:s3cret-password")];
    const more = `    headers: { x-key: "${secrets[0]}" }\n    basic: { user: me, password: "${secrets[1]}" }\n`;
    writeAccess(withCookie(site, site.issue()) + more);
    const { code, stdout, stderr } = await crawl({ NODE_DEBUG: "" });
    assert.equal(code, 0, stderr);
    const [asked] = site.requests;
    assert.equal(asked?.headers["x-key"], secrets[0]);
    assert.equal(asked?.headers.authorization, `Basic ${secrets[2]}`);
    const printed = [
      stdout,
      stderr,
      await succeed("report", out, "--json"),
      await succeed("status", out),
    ];
    for (const format of ["jsonl", "records"])
      printed.push(await succeed("export", out, "--format", format));
    printed.push(await succeed("why", out, `${site.origin}/member/1`), readFileSync(file, "utf8"));
    const everything = [...printed, keptIn(out)].join("\n");
    assert.ok(everything.includes("/member/1"));
    for (const secret of [...secrets, ...site.values])
      assert.ok(!everything.includes(secret), secret);
  });

  it("A login that was recorded as a browser's storage state opens the site", async (test) => {
    const { site, folder, out, writeAccess, crawl } = await aProject(test);
    const cookie = {
      name: "sid",
      value: site.issue(),
      domain: "127.0.0.1",
      path: "/",
      expires: -1,
    };
    const state = JSON.stringify({ cookies: [cookie], origins: [] });
    writeFileSync(join(folder, "state.json"), state, { mode: 0o600 });
    writeAccess(`sites: { "${site.origin}": { profile: state.json } }`);
    assert.equal((await crawl()).code, 0);
    assert.equal((await pagesOf(out)).length, 1 + MEMBER_PAGES);
  });

  it("A file of secrets that others may read is warned about", async (test) => {
    const { site, access, writeAccess, crawl } = await aProject(test);
    writeAccess(withCookie(site, site.issue()));
    chmodSync(access, 0o644);
    const { code, stderr } = await crawl();
    assert.equal(code, 0);
    assert.match(stderr, /has secrets, and others on this machine may read it: chmod 600/);
  });

  it("A crawl that keeps logins as pages is refused a session", async (test) => {
    const { site, file, writeAccess, crawl } = await aProject(test);
    writeAccess(withCookie(site, "x"));
    const project = { ...JSON.parse(readFileSync(file, "utf8")), scope: { walls: "keep" } };
    writeFileSync(file, JSON.stringify(project));
    const { code, stderr } = await crawl();
    assert.equal(code, 2);
    assert.match(stderr, /\[sessions-need-walls\]/);
  });

  it("A recrawl without a session pauses with code 5, takes no page for gone, and goes on when the session is renewed", async (test) => {
    const { site, file, out, writeAccess, crawl } = await aProject(test);
    writeAccess(withCookie(site, site.issue()));
    assert.equal((await crawl()).code, 0);
    writeAccess(withCookie(site, "stale"));
    const args = ["recrawl", out, "--project", file, "--threads", "0"];
    const first = await runCli(args);
    assert.equal(first.code, 5, first.stderr);
    assert.match(first.stderr, /logged out: http:\/\/127\.0\.0\.1:\d+ answered/);
    assert.match(first.stdout, /paused; the same command resumes/);
    assert.match(
      await succeed("status", `${out}-2`),
      /then the same dowser recrawl command resumes/,
    );
    writeAccess(withCookie(site, site.issue()));
    const { end, changes } = JSON.parse(await succeed(...args, "--json"));
    assert.equal(end, "frontier-empty");
    assert.deepEqual([changes.unchanged, changes.gone], [1 + MEMBER_PAGES, 0]);
  });
});
