import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openSearchIndex } from "../../../lib/adapters/sqlite/search-index.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { readRun, type SearchOptions, searchRun } from "../../../lib/public/crawl.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { linking } from "../../support/scripted-web.ts";
import { change } from "../../support/spoilt-run.ts";

const SITE = "http://site.example";

/** Two pages of one thread, the first of which shows a post of the second, too. */
const THREAD = [
  [
    "101",
    "Ann",
    "2024-03-01T10:00:00Z",
    "My varroa treatment with oxalic acid did work this year.",
  ],
  [
    "102",
    "Bob",
    "2024-03-02T10:00:00Z",
    "Did you treat in winter, or only after the harvest was in?",
  ],
  [
    "103",
    "Cleo",
    "2025-05-03T10:00:00Z",
    "The varroa came back in May, so I treat a second time now.",
  ],
] as const;

function threadPage(posts: readonly (typeof THREAD)[number][]): string {
  const shown = posts.map(
    ([id, author, date, text]) =>
      `<article id="p${id}" class="post"><a class="author" href="/u/${author}">${author}</a> <time datetime="${date}">${date}</time> <a href="#p${id}">#${id}</a><div class="body">${text}</div></article>`,
  );
  return `<title>Varroa in May</title><main>${shown.join("\n")}</main>`;
}

/** Pages on loose topics, in two languages, and a thread. */
const PAGES: readonly (readonly [url: string, html: string])[] = [
  [
    `${SITE}/`,
    `<html lang="en"><title>Start</title>${linking("/bees", "/bienen", "/thread", "/thread?view=print", "http://sub.site.example/late")}`,
  ],
  [
    `${SITE}/bees`,
    `<html lang="en"><title>Bees</title><main><p>Bees make honey, all of them, the whole summer.</p></main>`,
  ],
  [
    `${SITE}/bienen`,
    `<html lang="de-AT"><title>Bienen</title><main><p>Bienen machen Honig und honey.</p></main>`,
  ],
  [`${SITE}/thread`, threadPage(THREAD)],
  [`${SITE}/thread?view=print`, threadPage(THREAD)],
  [
    "http://sub.site.example/late",
    "<title>Late</title><main><p>Late honey of late bees.</p></main>",
  ],
];

describe("`searchRun`", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-search-run-"));
  let crawled = "";
  before(async () => {
    crawled = await aCrawledSite(folder, PAGES);
  });
  after(() => rmSync(folder, { recursive: true }));

  let copies = 0;
  function aCopy(of = crawled): string {
    copies += 1;
    const run = join(folder, `copy${copies}`);
    cpSync(of, run, { recursive: true });
    return run;
  }

  async function titles(run: string, query: string, options?: SearchOptions): Promise<string[]> {
    const { results } = await searchRun(run, query, options);
    return results.map(({ title }) => title).toSorted();
  }

  it("A page is found by its text, with its score, its label and what of its text was searched for", async () => {
    const run = aCopy();
    await labelAddText(run, [`${SITE}/bees`, "good"], { json: true });
    const answer = await searchRun(run, '"bees make"');
    assert.deepEqual(
      [answer.total, answer.unread, answer.isComplete, answer.isKept],
      [1, 0, true, true],
    );
    const [result] = answer.results;
    assert.deepEqual([result?.url, result?.title, result?.label], [`${SITE}/bees`, "Bees", 1]);
    assert.ok(result?.isTarget === true && result.score > 0.5);
    assert.deepEqual(result?.snippet[0], { text: "Bees make", isMarked: true });
  });

  it("Filters leave out pages by verdict, score, host, language and day", async () => {
    const run = aCopy();
    assert.deepEqual(await titles(run, "honey"), ["Bees", "Bienen", "Late"]);
    assert.deepEqual(await titles(run, "honey", { host: "sub.site.example" }), ["Late"]);
    assert.deepEqual(await titles(run, "honey", { host: "site.example" }), [
      "Bees",
      "Bienen",
      "Late",
    ]);
    assert.deepEqual(await titles(run, "honey", { language: "DE" }), ["Bienen"]);
    assert.deepEqual(await titles(run, "honey", { language: "de-ch" }), []);
    assert.deepEqual(await titles(run, "honey", { type: "thread" }), []);
    const { results } = await searchRun(run, "honey");
    const last = Math.max(...results.map(({ fetchedAt }) => fetchedAt));
    assert.deepEqual(await titles(run, "honey", { since: last + 1 }), []);
    assert.ok((await titles(run, "honey", { since: last })).length > 0);
    assert.deepEqual(await titles(run, "start", { targets: true }), []);
    const scores = results.map(({ score }) => score);
    const most = Math.max(...scores);
    const best = await searchRun(run, "honey", { minScore: most });
    assert.deepEqual(
      [best.total, best.results.length],
      [1, 1].map(() => scores.filter((score) => score === most).length),
    );
  });

  it("A limit shortens the list and not the total, with filters and without", async () => {
    const run = aCopy();
    for (const options of [{ limit: 1 }, { limit: 1, minScore: 0 }]) {
      const { results, total } = await searchRun(run, "honey", options);
      assert.deepEqual([results.length, total], [1, 3]);
    }
  });

  it("A text at several addresses is listed once, and counted at each", async () => {
    const { results, total, copies } = await searchRun(aCopy(), "varroa");
    assert.deepEqual([results.map(({ url }) => url), total, copies], [[`${SITE}/thread`], 2, 1]);
  });

  it("Posts are searched each by itself, by author, too, and once however many pages show them", async () => {
    const run = aCopy();
    const { results } = await searchRun(run, "varroa treat*", { posts: true });
    assert.deepEqual(
      results
        .map(({ post }) => `${post?.author} ${post?.date?.slice(0, 10)} ${post?.postId}`)
        .toSorted(),
      ["Ann 2024-03-01 101", "Cleo 2025-05-03 103"],
    );
    const late = await searchRun(run, "varroa", { posts: true, since: Date.parse("2025-01-01") });
    assert.deepEqual(
      late.results.map(({ post }) => post?.author),
      ["Cleo"],
    );
    const byBob = await searchRun(run, "bob", { posts: true });
    assert.deepEqual(
      byBob.results.map(({ post }) => post?.postId),
      ["102"],
    );
  });

  it("A kill while the texts are read loses nothing: the next search finds all", async () => {
    const site = mkdtempSync(join(tmpdir(), "dowser-search-kill-"));
    const paths = Array.from({ length: 119 }, (_, number) => `/p${number}`);
    const run = await aCrawledSite(site, [
      [`${SITE}/`, `<title>Start</title>${linking(...paths)}`],
      ...paths.map(
        (path) => [SITE + path, `<title>${path}</title><p>Bees on ${path}.</p>`] as const,
      ),
    ]);
    for (const count of [1, 30, 60, 70]) {
      const program = join(import.meta.dirname, "../../support/index-and-die.ts");
      const { signal } = spawnSync(process.execPath, [program, run, String(count)]);
      assert.equal(signal, "SIGKILL", `${count}`);
    }
    const { total, unread, isComplete } = await searchRun(run, "bees");
    assert.deepEqual([total, unread, isComplete], [119, 0, true]);
    rmSync(site, { recursive: true });
  });

  it("A damaged index is made again, whatever is damaged", async () => {
    const run = aCopy();
    const file = join(run, "search.sqlite");
    await searchRun(run, "honey");
    const whole = readFileSync(file);
    const spoilt = Buffer.from(whole);
    spoilt.fill(0x5a, 4_096);
    for (const bytes of [
      Buffer.from("nothing of a database, but as long as its first lines are"),
      spoilt,
      whole.subarray(0, 5_000),
    ]) {
      writeFileSync(file, bytes);
      assert.deepEqual(await titles(run, "honey"), ["Bees", "Bienen", "Late"]);
    }
  });

  it("A page whose stored answer is damaged is found by its kept texts; without these it is counted, and the others are found", async () => {
    const run = aCopy();
    change(run, "UPDATE page SET offset = offset + 1 WHERE url = ?", `${SITE}/bees`);
    assert.equal((await searchRun(aCopy(run), "honey")).unread, 0);
    change(run, "DELETE FROM page_text WHERE url = ?", `${SITE}/bees`);
    const { results, unread } = await searchRun(run, "honey");
    assert.equal(unread, 1);
    assert.deepEqual(results.map(({ title }) => title).toSorted(), ["Bienen", "Late"]);
  });

  it("While another process reads the texts, what is read so far is searched", async (test) => {
    const run = aCopy();
    await searchRun(run, "honey");
    change(
      run,
      "UPDATE record SET sequence = sequence + 1 WHERE sequence = (SELECT max(sequence) FROM record)",
    );
    const other = openSearchIndex(join(run, "search.sqlite"));
    test.after(() => other.close());
    assert.ok(other.begin());
    const { isComplete, results } = await searchRun(run, "honey");
    other.rollback();
    assert.deepEqual([isComplete, results.length], [false, 3]);
  });

  it("Nothing is searched without a word, a page or a run, and each says what to do", async (test) => {
    const run = aCopy();
    await assert.rejects(searchRun(run, " -honey"), { code: "search-query", hint: /bees -wasps/ });
    await assert.rejects(searchRun(run, "?!"), { code: "search-query" });
    for (const [language, message] of [
      ["German", "German is no language: expected a language code; did you mean `de`?"],
      ["d", "d is no language: expected the code of a language such as en"],
    ] as const)
      await assert.rejects(searchRun(run, "honey", { language }), {
        code: "search-query",
        message,
      });
    await assert.rejects(searchRun(run, "a".repeat(1_001)), { code: "search-query" });
    await assert.rejects(searchRun(run, "honey", { host: "no host" }), { code: "bad-url" });
    const none = aFolder(test);
    await assert.rejects(searchRun(none, "honey"), { code: "no-run" });
    const file = join(none, "project.yaml");
    writeFileSync(file, "name: a");
    await assert.rejects(searchRun(file, "honey"), { code: "no-run", hint: /dowser pull/ });
    writeFileSync(join(run, "cost.json"), JSON.stringify({ leftInStack: 3 }));
    await assert.rejects(searchRun(run, "honey"), {
      code: "nothing-to-search",
      hint: /dowser pull/,
    });
    rmSync(join(run, "cost.json"));
    change(run, "DELETE FROM record");
    await assert.rejects(searchRun(run, "honey"), { code: "nothing-to-search" });
    assert.ok(!existsSync(join(run, "search.sqlite")));
  });

  it("A run that cannot be written is searched all the same, with the index that it has or without one", async () => {
    const run = aCopy();
    const program = join(import.meta.dirname, "../../../lib/cli/dowser.ts");
    const asReader = async () => {
      chmodSync(folder, 0o755);
      // Nobody may write there: root would.
      const reader = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const child = spawn(process.execPath, [program, "search", run, "honey", "--json"], {
        ...reader,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      await once(child, "close");
      return JSON.parse(text);
    };
    // A reader of the database needs the file beside it, which a run that somebody looks at has.
    const held = readRun(run);
    chmodSync(run, 0o555);
    const without = await asReader();
    assert.deepEqual([without.total, without.isKept], [3, false]);
    assert.ok(!existsSync(join(run, "search.sqlite")));
    chmodSync(run, 0o755);
    await searchRun(run, "honey");
    chmodSync(join(run, "search.sqlite"), 0o444);
    chmodSync(run, 0o555);
    const withOne = await asReader();
    assert.deepEqual([withOne.total, withOne.isKept], [3, true]);
    chmodSync(run, 0o755);
    await held.close();
  });
});
