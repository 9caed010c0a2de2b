import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MadeWeb } from "../../../bench/public/made-web.ts";
import { KIND_NAMES, webOf } from "../../../bench/public/webs.ts";

/** URLs that anchors and redirects reach from the seed. */
function reached(web: MadeWeb): ReadonlySet<string> {
  const known = new Set([web.seed]);
  for (const url of known) {
    const page = web.pages.get(url);
    if (page?.location !== undefined) known.add(page.location);
    if (typeof page?.body !== "string") continue;
    for (const [, href = ""] of page.body.matchAll(/href="([^"]*)"/gu))
      known.add(new URL(href.replaceAll("&amp;", "&"), url).href);
  }
  return known;
}

describe("the generated webs of the public benchmark", () => {
  for (const kind of KIND_NAMES) {
    it(`The web of a kind is the same each time, and all of ${kind} that is looked for can be reached`, () => {
      const web = webOf(kind, 2);
      assert.deepEqual([...webOf(kind, 2).pages], [...web.pages]);
      assert.notDeepEqual([...webOf(kind, 3).pages.values()], [...web.pages.values()]);
      const pages = [...web.pages.values()];
      const contents = new Set(pages.flatMap(({ content }) => content ?? []));
      assert.equal(contents.size, web.relevant);
      assert.ok(web.relevant >= 30 && web.relevant < web.pages.size / 3, `${web.relevant}`);
      const urls = reached(web);
      for (const content of contents) assert.ok(urls.has(content), content);
    });

    it(`The web of ${kind} has copies, redirects, dead links, busy answers, and a calendar without end`, () => {
      const web = webOf(kind, 1);
      const pages = [...web.pages.values()];
      const copies = pages.filter(({ url, content }) => content !== undefined && content !== url);
      assert.ok(copies.length > web.relevant / 4);
      assert.ok(pages.some(({ status }) => status === 301));
      assert.equal(pages.filter(({ isBusyOnce }) => isBusyOnce === true).length, 3);
      const urls = reached(web);
      assert.ok([...urls].some((url) => !web.pages.has(url) && web.endless(url) === undefined));
      const month = [...urls].find((url) => web.endless(url) !== undefined) ?? "";
      const next = /href="([^"]*month=2024-02)"/u.exec(String(web.endless(month)?.body))?.[1] ?? "";
      assert.notEqual(web.endless(next), undefined);
    });
  }
});
