import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { succeed } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
/** More pages than the first sample of the crawl's own pages, after which all are judged again. */
const PAGES = 60;

const JSON_LD = '<script type="application/ld+json">{"@type":"Event","name":"A fair"}</script>';
const MICRODATA =
  '<p itemscope itemtype="https://schema.org/Event"><b itemprop="name">A market</b></p>';
const OTHER = '<script type="application/ld+json">{"@type":"MusicEvent","name":"A song"}</script>';
const DECLARED = ["", JSON_LD, MICRODATA, OTHER, "", ""];

describe("a need for what pages declare", () => {
  it("A page is a target if it declares a type that the need asks for, by JSON-LD or microdata, also after pages are judged again; its fields are taken", async (test) => {
    const folder = aFolder(test);
    const [web, file, run] = ["web.warc.gz", "project.json", "run"].map((name) =>
      join(folder, name),
    );
    const paths = Array.from({ length: PAGES }, (_, n) => `/page${n}`);
    const htmlOf = (n: number) =>
      `<title>${n}</title><p>Page ${n} of all.</p>${DECLARED[n % DECLARED.length]}${linking(...paths)}`;
    const pages = paths.map((path, n) => ({
      page: aFetchedPage(aUrl(SITE + path), htmlOf(n)),
      fetchedAt: 0,
    }));
    await writeWarcFile(web ?? "", pages, {});
    const project = {
      ...{ name: "declared", need: { structured: ["Dataset", "Event"] } },
      seeds: { urls: [`${SITE}/page0`] },
      extract: { name: "jsonld:Event.name", market: "microdata:Event.name" },
    };
    writeFileSync(file ?? "", JSON.stringify(project));
    await succeed("crawl", file ?? "", "--web", web ?? "", "--out", run ?? "");
    const out = await succeed("export", run ?? "", "--format", "jsonl");
    const rows = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(rows.length, PAGES);
    for (const { url, isTarget, utility, why, field_name: name, field_market: market } of rows) {
      const declared = DECLARED[Number(url.slice(`${SITE}/page`.length)) % DECLARED.length];
      const isEvent = declared === JSON_LD || declared === MICRODATA;
      assert.deepEqual([isTarget, utility], [isEvent, isEvent ? 1 : 0], url);
      assert.match(why, isEvent ? /^declares Event; / : /^declares no type that is looked for; /);
      assert.equal(name, declared === JSON_LD ? "A fair" : null);
      assert.equal(market, declared === MICRODATA ? "A market" : null);
    }
  });
});
