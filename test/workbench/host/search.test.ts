import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readPathsFile } from "../../../lib/run/crawl/paths-file.ts";
import type {
  Found,
  FoundText,
  LinksAnswer,
  Sources,
} from "../../../lib/workbench/begin-schemas.ts";
import type { Fault } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones, recordPages } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { type FakeEngine, startEngine } from "../../support/fake-engine.ts";
import { untilRead } from "../../support/until-read.ts";

const SITE = "http://site.example";

describe("the search for examples, over the API of the workbench", () => {
  let ui: TestedUi;
  let engine: FakeEngine;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "dowser-search-"));
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), beesAndStones(SITE, 40));
    const web = join(folder, "hives.warc.gz");
    await recordPages(web, [
      ["http://hive.example/straw", "<title>Skeps</title><p>A skep is a hive of straw."],
      ["http://hive.example/wood", "<title>Frames</title><p>A hive of wood has frames."],
    ]);
    ui = await anUi([web], folder);
    engine = await startEngine(() => {
      const results = [{ url: "http://far.example/", title: "Far <b>bees</b>", content: "text" }];
      return { body: JSON.stringify({ results }) };
    });
  });
  after(async () => {
    await ui.close();
    await engine.close();
    rmSync(ui.folder, { recursive: true });
  });

  const post = (path: string, body: unknown) => ui.ask("POST", path, JSON.stringify(body));
  const find = (body: unknown) =>
    untilRead(async () => (await post("/search", body)).json() as Promise<Found>);
  const json = async <Answer>(response: Promise<Response>) =>
    (await (await response).json()) as Answer;
  const fault = async (response: Response) => {
    assert.ok(response.status >= 400, `${response.status}`);
    return (await response.json()) as Fault;
  };

  it("The recording of the host and each run can be searched", async () => {
    const { sources } = (await (await ui.ask("GET", "/search")).json()) as { sources: Sources };
    assert.deepEqual(sources, [
      { source: "recording", run: null },
      { source: "run:run", run: "run" },
    ]);
  });

  it("The full text is searched, not only titles and addresses", async () => {
    const { results, pages } = await find({ source: "recording", words: "straw" });
    assert.equal(pages, 2);
    assert.deepEqual(results, [
      {
        url: "http://hive.example/straw",
        title: "Skeps",
        extract: "A skep is a hive of straw.",
        // A crawl here fetches it from the same recording.
        entry: "http://hive.example/straw",
      },
    ]);
    const summer = await find({ source: "run:run", words: "summer" });
    assert.equal(summer.results.length, 10);
    assert.ok(summer.results.every(({ title }) => title.startsWith("Bees")));
  });

  it("The text of a page is shown with the words that were searched for", async () => {
    const query = new URLSearchParams({
      ...{ source: "recording", url: "http://hive.example/wood", words: "frame" },
    });
    const answer = await ui.ask("GET", `/search/page?${query.toString()}`);
    const { text } = (await answer.json()) as { text: FoundText };
    assert.deepEqual(
      text.filter(({ isMarked }) => isMarked).map((piece) => piece.text),
      ["frames"],
    );
  });

  it("A judged page of a run is kept as a file once, so that its site is not asked again", async () => {
    const [{ url, entry } = { url: "", entry: "" }] = (
      await find({ source: "run:run", words: "honey" })
    ).results;
    assert.match(entry, /^examples\/run\/site\.example-page\d+-[0-9a-f]{8}\.html$/);
    assert.equal(existsSync(join(ui.folder, "examples")), false, "nothing is kept by a search");
    for (let time = 0; time < 2; time += 1) {
      const kept = await post("/search/page", { source: "run:run", url });
      assert.deepEqual([kept.status, await kept.json()], [201, { entry }]);
    }
    assert.equal(readdirSync(join(ui.folder, "examples/run")).length, 1);
    assert.match(readFileSync(join(ui.folder, entry), "utf8"), /saved from url=.*<p>Bees/s);
    const page = { source: "recording", url: "http://hive.example/wood" };
    assert.deepEqual(await (await post("/search/page", page)).json(), { entry: page.url });
  });

  it("The engine of the project that is being written is asked, once a search", async () => {
    const project = JSON.stringify({
      ...{ name: "new", need: { topic: "bees" } },
      search: { provider: "searxng", url: engine.origin },
    });
    const { results } = await find({ source: "engine", words: "bees", project });
    assert.deepEqual(
      results.map(({ url, entry }) => [url, entry]),
      [["http://far.example/", "http://far.example/"]],
    );
    assert.equal(engine.seen[0]?.url.searchParams.get("q"), "bees");
    const none = await post("/search", { source: "engine", words: "x", project: "name: new" });
    assert.equal((await fault(none)).code, "no-search-engine");
    const local = project.replace(/"search":.*/, '"search":{"provider":"local"}}');
    assert.equal(
      (await find({ source: "engine", words: "straw", project: local })).results.length,
      1,
    );
  });

  it("A person goes from page to page by the links of a source, and the way becomes a file", async () => {
    const links = async (url: string) => {
      const query = new URLSearchParams({ source: "run:run", url });
      return json<LinksAnswer>(ui.ask("GET", `/search/links?${query.toString()}`));
    };
    const first = await links("");
    assert.deepEqual([first.url, first.title], [`${SITE}/page0`, "Stones 0"]);
    assert.equal(first.links.length, 39);
    assert.equal(first.others, 0);
    const target = `${SITE}/page3`;
    assert.ok(first.links.some(({ url }) => url === target));
    assert.deepEqual((await links(target)).links, []);
    const kept = await post("/paths", { paths: [[first.url, target]] });
    assert.deepEqual([kept.status, await kept.json()], [201, { file: "paths/paths.txt" }]);
    const again = await json(post("/paths", { paths: [[first.url, target]] }));
    assert.deepEqual(again, { file: "paths/paths.txt" });
    const [path] = await readPathsFile(join(ui.folder, "paths/paths.txt"), {});
    assert.deepEqual(path, [first.url, target]);
    const circle = await post("/paths", { paths: [[first.url, target, first.url]] });
    assert.equal((await fault(circle)).code, "bad-paths");
  });

  it("What is not there is refused, and no name leads out of the folder", async () => {
    const sources = ["run:none", "run:../..", "run:..%2f", "elsewhere", "engine"];
    for (const source of sources) {
      const { code } = await fault(await post("/search", { source, words: "bees" }));
      assert.match(code, /^(?:no-run|bad-run-name|no-such-source)$/, source);
    }
    for (const url of ["http://site.example/nowhere", "file:///etc/passwd", ""]) {
      const { code } = await fault(await post("/search/page", { source: "run:run", url }));
      assert.equal(code, "no-such-page", url);
    }
    assert.equal((await fault(await post("/search", { source: "recording" }))).code, "bad-body");
  });
});
