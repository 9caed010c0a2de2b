import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import type { ExampleAnswer, ListAnswer } from "../../../lib/workbench/begin-schemas.ts";
import type { Fault } from "../../../lib/workbench/schemas.ts";
import { aUrl } from "../../support/a-url.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

describe("files that are given to the workbench as examples", () => {
  const recordings = mkdtempSync(join(tmpdir(), "dowser-recordings-"));
  let ui: TestedUi;
  let ask: (method: string, path: string, body: Uint8Array | string) => Promise<Response>;
  before(async () => {
    ui = await anUi();
    const authorization = `Bearer ${new URL(ui.url).searchParams.get("token")}`;
    ask = (method, path, body) =>
      fetch(`${ui.origin}/api${path}`, {
        method,
        headers: { authorization },
        body: typeof body === "string" ? body : Buffer.from(body),
      });
  });
  after(async () => {
    await ui.close();
    rmSync(recordings, { recursive: true });
  });

  const keep = async (name: string, body: Uint8Array | string) =>
    (await ask("PUT", `/examples/${encodeURIComponent(name)}`, body)).json() as Promise<
      ExampleAnswer & Fault
    >;
  const list = async (name: string, body: string) =>
    (await ask("POST", `/lists/${encodeURIComponent(name)}`, body)).json() as Promise<
      ListAnswer & Fault
    >;

  async function recorded(pages: Readonly<Record<string, string>>): Promise<Buffer> {
    const file = join(recordings, "web.warc.gz");
    rmSync(file, { force: true });
    const all = Object.entries(pages).map(([path, html]) => {
      return { page: aFetchedPage(aUrl(`http://bees.example${path}`), html), fetchedAt: 0 };
    });
    await writeWarcFile(file, all, {});
    return readFileSync(file);
  }

  it("A saved page gets a file of its own, under a name that a form and a project can hold", async () => {
    const expected = { file: "examples/my-bees-1-.html", pages: 1, leftOut: 0 };
    assert.deepEqual(await keep("my bees [1].htm", "<p>Bees"), expected);
    assert.equal((await keep("my bees [1].htm", "<p>More")).file, "examples/my-bees-1--2.html");
    assert.equal(readFileSync(join(ui.folder, expected.file), "utf8"), "<p>Bees");
  });

  it("The pages of a WARC file become files that one pattern of the project names", async () => {
    const warc = await recorded({ "/hive": "<title>Hive</title><p>Bees é", "/b": "<p>Combs" });
    const kept = await keep("bees.warc.gz", warc);
    assert.deepEqual(kept, { file: "examples/bees/*.html", pages: 2, leftOut: 0 });
    const [first = ""] = readdirSync(join(ui.folder, "examples/bees")).toSorted();
    const html = readFileSync(join(ui.folder, "examples/bees", first), "utf8");
    assert.match(html, /^\uFEFF<!-- saved from url=\(0024\)http:\/\/bees\.example\/hive -->/);
    assert.match(html, /Bees é/);
  });

  it("A crawl reads what was kept as its examples", async () => {
    const { file } = await keep("read.warc.gz", await recorded({ "/a": "<p>Bees", "/b": "<p>B" }));
    const text = await ask(
      "POST",
      "/projects/propose",
      JSON.stringify({
        ...{ name: "bees", topic: "", seedUrls: ["http://bees.example/"], examplePage: "" },
        ...{ good: [file], bad: ["http://stones.example/"], pages: "10", hours: "" },
        ...{ minDelaySeconds: "", contact: "you@example.org" },
      }),
    );
    const { text: yaml, problems } = (await text.json()) as { text: string; problems: string[] };
    assert.deepEqual(problems, []);
    const path = join(ui.folder, "bees.yaml");

    writeFileSync(path, yaml);
    const { need } = await loadProject(path);
    assert.deepEqual(need.good, [join(ui.folder, file)]);
    assert.deepEqual(need.bad, ["http://stones.example/"]);
  });

  it("A recording that holds no page, is none, or has too many leaves nothing behind", async () => {
    const before = readdirSync(join(ui.folder, "examples"));
    assert.equal((await keep("no.warc", "no recording")).code, "bad-warc");
    assert.equal((await keep("none.warc.gz", gzipSync("nothing"))).code, "bad-warc");
    const many = Array.from({ length: 201 }, (_, at) => [`/${at}`, `<p>${at}`]);
    const { code, hint } = await keep("many.warc.gz", await recorded(Object.fromEntries(many)));
    assert.equal(code, "too-many-examples");
    assert.match(hint, /dowser ui --web/);
    assert.deepEqual(readdirSync(join(ui.folder, "examples")), before);
  });

  it("A page that is longer than a crawl reads is refused at once, not at the start of the crawl", async () => {
    const { code, message } = await keep("long.html", "x".repeat(5_000_001));
    assert.equal(code, "example-too-long");
    assert.match(message, /^long\.html has 5\.0 MB/);
  });

  it("A file is taken up to its limit, which is larger than that of any other request", async () => {
    const answer = await list("seeds.txt", `http://a.example/\n${"#".repeat(9_000_000 / 100)}\n`);
    assert.deepEqual(answer.urls, ["http://a.example/"]);
    const status = await ask("POST", "/lists/seeds.txt", "x".repeat(33 * 2 ** 20)).then(
      (response) => response.status,
      () => 413,
    );
    assert.equal(status, 413);
  });

  it("A list is read as seeds.file is: a table by its column url, and what is no URL is told by line", async () => {
    const table = "title;url\nBees;http://bees.example/\nStones;stones\n";
    const { urls, notes } = await list("my seeds.csv", table);
    assert.deepEqual(urls, ["http://bees.example/"]);
    assert.match(notes[0] ?? "", /^my seeds\.csv:3 "stones" is no seed/);
    const { code, message } = await list("other.csv", "a,b\n1,2\n");
    assert.equal(code, "bad-seed-list");
    assert.equal(message, "the list of seeds other.csv has no column url; its columns are: a, b");
    assert.equal((await list("many.txt", urlsOf(10_001))).code, "too-many-examples");
  });

  it("No name leads out of the folder of examples", async () => {
    for (const name of ["../evil.html", "a\\b.warc", "\0.html", ".html", "x.exe", "../list.txt"]) {
      assert.equal((await keep(name, "x")).code, "bad-example-name", name);
      assert.equal((await list(name, "x")).code, "bad-example-name", name);
    }
    assert.equal(existsSync(join(ui.folder, "evil.html")), false);
  });
});

function urlsOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `http://a.example/${at}`).join("\n");
}
