import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { succeed } from "../../support/run-cli.ts";
import { type HostAnswer, htmlAnswer, serveHosts } from "../../support/served-hosts.ts";

const BEES = `<p>${"Bees carry honey to the hive, and the queen lives on honey. ".repeat(20)}</p>`;

const WALLS: Readonly<Record<string, HostAnswer>> = {
  "/challenge": { status: 403, headers: { "cf-mitigated": "challenge" } },
  "/account": { status: 401, headers: { "www-authenticate": "Basic" } },
  "/members": htmlAnswer('<h1>Members</h1>Password: <input type="password">'),
  "/consent": htmlAnswer("<script>__tcfapi('ping')</script><p>We value your privacy."),
  "/paid": htmlAnswer(
    `<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":false}</script><p>Bees carry honey to the hive, and <a href="/more">more</a>.`,
  ),
  "/parked": htmlAnswer("<title>This domain is for sale</title><p>Buy this domain today."),
  "/down": htmlAnswer("<h1>Error establishing a database connection</h1>"),
};

const DEAD = ["/old/a", "/old/b", "/old/c", "/old/d", "/old/e", "/old/f"];

function answerOf(_host: string, path: string): readonly string[] | HostAnswer {
  if (path === "/") return [...Object.keys(WALLS), ...DEAD, "/bees"];
  if (path === "/robots.txt") return { status: 404 };
  if (path === "/bees" || path === "/more") return htmlAnswer(`<title>Bees</title>${BEES}`);
  return WALLS[path] ?? htmlAnswer(`<title>Sorry</title><p>We could not find ${path}.`);
}

describe("walls on the live web", () => {
  let folder = "";
  let server: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-walls-"));
    server = await serveHosts(answerOf);
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it("Walls are counted as outcomes, left out of exports and of the recording, and the audit finds nothing wrong", async () => {
    const file = join(folder, "p.json");
    const out = join(folder, "run");
    const polite = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const seeds = { urls: [`http://site.localhost:${server.port}/`] };
    const project = { name: "walls", need: { topic: "bees honey hive queen" }, seeds };
    const text = {
      ...project,
      scope: { walls: "probe" },
      strategy: "best-first",
      politeness: polite,
    };
    writeFileSync(file, JSON.stringify(text));
    await succeed("crawl", file, "--out", out);
    const { reasons } = JSON.parse(await succeed("report", out, "--json"));
    const counts = ["challenge", "login", "consent", "paywall", "no-site", "outage"].map(
      (wall) => reasons[`failed:${wall}`],
    );
    assert.deepEqual(counts, [1, 2, 1, 1, 1, 1]);
    // The probe itself, and the dead links after the three that gave reason for it.
    assert.ok(reasons["failed:soft-404"] >= 3, JSON.stringify(reasons));
    assert.match(await succeed("report", out), /failed: login +2/);
    await succeed("export", out, "--format", "jsonl", "--out", `${out}.jsonl`);
    const exported = readFileSync(`${out}.jsonl`, "utf8");
    assert.match(exported, /\/bees"/);
    // The link of a wall led to it.
    assert.match(exported, /\/more"/);
    assert.doesNotMatch(
      exported,
      /"url":"[^"]*\/(?:members|paid|consent|challenge|account|parked)"/,
    );
    const why = await succeed("why", out, `http://site.localhost:${server.port}/members`);
    assert.match(why, /login/);
    await succeed("audit", out);
  });
});
