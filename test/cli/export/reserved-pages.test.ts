import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCli, succeed } from "../../support/run-cli.ts";
import { type HostAnswer, serveHosts } from "../../support/served-hosts.ts";
import { change, findings } from "../../support/spoilt-run.ts";

const BEES = "<title>Bees</title><p>Bees carry honey to the hive.</p>";
const ROBOTS = `User-agent: *
Allow: /
Content-Usage: /untrained train-ai=n
Content-Signal: ai-train=yes, search=yes
`;
const TDM_FILE = JSON.stringify([
  { location: "/mined", "tdm-reservation": 0 },
  { location: "/unmined", "tdm-reservation": 1, "tdm-policy": "https://a.example/policy" },
]);

/** Headers and content of each page beside the first, which links to all. */
const PAGES: Readonly<Record<string, readonly [headers: Record<string, string>, html: string]>> = {
  "/free": [{}, BEES],
  "/hidden": [{ "x-robots-tag": "dowser: noindex" }, BEES],
  "/untrained": [{}, BEES],
  "/unmined": [{}, BEES],
  "/mined": [{ "content-usage": "train-ai=y" }, BEES],
  "/unread": [{}, `<meta name=robots content="nofollow, noai">${BEES}<a href="/behind">more</a>`],
  "/behind": [{}, BEES],
};

function answerOf(_host: string, path: string): HostAnswer {
  if (path === "/robots.txt") return { status: 200, body: ROBOTS };
  if (path === "/.well-known/tdmrep.json") return { status: 200, body: TDM_FILE };
  const html = { "content-type": "text/html" };
  const links = Object.keys(PAGES).filter((each) => each !== "/behind");
  if (path === "/")
    return {
      status: 200,
      headers: html,
      body: links.map((to) => `<a href="${to}">to ${to}</a>`).join(" "),
    };
  const [headers, body] = PAGES[path] ?? [{}, ""];
  return { status: 200, headers: { ...html, ...headers }, body };
}

/** Pages that each purpose leaves out. */
const RESERVED = {
  search: ["/hidden"],
  "train-ai": ["/unmined", "/unread", "/untrained"],
  "research-tdm": ["/unmined"],
} as const;

describe("pages that their sites reserve", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-reserved-"));
    served = await serveHosts(answerOf);
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  function projectFor(
    name: string,
    purpose: string | undefined,
    more: object = {},
    examples: object = {},
  ): string {
    const file = join(folder, `${name}.json`);
    const polite = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true, ...more };
    const seeds = { urls: [`http://localhost:${served.port}/`] };
    const need = { topic: "bees honey hive", ...examples };
    const parts = { need, purpose, seeds, strategy: "breadth-first", politeness: polite };
    writeFileSync(file, JSON.stringify({ name, ...parts }));
    return file;
  }

  async function crawlFor(name: string, purpose?: string): Promise<string> {
    const out = join(folder, name);
    await succeed("crawl", projectFor(name, purpose), "--out", out);
    return out;
  }

  /** Exports a run; gives the paths of its pages with their signals, and the notices. */
  async function exported(run: string, ...more: readonly string[]) {
    const { code, stdout, stderr } = await runCli(["export", run, "--format", "jsonl", ...more]);
    assert.equal(code, 0, stderr);
    const lines = stdout.split("\n").filter((line) => line !== "");
    const pages: { url: string; signals: string[] | null }[] = lines.map((line) =>
      JSON.parse(line),
    );
    const bySignals = pages.map(
      ({ url, signals }) => [new URL(url).pathname, signals ?? []] as const,
    );
    return { paths: bySignals.map(([path]) => path).sort(), of: new Map(bySignals), stderr };
  }

  it("Without a purpose signals are recorded, nothing is left out, and no TDM file is asked for", async () => {
    const before = served.requests.length;
    const run = await crawlFor("plain");
    const { paths, of, stderr } = await exported(run);
    assert.deepEqual(
      paths,
      ["/", "/free", "/hidden", "/mined", "/unmined", "/unread", "/untrained"].sort(),
    );
    assert.equal(stderr, "");
    const allowed = ["content-signal: ai-train=yes", "content-signal: search=yes"];
    assert.deepEqual(of.get("/free"), allowed);
    assert.deepEqual(of.get("/hidden"), [...allowed, "robots: noindex"]);
    assert.deepEqual(of.get("/untrained"), [...allowed, "content-usage: train-ai=n"]);
    assert.deepEqual(of.get("/unread"), [...allowed, "robots: noai", "robots: nofollow"]);
    assert.deepEqual(of.get("/unmined"), allowed);
    const asked = served.requests.slice(before).map(({ path }) => path);
    assert.ok(!asked.includes("/.well-known/tdmrep.json"));
    const report = JSON.parse(await succeed("report", run, "--json"));
    assert.deepEqual([report.reserved, report.signals["robots: noindex"]], [0, 1]);
    assert.match(
      await succeed("report", run),
      /no purpose is stated: exports leave none of them out/,
    );
    const { code, stderr: refusal } = await runCli([
      "export",
      run,
      "--format",
      "csv",
      "--reserved",
    ]);
    assert.deepEqual([code, /no-purpose/.test(refusal)], [2, true]);
  });

  for (const [purpose, reserved] of Object.entries(RESERVED)) {
    it(`For ${purpose} pages that sites reserve are left out of exports, counted, and found by --reserved`, async () => {
      const run = await crawlFor(purpose, purpose);
      const { paths, stderr } = await exported(run);
      const left = await exported(run, "--reserved");
      assert.deepEqual(left.paths, [...reserved]);
      assert.ok(!paths.some((path) => left.paths.includes(path)));
      assert.equal(paths.length + left.paths.length, 7);
      const count = reserved.length === 1 ? "1 page is" : `${reserved.length} pages are`;
      assert.match(stderr, new RegExp(`${count} left out: reserved by the site against`));
      const records = await succeed("export", run, "--format", "records");
      for (const path of reserved) assert.doesNotMatch(records, new RegExp(`"url":"[^"]*${path}"`));
      const report = JSON.parse(await succeed("report", run, "--json"));
      assert.deepEqual([report.purpose, report.reserved], [purpose, reserved.length]);
      assert.deepEqual(await findings(run), []);
    });
  }

  it("A page's links are not followed where it asks so, and are counted under that reason", async () => {
    const run = await crawlFor("followed", "search");
    const lines = (await succeed("export", run, "--explain")).trim().split("\n");
    const behind = lines.map((line) => JSON.parse(line)).find(({ url }) => url.endsWith("/behind"));
    assert.equal(behind?.rule, "nofollow");
    assert.ok(!(await exported(run)).paths.includes("/behind"));
    const why = await succeed("why", run, `http://localhost:${served.port}/unread`);
    assert.match(why, /its site says of its use: .*robots: noai, robots: nofollow/);
  });

  it("`dowser audit` finds a record that lacks a signal of its page, its robots.txt or its TDM file", async () => {
    const run = await crawlFor("spoilt", "train-ai");
    change(run, "UPDATE record SET json = json_remove(json, '$.page.signals')");
    const found = await findings(run);
    const lacking = (path: string, signal: string) =>
      found.includes(
        `signals http://localhost:${served.port}${path} is reserved by \`${signal}\`, which its record does not have`,
      );
    assert.ok(lacking("/unread", "robots: noai"), found.join("\n"));
    assert.ok(lacking("/untrained", "content-usage: train-ai=n"), found.join("\n"));
    assert.ok(lacking("/unmined", "tdm-reservation: 1"), found.join("\n"));
  });

  it("An example page is read although its host's robots.txt and TDM file are asked for before", async () => {
    const good = [`http://localhost:${served.port}/free`];
    const file = projectFor("taught", "train-ai", { minDelayMs: 30 }, { good });
    const out = join(folder, "taught");
    await succeed("crawl", file, "--out", out);
    assert.deepEqual(await findings(out), []);
  });

  it("A project that states a purpose may not ignore the robots rules of pages", async () => {
    const file = projectFor("ignoring", "search", { robotsMeta: "ignore" });
    const { code, stderr } = await runCli(["crawl", file, "--out", join(folder, "ignoring")]);
    assert.equal(code, 2);
    assert.match(stderr, /robotsMeta.*expected `obey` beside a `purpose`/s);
  });
});
