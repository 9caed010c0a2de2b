import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../../../../lib/domain/page/parse-page.ts";
import { wallOfPage } from "../../../../lib/domain/page/walls/wall-of-page.ts";
import type { HeaderList } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { wallOfHead } from "../../../../lib/domain/web/walls/wall-of-head.ts";
import { impossibleUrl, notFoundFingerprint } from "../../../../lib/features/walls/rule.ts";
import { aUrl } from "../../../support/a-url.ts";

const viewOf = (html: string, url = "http://site.example/page") =>
  parsePage({ url: aUrl(url), html }, { maxLength: 1e6, overTime: () => false });

const wallOf = (html: string) => wallOfPage({ html, view: viewOf(html) })?.wall;

const ARTICLE = `<p>${"Bees carry honey to the hive, and the queen lives on honey. ".repeat(20)}</p>`;
const MENU = Array.from({ length: 9 }, (_, n) => `<a href="/${n}">Section ${n}</a>`).join(" ");
const LOGIN = `<form>Username: <input name="u"> Password: <input name="p" type="password"></form>`;
const BOX = `<form><input name="u"><input type="password"><input type="submit"></form>`;
const TEASER = "<p>The bees of the old orchard came back in spring.</p>";
const FACTS = "<dl><dt>Name</dt><dd>Ann</dd><dt>Posts</dt><dd>12</dd></dl>".repeat(20);

describe("walls that the head of an answer declares", () => {
  const walls: readonly [status: number, headers: HeaderList, wall: string | undefined][] = [
    [403, [["cf-mitigated", "challenge"]], "challenge"],
    [503, [["cf-mitigated", "challenge"]], "challenge"],
    [202, [["x-amzn-waf-action", "challenge"]], "challenge"],
    [405, [["x-amzn-waf-action", "captcha"]], "challenge"],
    [401, [["www-authenticate", "Basic"]], "login"],
    [511, [], "login"],
    [402, [], "paywall"],
    [429, [["x-vercel-mitigated", "challenge"]], "challenge"],
    [403, [["server", "ddos-guard"]], "challenge"],
    [403, [["x-datadome", "protected"]], "challenge"],
    [429, [["x-kpsdk-ct", "1"]], "challenge"],
    [403, [["x-sucuri-block", "GEO02"]], "blocked"],
    [403, [["x-iinfo", "9-1-0 0NNN RT(1 0)"]], "blocked"],
    [403, [["server", "AkamaiGHost"]], "blocked"],
    // With pages, and with failures of the site itself, they say nothing.
    [200, [["x-datadome", "protected"]], undefined],
    [503, [["server", "ddos-guard"]], undefined],
    [404, [["server", "AkamaiGHost"]], undefined],
    [403, [["server", "cloudflare"]], undefined],
    [429, [], undefined],
    [200, [], undefined],
  ];
  for (const [status, headers, wall] of walls) {
    const name = headers.map((header) => header.join(": ")).join() || "no header";
    it(`An answer ${status} with ${name} is ${wall ?? "no wall"}`, () => {
      assert.equal(wallOfHead({ status, headers })?.wall, wall);
    });
  }
});

describe("walls that a page is", () => {
  it("A page whose only content is a password field with its label is a login, and so is a bare one without a label", () => {
    assert.equal(wallOf(`${MENU}${LOGIN}`), "login");
    assert.equal(wallOf(`<h1>Welcome</h1>${BOX}`), "login");
  });

  it("A password field in the header, the margin or the footer of a short page is no login", () => {
    const haiku =
      "<h1>Haiku</h1><p>Old hive by the pond, a bee jumps into the light: the sound of honey.";
    const side = "<h3>Login</h3><form>Username <input> Password <input type=password></form>";
    const stub = "<h1>Apis</h1><p>Apis is a genus of bees in the family Apidae. See also: Bombus.";
    assert.equal(wallOf(`${BOX}<article>${haiku}</article>`), undefined);
    assert.equal(wallOf(`<div id=side>${side}</div><div id=content>${stub}</div>`), undefined);
    assert.equal(wallOf(`<article>${haiku}</article><footer>${BOX}</footer>`), undefined);
    assert.equal(wallOf(`${BOX}<h1>Queen bee</h1><img src="queen.jpg">`), undefined);
  });

  it("A login is told by its title, its address, what it says, or that it has nothing else, in many languages", () => {
    const said =
      "Nous sommes une association de la vallée, fondée il y a cent ans par onze voisins.";
    assert.equal(wallOf(`<title>Connexion</title>${LOGIN}<p>${said}`), "login");
    assert.equal(wallOf(`<title>Le club</title>${LOGIN}<p>${said}`), undefined);
    const view = viewOf(`${LOGIN}<p>${said}`, "http://site.example/wp-login.php");
    assert.equal(wallOfPage({ html: `${LOGIN}<p>${said}`, view })?.wall, "login");
    const asked = "<p>Чтобы прочитать эту тему, войдите или зарегистрируйтесь.";
    assert.equal(wallOf(`${MENU}${asked}${BOX}<p>${said}`), "login");
    assert.equal(wallOf(`${asked}<a href="/login">Вход</a>`), "login");
  });

  it("A password field beside content is no login, whether the content is long or short", () => {
    assert.equal(wallOf(`${LOGIN}${ARTICLE}`), undefined);
    assert.equal(wallOf(`${BOX}${MENU}${FACTS}`), undefined);
  });

  it("A test for robots that stands alone is a challenge; one in a form of a site's page is none", () => {
    const captcha = '<form><div class="g-recaptcha" data-sitekey="k"></div></form>';
    assert.equal(wallOf(`<h1>One more step</h1>${captcha}`), "challenge");
    assert.equal(wallOf(`<script>window._cf_chl_opt={}</script><p>Just a moment...`), "challenge");
    assert.equal(wallOf(`${MENU}<h1>Write to us</h1>${captcha}`), undefined);
    assert.equal(wallOf(`${ARTICLE}${captcha}`), undefined);
  });

  it("A captcha beside something else to fill in is none, and neither is a script that tests in secret", () => {
    const club =
      "<h1>Keepers of the valley</h1><p>Meetings each first Monday at the town hall. Write to us:";
    assert.equal(
      wallOf(`${club}<form><input name="m"><div class="cf-turnstile"></div>`),
      undefined,
    );
    const jsd = '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>';
    assert.equal(wallOf(`${club}${jsd}`), undefined);
    const shell = '<div id="root"></div><script src="/main.js"></script>';
    assert.equal(
      wallOf(`${shell}<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>`),
      undefined,
    );
  });

  it("A page of nothing but the script of a service, or one that sets a cookie and loads again, is a challenge", () => {
    assert.equal(wallOf('<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>'), "challenge");
    assert.equal(
      wallOf('<script>document.cookie="gate=91";location.reload()</script>'),
      "challenge",
    );
  });

  it("A refusal, a host without a site and an outage say so in two places, or say nothing else", () => {
    const titled = (title: string, text: string) =>
      wallOf(`<title>${title}</title><h1>${title}</h1>${text}`);
    const blocked = "<p>Your IP address has been blocked.";
    assert.equal(titled("Access denied", blocked), "blocked");
    assert.equal(titled("Acceso denegado", "<p>Su dirección IP ha sido bloqueada."), "blocked");
    assert.equal(titled("Account suspended", "<p>This account has been suspended."), "no-site");
    assert.equal(titled("bees.example is for sale", "<p>Buy this domain."), "no-site");
    assert.equal(wallOf("<h1>It works!</h1>"), "no-site");
    assert.equal(wallOf("<h1>Error establishing a database connection</h1>"), "outage");
    assert.equal(titled("メンテナンス中", "<p>ただいまメンテナンスを行っております。"), "outage");
  });

  it("A page about a refusal, a suspended account or an error is none, and neither is a question with its title", () => {
    const titled = (title: string, text: string) =>
      wallOf(`<title>${title}</title><h1>${title}</h1><p>${text}`);
    const union = "The network suspended the account of the union on Monday. It will appeal.";
    assert.equal(titled("Account suspended", union), undefined);
    assert.equal(
      titled("Access Denied", "A record of 1997 with nine songs about work."),
      undefined,
    );
    const asked = "I get this since yesterday on our blog. Any ideas? Bob";
    assert.equal(titled("Error establishing a database connection", asked), undefined);
  });

  it("A consent dialog that stands alone is a wall; its script beside an article is none", () => {
    const script = "<script>window.__tcfapi=function(){}</script>";
    assert.equal(
      wallOf(`${script}<p>We value your privacy.<button>Accept all</button>`),
      "consent",
    );
    assert.equal(wallOf(`${script}${ARTICLE}`), undefined);
  });

  it("A consent script or banner beside a short text is none", () => {
    const stub =
      "<h1>Drone</h1><p>A drone is a male bee. Drones have no sting and gather no nectar.";
    const script = "<script>window.__tcfapi=function(){}</script>";
    assert.equal(wallOf(`${script}${stub}`), undefined);
    const banner = "<p>We use cookies. By continuing you agree.</p><button>Accept all</button>";
    assert.equal(wallOf(`${script}${banner}${stub}`), undefined);
  });

  it("A teaser whose publisher says that its text is not free is behind a paywall; an event that is not free is none", () => {
    const saying = (data: unknown) =>
      `<script type="application/ld+json">${JSON.stringify(data)}</script>${TEASER}`;
    const article = { "@type": "NewsArticle", isAccessibleForFree: false };
    assert.equal(wallOf(saying(article)), "paywall");
    assert.equal(
      wallOf(saying({ "@graph": [{ ...article, isAccessibleForFree: "False" }] })),
      "paywall",
    );
    assert.equal(wallOf(saying({ ...article, isAccessibleForFree: true })), undefined);
    assert.equal(wallOf(saying({ "@type": "Event", isAccessibleForFree: false })), undefined);
    assert.equal(
      wallOf(`<script type="application/ld+json">{"isAccessibleForFree</script>${TEASER}`),
      undefined,
    );
  });

  it("A longer teaser is behind a paywall when it says so; the whole text is a page, whatever its data say", () => {
    const data = { "@type": "NewsArticle", isAccessibleForFree: false };
    const saying = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    assert.equal(wallOf(`${saying}${ARTICLE}`), undefined);
    assert.equal(wallOf(`${saying}${ARTICLE}<p>Subscribe to continue reading.`), "paywall");
    assert.equal(
      wallOf(`${saying}${ARTICLE.repeat(3)}<p>Subscribe to continue reading.`),
      undefined,
    );
  });

  it("A home page that names teasers which are not free is no paywall", () => {
    const paid = { "@type": "NewsArticle", headline: "The mill", isAccessibleForFree: false };
    const saying = (data: unknown) =>
      wallOf(
        `<title>News</title><script type="application/ld+json">${JSON.stringify(data)}</script>${MENU}`,
      );
    assert.equal(saying([{ "@type": "WebSite" }, paid]), undefined);
    assert.equal(saying({ "@graph": [paid, { ...paid, url: "/pond" }] }), undefined);
    assert.equal(saying({ "@type": "ItemList", itemListElement: [paid] }), undefined);
    assert.equal(saying({ ...paid, headline: "News" }), "paywall");
    assert.equal(saying({ ...paid, url: "http://site.example/page" }), "paywall");
  });

  it("A page that tells where it has moved to is no challenge", () => {
    const moved =
      '<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=/new">';
    assert.equal(wallOf(`${moved}This page has moved. Click <a href="/new">here</a>.`), undefined);
  });

  it("A short page, and an empty one, are no walls by themselves", () => {
    assert.equal(wallOf("<h1>Bees</h1><p>They fly."), undefined);
    assert.equal(wallOf(""), undefined);
  });
});

describe("the answer of a host to what does not exist", () => {
  const print = (url: string, html: string) => notFoundFingerprint(viewOf(html, url));

  it("Two answers have one print when they differ in the URL that they quote and in numbers alone", () => {
    const answer = (name: string, n: number) => `<p>There is no ${name} here. Visit ${n}.`;
    const first = print("http://a.example/x/apples", answer("apples", 7));
    assert.equal(first, print("http://a.example/pears", answer("pears", 12)));
    assert.notEqual(first, print("http://a.example/pears", answer("plums", 12)));
  });

  it("A page with a text of its own has no print", () => {
    assert.equal(print("http://a.example/x", ARTICLE), undefined);
  });

  it("A URL that cannot exist is in the folder of the given one, or has other values in its query", () => {
    const beside = (url: string) => String(impossibleUrl(aUrl(url), 1));
    assert.match(beside("http://a.example/x/y"), /^http:\/\/a\.example\/x\/[a-z]{16}$/);
    assert.match(
      beside("http://a.example/v?id=3&p=1"),
      /^http:\/\/a\.example\/v\?id=([a-z]{16})&p=\1$/,
    );
    assert.equal(beside("http://a.example/x/y"), beside("http://a.example/x/y"));
    assert.notEqual(beside("http://a.example/x/y"), beside("http://a.example/x/z"));
  });
});
