import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { type DemoPage, demoOrigin } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { readPage } from "./read-links.ts";
import { pageFinder } from "./walk.ts";

const web = generateDemoWeb(1);
const find = pageFinder(web);

describe("the trap", () => {
  it("The demo trap has a next month forever", () => {
    let url = `${demoOrigin("trap")}/calendar?month=2026-11`;
    const seen = new Set<string>();
    for (let month = 0; month < 500; month++) {
      assert.ok(!seen.has(url));
      seen.add(url);
      url = linkTo(url, "Next month");
    }
  });

  it("The demo trap extends its paths by a relative link", () => {
    let url = `${demoOrigin("trap")}/catalogue/`;
    for (let depth = 0; depth < 100; depth++) url = linkTo(url, "Items");
    assert.equal(new URL(url).pathname, `/catalogue/${"items/".repeat(100)}`);
  });

  it("The demo trap gives every visit a new session", () => {
    let url = linkTo(`${demoOrigin("trap")}/`, "Visit");
    const seen = new Set<string>();
    for (let visit = 0; visit < 500; visit++) {
      assert.ok(!seen.has(url));
      seen.add(url);
      url = linkTo(url, "Go on");
    }
  });

  it("The demo trap has no pages but its own", () => {
    assert.equal(find(`${demoOrigin("trap")}/elsewhere`), undefined);
    assert.equal(find(`${demoOrigin("trap")}/calendar?month=soon`), undefined);
  });
});

describe("the forum", () => {
  it("The demo forum answers a session's URL with the page itself", () => {
    const plain = pageOf("forum", "/profile.php?u=7");
    assert.equal(pageOf("forum", `/profile.php?u=7&sid=${"0a".repeat(16)}`), plain);
    assert.equal(find(`${demoOrigin("forum")}/profile.php?u=7&sid=short`), undefined);
  });
});

describe("the broken site", () => {
  it("The broken demo site writes Windows-1252 and Shift_JIS bytes", () => {
    const western = pageOf("broken", "/windows-1252-labelled-utf-8-1.html");
    assert.match(decoded(western, "windows-1252"), /“Café” – ‘naïve’ … 5 €/);
    assert.ok(decoded(western, "utf-8").includes("\uFFFD"));
    const eastern = pageOf("broken", "/shift-jis-in-meta-1.html");
    assert.match(decoded(eastern, "shift_jis"), /みつばちのせわをします/);
    const wide = pageOf("broken", "/utf-16-with-mark-1.html");
    assert.match(decoded(wide, "utf-16le"), /^<!DOCTYPE html>/);
  });

  it("The broken demo site sends a page in a content coding", () => {
    const { body, headers } = pageOf("broken", "/gzip-1.html");
    assert.ok(body instanceof Uint8Array);
    assert.match(gunzipSync(body).toString(), /^<!DOCTYPE html>/);
    assert.ok(headers.some(([name, value]) => name === "content-encoding" && value === "gzip"));
  });

  it("The broken demo site has a page of six million bytes, an empty one, and noise", () => {
    assert.equal(pageOf("broken", "/huge.html").body.length, 6_000_000);
    assert.equal(pageOf("broken", "/empty.html").body.length, 0);
    assert.throws(() => decoded(pageOf("broken", "/noise.html"), "utf-8", true));
  });

  it("The broken demo site has pages on the need's topic among its broken ones", () => {
    const pages = web.sites.find((site) => site.name === "broken")?.pages.values() ?? [];
    assert.ok([...pages].some((page) => page.truth.target));
  });
});

describe("the site that moved", () => {
  it("The moved demo site leads through a chain of different redirects to a page", () => {
    let url = `${demoOrigin("moved")}/chain/1`;
    const statuses: number[] = [];
    for (let page = find(url); page?.truth.type === "redirect"; page = find(url)) {
      statuses.push(page.status);
      url = readPage(page, url).links[0]?.url ?? "";
    }
    assert.deepEqual(statuses, [301, 302, 303, 307]);
    assert.equal(url, `${demoOrigin("moved")}/landing`);
  });

  it("The moved demo site has loops, and redirects without a usable target", () => {
    const target = (path: string): string | undefined =>
      readPage(pageOf("moved", path), `${demoOrigin("moved")}${path}`).links[0]?.url;
    assert.equal(target("/loop/a"), `${demoOrigin("moved")}/loop/b`);
    assert.equal(target("/loop/b"), `${demoOrigin("moved")}/loop/a`);
    for (const path of ["/without-location", "/to-mail", "/to-malformed"]) {
      assert.equal(target(path), undefined);
    }
  });
});

describe("the department of 1996", () => {
  it("The demo department of 1996 leads to its courses through frames", () => {
    const folder = `${demoOrigin("university")}/~entomology/`;
    const frameset = readPage(pageOf("university", "/~entomology/"), folder);
    assert.deepEqual(
      frameset.links.map((link) => link.url.slice(folder.length)),
      ["menu.htm", "welcome.htm"],
    );
    const courses = linkTo(`${folder}menu.htm`, "Courses");
    const course = readPage(mustFind(courses), courses).links[0]?.url ?? "";
    assert.equal(find(course)?.truth.type, "course");
  });
});

function pageOf(site: Parameters<typeof demoOrigin>[0], target: string): DemoPage {
  return mustFind(demoOrigin(site) + target);
}

function mustFind(url: string): DemoPage {
  const page = find(url);
  assert.ok(page, url);
  return page;
}

function linkTo(url: string, text: string): string {
  const link = readPage(mustFind(url), url).links.find((one) => one.text === text);
  assert.ok(link, `${text} on ${url}`);
  return link.url;
}

function decoded(page: DemoPage, label: string, fatal = false): string {
  assert.ok(page.body instanceof Uint8Array);
  return new TextDecoder(label, { fatal }).decode(page.body);
}
