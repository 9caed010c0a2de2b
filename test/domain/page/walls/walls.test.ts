import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../../../../lib/domain/page/parse-page.ts";
import { impossibleUrl, notFoundFingerprint } from "../../../../lib/domain/page/walls/soft-404.ts";
import { wallOfPage } from "../../../../lib/domain/page/walls/wall-of-page.ts";
import type { HeaderList } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { wallOfHead } from "../../../../lib/domain/web/walls/wall-of-head.ts";
import { aUrl } from "../../../support/a-url.ts";

const viewOf = (html: string, url = "http://site.example/page") =>
  parsePage({ url: aUrl(url), html }, { maxLength: 1e6, overTime: () => false });

const wallOf = (html: string) => wallOfPage({ html, view: viewOf(html) })?.wall;

const ARTICLE = `<p>${"Bees carry honey to the hive, and the queen lives on honey. ".repeat(20)}</p>`;
const MENU = Array.from({ length: 9 }, (_, n) => `<a href="/${n}">Section ${n}</a>`).join(" ");
const LOGIN = `<form>Username: <input name="u"> Password: <input name="p" type="password"></form>`;
const BOX = `<form><input name="u"><input type="password"><input type="submit"></form>`;
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

  it("A consent dialog that stands alone is a wall; its script beside an article is none", () => {
    const script = "<script>window.__tcfapi=function(){}</script>";
    assert.equal(
      wallOf(`${script}<p>We value your privacy.<button>Accept all</button>`),
      "consent",
    );
    assert.equal(wallOf(`${script}${ARTICLE}`), undefined);
  });

  it("A text that its publisher says is not free is behind a paywall; an event that is not free is none", () => {
    const saying = (data: unknown) =>
      `<script type="application/ld+json">${JSON.stringify(data)}</script>${ARTICLE}`;
    const article = { "@type": "NewsArticle", isAccessibleForFree: false };
    assert.equal(wallOf(saying(article)), "paywall");
    assert.equal(
      wallOf(saying({ "@graph": [{ ...article, isAccessibleForFree: "False" }] })),
      "paywall",
    );
    assert.equal(wallOf(saying({ ...article, isAccessibleForFree: true })), undefined);
    assert.equal(wallOf(saying({ "@type": "Event", isAccessibleForFree: false })), undefined);
    assert.equal(
      wallOf(`<script type="application/ld+json">{"isAccessibleForFree</script>${ARTICLE}`),
      undefined,
    );
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
