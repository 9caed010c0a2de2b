import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { open } from "../../../lib/features/sessions/rule.ts";
import { open as openWalls } from "../../../lib/features/walls/rule.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { linking, type Script, scriptedWeb } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const FORM = 'Password: <input type="password">';
const PAGES = Array.from({ length: 7 }, (_, n) => `/page${n}`);

const to = (path: string): FetchOutcome => {
  return { kind: "redirect", status: 302, headers: [], location: aUrl(`${SITE}${path}`) };
};
const unauthorised = { kind: "gone", status: 401, headers: [] } as const;

/** Crawls a site with a session; `script` answers its paths. */
async function crawled(script: Readonly<Record<string, Script>>, sessions = new Set([SITE])) {
  const answers = Object.entries(script).map(
    ([path, answer]) => [`${SITE}${path}`, answer] as const,
  );
  const web = scriptedWeb(Object.fromEntries(answers));
  const facts = { isLive: true, sessions };
  const walls = openWalls({ scope: { walls: "leave-out" } }, facts);
  const plan = aPlan(rulesOf(open({ politeness: { maxAttempts: 3 } }, facts), walls));
  const ports = memoryPorts(web, plan);
  const end = await runCrawl(ports, plan);
  const outcomes = async () => {
    const records = await recordsOf(ports);
    return new Map(records.map(({ url, reason }) => [url.slice(SITE.length), reason]));
  };
  return { web, plan, ports, end, outcomes };
}

const siteOf = (pages: Readonly<Record<string, Script>>) => ({
  "/": linking(...PAGES, ...Object.keys(pages)),
  ...Object.fromEntries(PAGES.map((path) => [path, linking("/")])),
  ...pages,
});

describe("a crawl of a site with a session that answers with logins", () => {
  for (const [how, answer] of [
    ["redirects to a login", to("/login?next=x")],
    ["says 401", unauthorised],
    ["shows a form", FORM],
  ] as const) {
    it(`A site that ${how} for five links in a row pauses the crawl, and no link is lost`, async () => {
      const pages = Object.fromEntries(PAGES.map((path) => [path, answer]));
      const { end, ports, outcomes } = await crawled(siteOf(pages));
      assert.equal(end, "logged-out");
      assert.deepEqual([...(await outcomes()).keys()], ["/"]);
      assert.equal((await ports.frontier.count()).states.waiting, PAGES.length);
      const last = (await ports.log.list()).at(-1);
      assert.deepEqual([last?.kind, last?.detail["why"]], ["paused", "logged-out"]);
      assert.deepEqual(await collect(ports.pages.urls()), [`${SITE}/`]);
    });
  }

  it("Pages that need other rights are given up after the attempts of a failure, and the crawl goes on", async () => {
    const { end, web, outcomes } = await crawled(
      siteOf({ "/admin": FORM, "/staff": unauthorised }),
    );
    assert.equal(end, "frontier-empty");
    const seen = await outcomes();
    assert.deepEqual([seen.get("/admin"), seen.get("/staff")], ["login", "login"]);
    assert.ok(PAGES.every((path) => seen.get(path) === "page"));
    assert.equal(web.asked.filter((url) => url.endsWith("/admin")).length, 3);
  });

  it("The login page itself is asked once, and says nothing of the session", async () => {
    const forms = ["/login", "/login?a=1", "/login?a=2", "/login?a=3", "/signin", "/wp-login.php"];
    const { end, web, outcomes } = await crawled(
      siteOf(Object.fromEntries(forms.map((path) => [path, FORM]))),
    );
    assert.equal(end, "frontier-empty");
    assert.equal((await outcomes()).get("/login"), "login");
    assert.equal(web.asked.filter((url) => url.endsWith("/login")).length, 1);
  });

  it("Without a session a login is a wall as ever, and a redirect to it is followed", async () => {
    const pages = Object.fromEntries(PAGES.map((path) => [path, to("/login")]));
    const { end, outcomes } = await crawled(siteOf({ ...pages, "/login": FORM }), new Set());
    assert.equal(end, "frontier-empty");
    const seen = await outcomes();
    assert.deepEqual([seen.get("/page0"), seen.get("/login")], ["redirect", "login"]);
  });

  it("A crawl that was resumed without a new session pauses again, and ends when only pages of other rights are left", async () => {
    const { ports, plan, outcomes } = await crawled({ "/": linking("/admin"), "/admin": FORM });
    assert.equal((await outcomes()).get("/admin"), "login");
    const stale = await crawled({ "/": [unauthorised, { kind: "gone", status: 404 }] });
    assert.equal(stale.end, "logged-out");
    assert.equal(await runCrawl(stale.ports, stale.plan), "frontier-empty");
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
  });

  it("A link that would end the session is refused without a request", async () => {
    const { web, outcomes } = await crawled(siteOf({ "/logout": linking("/") }));
    assert.equal((await outcomes()).get("/logout"), "logout");
    assert.ok(!web.asked.some((url) => url.endsWith("/logout")));
  });
});
