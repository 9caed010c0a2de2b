import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openCorpus } from "../../../lib/public/crawl.ts";
import { ENGINE_PAGES } from "../../domain/methods/comments/engine-pages.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { collect } from "../../support/collect.ts";
import { succeed } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";

/** A page of an engine for blogs, with three comments. */
const [THREAD = ""] = Object.values(ENGINE_PAGES);

const PAGES: [string, string][] = [
  [`${SITE}/`, `<title>Start</title><p>Stones lie there.</p>${linking("/a", "/b", "/none")}`],
  [`${SITE}/a`, "<title>A jar</title><h1>A jar</h1><p>Bees make <b>honey</b>.</p>"],
  [`${SITE}/b`, `<!doctype html><title>Talk</title><main>${THREAD}</main>`],
];

describe("a run that a program reads", () => {
  let folder = "";
  let directory = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-corpus-"));
    directory = await aCrawledSite(folder, PAGES, "run", { extract: { head: "h1" } });
    await succeed("label", "add", directory, `${SITE}/a`, "good");
  });
  after(() => rmSync(folder, { recursive: true }));

  const exported = async (...args: string[]) =>
    (await succeed("export", directory, "--format", "jsonl", ...args))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  it("Its pages are those of an export, in the order of the crawl, in either form of text", async () => {
    const run = await openCorpus(directory);
    const pages = await collect(run.pages({ text: "markdown" }));
    const rows = await exported("--text", "markdown");
    assert.deepEqual(
      pages.map(({ url, title, text, score, isTarget, label, labelSource, fetchedAt }) => {
        return {
          url,
          title,
          text,
          score,
          isTarget,
          label,
          labelSource,
          at: fetchedAt.toISOString(),
        };
      }),
      rows.map(({ url, title, text, utility, isTarget, label, labelSource, fetchedAt }) => {
        const given = { label: label ?? undefined, labelSource: labelSource ?? undefined };
        return { url, title, text, score: utility, isTarget, ...given, at: fetchedAt };
      }),
    );
    assert.equal(pages.length, 3);
    assert.deepEqual(
      pages.map(({ saved }) => saved),
      [{}, {}, {}],
    );
    const targets = await collect(run.pages({ targets: true }));
    assert.ok(targets.length < 3 && targets.every(({ isTarget }) => isTarget));
    await run.close();
  });

  it("Its posts are those of an export", async () => {
    const run = await openCorpus(directory);
    const posts = await collect(run.posts());
    const rows = await exported("--posts");
    assert.deepEqual(
      posts.map(({ url, text }) => [url, text]),
      rows.map(({ url, text }) => [url, text]),
    );
    assert.equal(posts.length, 3);
    await run.close();
  });

  it("Its links are all URLs that were discovered, each with its state", async () => {
    const run = await openCorpus(directory);
    const links = await collect(run.links());
    const told = links.map(({ url, state, reason, parent }) => [url, state, reason, parent]);
    // The thread links to its authors, whom the recording does not have.
    assert.deepEqual(told.slice(0, 4), [
      [`${SITE}/`, "fetched", "page", undefined],
      [`${SITE}/a`, "fetched", "page", `${SITE}/`],
      [`${SITE}/b`, "fetched", "page", `${SITE}/`],
      [`${SITE}/none`, "failed", "not-recorded", `${SITE}/`],
    ]);
    const rest = links.slice(4).map(({ state, reason, depth }) => [state, reason, depth]);
    assert.equal(rest.length, 4);
    for (const each of rest) assert.deepEqual(each, ["failed", "not-recorded", 2]);
    assert.equal(links[1]?.depth, 1);
    await run.close();
  });

  it("It gives the text of a page, and nothing for what it does not have", async () => {
    const run = await openCorpus(directory);
    assert.match((await run.text(`${SITE}/a`)) ?? "", /Bees make honey\./);
    assert.match((await run.text(`${SITE}/a`, "markdown")) ?? "", /Bees make \*\*honey\*\*\./);
    assert.equal(await run.text(`${SITE}/none`), undefined);
    assert.equal(await run.text("http://other.example/"), undefined);
    await assert.rejects(run.text("bees"), { code: "bad-url" });
    await run.close();
    await assert.rejects(openCorpus(folder), { code: "no-run" });
  });
});
