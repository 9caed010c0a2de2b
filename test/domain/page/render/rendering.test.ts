import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../../../../lib/domain/page/parse-page.ts";
import { signOfMissingScripts } from "../../../../lib/domain/page/render/rendering.ts";
import { aUrl } from "../../../support/a-url.ts";
import { processorMs } from "../../../support/processor-ms.ts";

function signOf(html: string): string | undefined {
  const limits = { maxLength: 1_000_000, overTime: () => false };
  const view = parsePage({ url: aUrl("http://site.example/"), html }, limits);
  return signOfMissingScripts({ html, view });
}

const SCRIPT = '<script type="module" crossorigin src="/assets/index-4f2a.js"></script>';

/** Pages as the programs that set up projects of each framework write them. */
const SHELLS = {
  "create-react-app":
    '<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>React App</title><script defer="defer" src="/static/js/main.1f.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
  "Vite with React": `<!doctype html><html><head><title>Vite + React</title>${SCRIPT}</head><body><div id="root"></div></body></html>`,
  "Vite with Vue": `<!DOCTYPE html><html><head><title>Vite App</title>${SCRIPT}</head><body><div id="app"></div></body></html>`,
  "Vue CLI":
    '<!DOCTYPE html><html lang=""><head><title>shop</title><script defer="defer" src="/js/app.js"></script></head><body><noscript><strong>We\'re sorry but shop doesn\'t work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div></body></html>',
  Angular:
    '<!doctype html><html lang="en"><head><title>Shop</title><base href="/"></head><body><app-root></app-root><script src="main-ABC.js" type="module"></script></body></html>',
  "Next.js without a server":
    '<!DOCTYPE html><html><head><title></title></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"page":"/"}</script><script src="/_next/static/chunks/main.js" defer=""></script></body></html>',
  "Nuxt without a server":
    '<!DOCTYPE html><html><head></head><body><div id="__nuxt"><!--SPA--></div><script>window.__NUXT__={}</script><script type="module" src="/_nuxt/entry.js"></script></body></html>',
  "SvelteKit without a server":
    '<!doctype html><html><head></head><body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{Promise.all([import("/_app/start.js")])}</script></div></body></html>',
  Ember:
    '<!DOCTYPE html><html><head><title>Shop</title></head><body><script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script></body></html>',
  Flutter:
    '<!DOCTYPE html><html><head><title>shop</title></head><body><script src="flutter_bootstrap.js" async></script></body></html>',
  "a loading sign": `<body><div id="app"><div class="spinner">Loading…</div></div>${SCRIPT}</body>`,
  "a header and a footer": `<header><a href="/">Shop</a><a href="/about">About</a></header><main id="app"></main><footer>© Shop <a href="/imprint">Imprint</a></footer>${SCRIPT}`,
  "a text in another language": `<p>Bitte warten</p><noscript>Diese Seite benötigt JavaScript.</noscript>${SCRIPT}`,
};

const WORDS = "Bees collect nectar and pollen from the flowers of a meadow. ".repeat(12);
const LINKS = Array.from({ length: 12 }, (_, i) => `<a href="/${i}">Part ${i}</a>`).join(" ");

const PAGES = {
  "an article with scripts beside": `<h1>Bees</h1><p>${WORDS}</p>${SCRIPT}`,
  "an article of a framework with a server": `<div id="__next"><h1>Bees</h1><p>${WORDS}</p></div>${SCRIPT}<script id="__NEXT_DATA__" type="application/json">{}</script>`,
  "an article that asks for JavaScript beside": `<noscript>Please enable JavaScript for comments.</noscript><p>${WORDS}</p>${SCRIPT}`,
  "an article with empty custom elements": `<p>${WORDS}</p><share-buttons></share-buttons><div id="app"></div>${SCRIPT}`,
  "a list of links": `<div id="root"></div>${LINKS}${SCRIPT}`,
  "a short page without scripts": "<h1>Under construction</h1>",
  "an empty page without scripts": '<div id="root"></div>',
  "an empty page with data alone":
    '<div id="app"></div><script type="application/ld+json">{"@type":"Thing"}</script>',
  "a frameset": `<script>var x=1</script><frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html"></frameset>`,
  "a short note with a counter": `<p>The library is closed on Monday. It opens again on Tuesday at nine, as usual.</p><script>count()</script>`,
  "a short page with a picture of statistics": `<p>The library is closed on Monday. It opens again on Tuesday at nine.</p><noscript><img src="//stats.example/p.gif"></noscript><script>count()</script>`,
};

describe("whether a page needs its scripts is told from the page as it was fetched", () => {
  for (const [name, html] of Object.entries(SHELLS)) {
    it(`A page of an application has no content without its scripts: ${name}`, () => {
      assert.notEqual(signOf(html), undefined);
    });
  }
  for (const [name, html] of Object.entries(PAGES)) {
    it(`An ordinary page needs no rendering: ${name}`, () => {
      assert.equal(signOf(html), undefined);
    });
  }

  it("The time to look grows with the length of a page at most", () => {
    for (const part of [
      "<div id=root>",
      "<noscript>",
      "<script type=",
      "<a-b ",
      "<!--",
      "loading ",
    ]) {
      const startedAt = processorMs();
      signOf(`<script>x</script>${part.repeat(40_000)}`);
      assert.ok(processorMs() - startedAt < 5_000, part);
    }
  });
});
