import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { wordsOf } from "../../../../lib/domain/text/words.ts";
import { linkIntent, urlWords } from "../../../../lib/domain/web/url/url-words.ts";
import { aUrl } from "../../../support/a-url.ts";
import { anyWebUrl } from "../../../support/any-text.ts";

const FROM = aUrl("http://site.example/");
const words = (url: string) => wordsOf(urlWords(aUrl(url), FROM)).join(" ");

describe("words of a URL", () => {
  it("URL words are the decoded words of path and query", () => {
    assert.equal(
      words("http://site.example/bee-keeping/queen%20bee?q=wax+moth"),
      "bee keeping queen bee q wax moth",
    );
    assert.equal(words("http://site.example/wiki/M%C3%A9ni%C3%A8re"), "wiki ménière");
  });

  it("URL words leave out the file extension of the server", () => {
    assert.equal(words("http://site.example/hive.html"), "hive");
    assert.equal(words("http://site.example/v2.0"), "v2 0");
    assert.equal(words("http://site.example/Dr.Smith"), "dr smith");
  });

  it("URL words name the host of a link that leads away, without its public suffix", () => {
    assert.equal(words("https://honey.bees.co.uk/"), "honey bees");
    assert.equal(words("http://site.example:8080/a"), "site a");
    assert.equal(words("http://localhost/a"), "a");
    assert.equal(words("http://192.0.2.7/a"), "a");
  });

  it("URL words exist for every URL", () => {
    const property = fc.property(anyWebUrl, (url) => {
      assert.equal(typeof urlWords(aUrl(url), FROM), "string");
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
    assert.equal(words("http://site.example/100%-wool/%E4/bee%20wax"), "100 wool e4 bee wax");
  });
});

const PAGE = "https://www.bees.example/hive?id=7";
const intent = (url: string, page = PAGE) => linkIntent(aUrl(url), aUrl(page));

describe("intents of links", () => {
  it("A link to another site that carries a URL of this site shares it, in whatever part", () => {
    assert.equal(intent("https://social.example/u.php?u=https://www.bees.example/hive"), "share");
    assert.equal(intent("https://social.example/?t=Bees%20https%3A%2F%2Fbees.example%2F"), "share");
    assert.equal(intent("https://old.example/web/2019/http://www.bees.example/hive"), "share");
    assert.equal(intent("https://social.example/?u=https://www.wasps.example/hive"), undefined);
    assert.equal(intent("https://social.example/about?from=bees"), undefined);
  });

  it("A link within a site shares a page if it carries the URL of the page with the link", () => {
    assert.equal(intent("https://www.bees.example/mail?page=/hive"), "share");
    assert.equal(intent("https://www.bees.example/mail?page=/hive%3Fid%3D7"), "share");
    assert.equal(intent(`https://www.bees.example/go?to=${encodeURIComponent(PAGE)}`), "share");
    assert.equal(intent("https://www.bees.example/go?to=/queen"), undefined);
  });

  it("The front page's path is no sign, since many parameters have it as value", () => {
    assert.equal(
      intent("https://www.bees.example/list?dir=/", "https://www.bees.example/"),
      undefined,
    );
  });

  for (const [url, expected] of [
    ["https://www.bees.example/account/login/", "login"],
    ["https://www.bees.example/wp-login.php", "login"],
    ["https://www.bees.example/wiki?action=login", "login"],
    ["https://www.bees.example/hive?share=mail", "share"],
    ["https://www.bees.example/anmelden", "login"],
    ["https://www.bees.example/signup", "register"],
    ["https://www.bees.example/hive/print", "print"],
    ["https://www.bees.example/meetings/swarm.ics", "calendar"],
    ["https://www.bees.example/meetings?ical=1", "calendar"],
    ["https://www.bees.example/hive?replytocom=8", "reply"],
  ] as const)
    it(`${url} is recognised by its name as a link to ${expected}`, () => {
      assert.equal(intent(url), expected);
    });

  for (const url of [
    "https://www.bees.example/share-of-honey",
    "https://www.bees.example/print/history-of-printing",
    "https://www.bees.example/register",
    "https://www.bees.example/calendar/2026",
    "https://www.bees.example/login/help-for-beekeepers",
  ])
    it(`${url} leads to a page of its own`, () => {
      assert.equal(intent(url), undefined);
    });

  it("No URL makes the recognition fail", () => {
    const part = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(anyWebUrl, part, (url, text) => {
        const wrapped = `https://other.example/a?u=${url}%${encodeURIComponent(text)}`;
        assert.doesNotThrow(() => intent(wrapped, url));
      }),
      { seed: 1 },
    );
  });
});
