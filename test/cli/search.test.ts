import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openSearchIndex } from "../../lib/adapters/sqlite/search-index.ts";
import { aCrawledSite } from "../support/a-crawled-site.ts";
import { runCli, startCli, succeed } from "../support/run-cli.ts";
import { linking } from "../support/scripted-web.ts";
import { until } from "../support/until.ts";

const SITE = "http://site.example";

/** So many pages that the reading of their texts says how far it is. */
const MANY = Array.from({ length: 620 }, (_, number) => `/p${number}`);

describe("dowser search", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-search-cli-"));
  let run = "";
  before(async () => {
    run = await aCrawledSite(
      folder,
      [
        [`${SITE}/`, `<title>Start</title>${linking("/bees", "/wasps", ...MANY)}`],
        [
          `${SITE}/bees`,
          "<title>Bees\u001b[31m</title><main><p>Bees make honey in summer.</p></main>",
        ],
        [`${SITE}/wasps`, "<title>Wasps</title><main><p>Wasps eat summer fruit.</p></main>"],
        ...MANY.map((path) => [SITE + path, `<title>${path}</title><p>A stone.</p>`] as const),
      ],
      "run",
      { budget: { pages: 700 } },
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  it("The first search says how far the reading is; a killed or interrupted one is gone on with", async () => {
    const killed = startCli(["search", run, "honey"]);
    let said = "";
    killed.child.stderr.on("data", (text) => {
      said += text;
    });
    await until("some pages are read", () =>
      /reading the texts of the run: 0 of 623 URLs/.test(said),
    );
    killed.child.kill("SIGKILL");
    await killed.done;
    const { code, stdout, stderr } = await runCli(["search", run, "honey"]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^1 page\n\nBees.*\n {2}http:\/\/site\.example\/bees\n {2}score 0\.\d\d, relevant\n {2}Bees make \*honey\* in summer\.\n$/,
    );
    assert.ok(!stdout.includes("\u001b"));
    assert.equal((await runCli(["search", run, "honey"])).stderr, "");
  });

  it("Ctrl-C ends the reading, and what is read is searched", async () => {
    const own = join(folder, "interrupted");
    cpSync(run, own, { recursive: true });
    for (const name of ["search.sqlite", "search-posts.sqlite"])
      rmSync(join(own, name), { force: true });
    // It waits for the lock, and gets it with the signal.
    const index = openSearchIndex(join(own, "search.sqlite"));
    assert.ok(index.begin());
    const { child, done } = startCli(["search", own, "stone"]);
    child.stderr.once("data", () => {
      child.kill("SIGINT");
      index.rollback();
      index.close();
    });
    const { code, stdout, stderr } = await done;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /not all pages of .* are read yet: the same search reads the others/);
    assert.ok(Number(/^(?:20 of )?(\d+) pages?\b/.exec(stdout)?.[1]) < 620, stdout);
  });

  it("Words are found as they are asked for: all, one of them, without one, a beginning, a phrase", async () => {
    const titles = async (...words: string[]) => {
      const { results } = JSON.parse(await succeed("search", run, "--json", ...words));
      return results.map(({ title }: { title: string }) => title.slice(0, 5)).toSorted();
    };
    assert.deepEqual(
      await titles("summer", "honey"),
      ["Bees"].map((title) => expectedTitle(title)),
    );
    assert.deepEqual(await titles("honey OR fruit"), [expectedTitle("Bees"), "Wasps"]);
    assert.deepEqual(await titles("--", "summer", "-honey"), ["Wasps"]);
    assert.deepEqual(await titles("frui*"), ["Wasps"]);
    assert.deepEqual(await titles('"eat fruit"'), []);
    assert.deepEqual(await titles("honey fruit"), []);
  });

  it("The best are listed, with the number of all", async () => {
    const text = await succeed("search", run, "stone", "--limit", "2");
    assert.match(text, /^2 of 620 pages, best first\n/);
    assert.equal(text.split("\n\n").length, 3);
    const targets = await succeed("search", run, "summer", "--relevant", "--min-score", "0.01");
    assert.match(targets, /^1 page\n/);
    assert.match(await succeed("search", run, "honey", "--posts"), /^0 posts\n/);
  });

  it("What cannot be searched, or by what, is an error with a hint and exit code 2", async () => {
    const errors = [
      [["search", run, "--", "-honey"], /error \[search-query\].*\nhint: .*bees -wasps/],
      [
        ["search", join(folder, "project.json"), "honey"],
        /error \[no-run\].*is a file.*\nhint: .*dowser pull/,
      ],
      [["search", join(folder, "nowhere"), "honey"], /error \[no-run\]/],
      [["search", run, "honey", "--since", "May"], /error \[search-query\]: May is no day/],
      [["search", run, "honey", "--language", "German"], /German is no language: .*`de`/],
      [["search", run, "honey", "-town"], /unknown option '-town'\n\(.*quotation marks\)/],
      [["search", run, "honey", "--min-score", "2"], /expected a number from 0 to 1/],
    ] as const;
    for (const [args, message] of errors) {
      const { code, stderr } = await runCli([...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });
});

/** The title of the page on bees has a control character, which JSON keeps. */
function expectedTitle(title: string): string {
  return `${title}\u001b`;
}
