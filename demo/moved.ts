import { type DemoPage, type DemoSite, demoOrigin } from "./demo-web.ts";
import { anchor, errorPage, filePage, forbiddenPage, html, list, okPage, truth } from "./html.ts";
import { type Content, hrefFrom } from "./link-pool.ts";
import type { Chance } from "./random.ts";

const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;
const REDIRECTS_TO_CONTENT = 20;
const CHAIN_HOPS = 4;

/** Seconds that an overloaded host asks for. */
const RETRY_AFTER: readonly [string, string] = ["retry-after", "1"];

/** Writes a site that has moved: redirects of every kind, and permanent or temporary errors. */
export function movedSite(chance: Chance, contents: readonly Content[]): DemoSite {
  const moved = Array.from({ length: REDIRECTS_TO_CONTENT }, (_, index) => ({
    target: `/old/${index + 1}`,
    content: chance.pick(contents),
    status: chance.pick(REDIRECT_STATUSES),
  }));
  const redirects: readonly [string, DemoPage][] = [
    ...moved.map(({ target, content, status }): [string, DemoPage] => [
      target,
      redirect(status, hrefFrom("moved", content)),
    ]),
    ...chainPages(),
    ...strayRedirects(),
  ];
  const passing = passingErrors();
  const pages = new Map<string, DemoPage>([
    ...redirects,
    ...lastingErrors(),
    ...passing.map(([target]): [string, DemoPage] => [target, landingPage("Back again")]),
    ["/landing", landingPage("End of the chain")],
    ["/cellar/1", forbiddenPage(html("Cellar", "<p>Old hives.</p>"), "beekeeping")],
  ]);
  const titles = new Map(moved.map(({ target, content }) => [target, content.title]));
  const links = Array.from(pages.keys(), (target) => anchor(target, titles.get(target) ?? target));
  pages.set("/", okPage(html("We have moved", list(links)), truth("home")));
  pages.set("/robots.txt", redirect(301, "/rules.txt"));
  pages.set("/rules.txt", filePage("User-agent: *\nDisallow: /cellar/\n", "text/plain"));
  return { name: "moved", pages, firstAnswers: new Map(passing), unlisted: () => undefined };
}

function redirect(status: number, location?: string): DemoPage {
  const headers: DemoPage["headers"] = location === undefined ? [] : [["location", location]];
  return { ...errorPage(status, headers), truth: truth("redirect") };
}

/** Writes a chain of redirects: 301 → 302 → 307 → … → a page. */
function chainPages(): readonly [string, DemoPage][] {
  return Array.from({ length: CHAIN_HOPS }, (_, hop) => [
    `/chain/${hop + 1}`,
    redirect(
      REDIRECT_STATUSES[hop % REDIRECT_STATUSES.length] ?? 301,
      hop + 1 < CHAIN_HOPS ? `/chain/${hop + 2}` : "/landing",
    ),
  ]);
}

/** Writes redirects with bad targets: loops, missing pages, no or unusable targets. */
function strayRedirects(): readonly [string, DemoPage][] {
  return [
    ["/loop/a", redirect(302, "/loop/b")],
    ["/loop/b", redirect(302, "/loop/a")],
    ["/loop/self", redirect(301, "/loop/self")],
    ["/to-missing", redirect(301, "/missing")],
    ["/to-other-host", redirect(307, `${demoOrigin("news")}/`)],
    ["/to-forbidden", redirect(302, `${demoOrigin("forum")}/private/1`)],
    ["/relative/here", redirect(302, "../landing#end")],
    ["/without-location", redirect(302)],
    ["/to-mail", redirect(301, "mailto:keeper@demo.example")],
    ["/to-malformed", redirect(301, "http://[::1")],
  ];
}

function lastingErrors(): readonly [string, DemoPage][] {
  return [
    ["/missing", errorPage(404)],
    ["/gone", errorPage(410)],
    ["/members-only", errorPage(403)],
    ["/log-in-first", errorPage(401)],
    ["/always-failing", errorPage(500)],
  ];
}

/** Writes answers to the first request; the page is there from the second on. */
function passingErrors(): readonly [string, DemoPage][] {
  return [
    ["/busy", errorPage(503, [RETRY_AFTER])],
    ["/too-fast", errorPage(429, [RETRY_AFTER])],
    ["/stumbling", errorPage(500)],
    ["/bad-gateway", errorPage(502)],
  ];
}

function landingPage(heading: string): DemoPage {
  return okPage(html(heading, `<h1>${heading}</h1>${anchor("/", "Home")}`), truth("about"));
}
