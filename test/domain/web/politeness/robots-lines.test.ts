import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRobots } from "../../../../lib/domain/web/politeness/robots-rules.ts";
import { file, isAllowed, TOKEN } from "./a-robots-file.ts";

describe("lines", () => {
  it("robots.txt lines may end in CR, LF or both, and start with a byte order mark", () => {
    for (const end of ["\r", "\n", "\r\n"]) {
      const text = `\uFEFFUser-agent: *${end}Disallow: /a${end}`;
      assert.equal(isAllowed(text, "/a"), false, JSON.stringify(end));
    }
  });

  it("robots.txt lines may have comments, blanks and keys in any case", () => {
    const text = file(" \tUSER-AGENT \t:  *  # all", "dIsAlLoW:/a#b", "Disallow : /c d");
    assert.equal(isAllowed(text, "/a"), false);
    assert.equal(isAllowed(text, "/c%20d"), false);
  });

  it("robots.txt lines that are not records are skipped", () => {
    const text = file("<html>", "user agent *", ":", "User-agent: *", "Disallow", "Disallow: /a");
    assert.equal(isAllowed(text, "/a"), false);
    assert.equal(isAllowed(text, "/"), true);
  });
});

describe("lines that Google forgives (google/robotstxt)", () => {
  const AGENT = "User-agent: *";

  for (const key of ["useragent", "User Agent", "USER-AGENT"]) {
    it(`robots.txt takes \`${key}\` for the name of a crawler`, () => {
      assert.equal(isAllowed(file(`${key}: *`, "Disallow: /"), "/a"), false);
    });
  }

  for (const key of ["dissallow", "Dissalow", "Disalow", "diasllow", "disallaw"]) {
    it(`robots.txt takes \`${key}\` for Disallow`, () => {
      assert.equal(isAllowed(file(AGENT, `${key}: /a`), "/a"), false);
      assert.equal(isAllowed(file(AGENT, `${key}: /a`), "/b"), true);
    });
  }

  it("robots.txt takes white space for a missing colon between exactly two words", () => {
    assert.equal(isAllowed(file("user-agent *", "disallow\t /"), "/a"), false);
    assert.equal(isAllowed(file(AGENT, "Disallow /a", "Allow /a/b"), "/a/b"), true);
    assert.equal(isAllowed(file(AGENT, "Disallow /a or /b"), "/a"), true, "that is prose");
  });

  it("robots.txt takes `site-map` for Sitemap", () => {
    assert.deepEqual(parseRobots("Site-map: /a.xml", TOKEN).sitemaps, ["/a.xml"]);
  });

  it("robots.txt rules about index.html say nothing about their folder", () => {
    const text = file(AGENT, "Disallow: /", "Allow: /index.html");
    assert.equal(isAllowed(text, "/index.html"), true);
    assert.equal(isAllowed(text, "/"), false);
  });

  it("robots.txt values with commas are one pattern and one name", () => {
    assert.equal(isAllowed(file(AGENT, "Disallow: /a, /b"), "/b"), true);
    assert.equal(isAllowed(file("User-agent: other, dowser", "Disallow: /"), "/a"), true);
  });
});

describe("crawl-delay and sitemaps", () => {
  it("robots.txt gives the largest crawl delay of the crawler's own groups, in ms", () => {
    const text = file(
      "User-agent: *",
      "Crawl-delay: 99",
      "User-agent: dowser",
      "Crawl-delay: 1.5",
      "Crawl-delay: 1",
    );
    assert.equal(parseRobots(text, TOKEN).crawlDelayMs, 1_500);
    assert.equal(parseRobots(text, "other").crawlDelayMs, 99_000);
  });

  it("robots.txt gives a crawl delay in any usual spelling", () => {
    const delays = ["Crawl-delay: 10", "CRAWL-DELAY : 0.25", "Crawl-delay:.5", "crawl-delay 12.75"];
    assert.deepEqual(
      delays.map((line) => parseRobots(file("User-agent: *", line), TOKEN).crawlDelayMs),
      [10_000, 250, 500, 12_750],
    );
  });

  it("robots.txt gives no crawl delay when the value is not a number", () => {
    for (const value of ["", "soon", "-1", "1e9", "1s", "NaN", "Infinity", "0x10"]) {
      const text = file("User-agent: *", `Crawl-delay: ${value}`);
      assert.equal(parseRobots(text, TOKEN).crawlDelayMs, undefined, value);
    }
  });

  it("robots.txt gives sitemaps from any position in the file", () => {
    const text = file(
      "Sitemap: /a.xml",
      "User-agent: x",
      "Disallow: /",
      "sitemap:https://x.example/b.xml",
    );
    assert.deepEqual(parseRobots(text, TOKEN).sitemaps, ["/a.xml", "https://x.example/b.xml"]);
  });

  it("robots.txt gives no sitemap for an empty line, and a thousand of a longer list", () => {
    const all = Array.from({ length: 1_001 }, (_, i) => `/${i}.xml`);
    const text = file("Sitemap:", ...all.map((name) => `Sitemap: ${name}`));
    assert.deepEqual(parseRobots(text, TOKEN).sitemaps, all.slice(0, 1_000));
  });
});
