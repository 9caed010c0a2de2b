import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { closedPage, reachablePages, type Site } from "../../../bench/crawl/closed-web.ts";

const ORIGIN = "https://site.example";

function aSite(origin: string, pages: Readonly<Record<string, string>>): Site {
  const entries = Object.entries(pages).map(
    ([path, html]) => [origin + path, { type: "text/html", body: Buffer.from(html) }] as const,
  );
  return { origin, seed: `${origin}/`, pages: new Map(entries) };
}

const a = (...hrefs: readonly string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join("");

describe("the pages of a closed web", () => {
  it("Pages are taken breadth-first by anchors, all sites side by side, as many as asked for", () => {
    const sites = [
      aSite(ORIGIN, { "/": a("b", "c"), "/b": a("d"), "/c": "", "/d": "", "/alone": a("/") }),
      aSite("http://other.example", { "/": a("x"), "/x": "" }),
    ];
    const reached = (limit: number) => [...reachablePages(sites, limit)];
    assert.deepEqual(reached(100), [
      `${ORIGIN}/`,
      "http://other.example/",
      `${ORIGIN}/b`,
      `${ORIGIN}/c`,
      "http://other.example/x",
      `${ORIGIN}/d`,
    ]);
    assert.deepEqual(reached(3), reached(100).slice(0, 3));
  });

  it("A page counts once, however its links write it; what is not recorded does not count", () => {
    const links = a(
      "b#part",
      `${ORIGIN}/b`,
      "./b",
      "missing",
      "mailto:me@site.example",
      "http://[",
    );
    const site = aSite(ORIGIN, { "/": links, "/b": a("/") });
    assert.deepEqual([...reachablePages([site], 100)], [`${ORIGIN}/`, `${ORIGIN}/b`]);
  });

  it("A page is not reached by an anchor that only some parsers see", () => {
    const hidden = `<!-- ${a("b")} --><NOFRAMES>${a("b")}</NOFRAMES><script>"${a("b")}"</script>`;
    const site = aSite(ORIGIN, { "/": hidden + a("c"), "/b": "", "/c": "" });
    assert.deepEqual([...reachablePages([site], 100)], [`${ORIGIN}/`, `${ORIGIN}/c`]);
  });

  it("A page is not reached through the page of another site", () => {
    const sites = [
      aSite(ORIGIN, { "/": "", "/b": "" }),
      aSite("http://other.example", { "/": a(`${ORIGIN}/b`) }),
    ];
    assert.deepEqual([...reachablePages(sites, 100)], [`${ORIGIN}/`, "http://other.example/"]);
  });
});

describe("a page of a closed web", () => {
  const reached = new Set([`${ORIGIN}/`, `${ORIGIN}/b`]);
  const origins = new Map([[ORIGIN, "http://127.0.0.1:8000"]]);
  const closed = (html: string | Buffer) =>
    closedPage(`${ORIGIN}/`, { type: "text/html", body: Buffer.from(html) }, reached, origins).body;

  it("Links to pages that are served lead to the serving origin, whatever scheme was recorded", () => {
    assert.equal(
      closed(`<a class=k href="b">1</a><a href='${ORIGIN}/b#part'>2</a><a href=/>3</a>`).toString(),
      `<a class=k href="http://127.0.0.1:8000/b">1</a><a href='http://127.0.0.1:8000/b#part'>2</a>` +
        "<a href=http://127.0.0.1:8000/>3</a>",
    );
  });

  it("Links to other pages of its sites lead outside, and none is removed", () => {
    assert.equal(
      closed(`<a href="/later?p=2">1</a><img src=i.png>`).toString(),
      `<a href="http://outside.invalid/later?p=2">1</a><img src=http://outside.invalid/i.png>`,
    );
  });

  it("All else of a page stays as it is, in every charset", () => {
    const html = `<a href="#part">1</a><a href="">2</a><a href="http://far.example/">3</a><a href="mailto:x">4</a>`;
    assert.equal(closed(html).toString(), html);
    const bytes = Buffer.from([0x3c, 0x70, 0x3e, 0xff, 0x00, 0xb1, 0x82]);
    assert.deepEqual(closed(bytes), bytes);
  });
});
