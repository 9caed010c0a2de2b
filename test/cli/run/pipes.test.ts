import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { aCrawledSite, recordPages } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example/";
const PROGRAM = join(import.meta.dirname, "../../../lib/cli/dowser.ts");

describe("pipes and devices in the place of files", () => {
  for (const [what, named] of [
    ["seeds.file", (file: string) => ({ seeds: { file } })],
    ["a table of seeds", (file: string) => ({ seeds: { file: `${file}.csv` } })],
    ["need.good", (file: string) => ({ need: { good: [file] } })],
    ["need.bad", (file: string) => ({ need: { topic: "bees", bad: [file] } })],
    ["need.examplePage", (file: string) => ({ need: { examplePage: file } })],
    ["need.paths", (file: string) => ({ need: { paths: file }, strategy: "link-distance" })],
    [
      "need.ontology",
      (file: string) => ({ need: { topic: "bees", ontology: file }, strategy: "lokman" }),
    ],
    [
      "an index of an ontology",
      (file: string) => {
        const ontology = `${file}.sqlite`;
        return { need: { topic: "bees", ontology }, strategy: "lokman" };
      },
    ],
    ["strategy.module", (file: string) => ({ strategy: { module: `${file}.mjs` } })],
    ["strategy.model", (file: string) => ({ strategy: { name: "link-distance", model: file } })],
    ["stop.of", (file: string) => ({ stop: { recall: 0.9, of: file } })],
    ["access", (file: string) => ({ access: file })],
  ] as const) {
    it(`A pipe under ${what} is refused with a hint, and nothing waits for it`, async (test) => {
      const folder = aFolder(test);
      const pipe = join(folder, "pipe");
      for (const ending of ["", ".csv", ".mjs", ".sqlite"])
        execFileSync("mkfifo", [`${pipe}${ending}`]);
      const web = join(folder, "web.warc.gz");
      await recordPages(web, [[SITE, "<title>Bees</title><p>bees"]]);
      const project = { name: "p", seeds: { urls: [SITE] }, strategy: "breadth-first" };
      const file = join(folder, "p.json");
      writeFileSync(file, JSON.stringify({ ...project, ...named(pipe) }));
      const live = what === "access" ? [] : ["--web", web];
      const { code, stderr } = await runCli(["crawl", file, ...live, "--out", join(folder, "run")]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /no file|contact-missing/);
      assert.match(stderr, /hint: /);
    });
  }

  it("A pipe is no recording, and one among those of a folder is left out", async (test) => {
    const folder = aFolder(test);
    const web = join(folder, "web");
    mkdirSync(web);
    await recordPages(join(web, "a.warc.gz"), [[SITE, "<title>Bees</title><p>bees"]]);
    execFileSync("mkfifo", [join(web, "b.warc.gz")]);
    const file = join(folder, "p.json");
    writeFileSync(file, JSON.stringify({ name: "p", seeds: { urls: [SITE] }, strategy: "random" }));
    const crawl = (path: string) =>
      runCli(["crawl", file, "--web", path, "--out", join(folder, "run")]);
    const { stderr } = await crawl(join(web, "b.warc.gz"));
    assert.match(stderr, /no-warc.*neither a file nor a folder/);
    assert.equal((await crawl(web)).code, 0);
  });

  it("What the command line names may be a pipe, as of `<(command)` in a shell", async (test) => {
    const folder = aFolder(test);
    const web = join(folder, "web.warc.gz");
    await recordPages(web, [[SITE, "<title>Bees</title><p>bees"]]);
    const project = `{"name":"p","seeds":{"urls":["${SITE}"]},"strategy":"breadth-first"}`;
    const run = join(folder, "run");
    const shell = async (line: string) => {
      const child = spawn("bash", ["-c", line], { stdio: ["ignore", "pipe", "pipe"] });
      let text = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
      await once(child, "close");
      return { code: child.exitCode, text };
    };
    const dowser = `${process.execPath} ${PROGRAM}`;
    const crawled = await shell(`${dowser} crawl <(echo '${project}') --web ${web} --out ${run}`);
    assert.equal(crawled.code, 0, crawled.text);
    const labelled = await shell(
      `${dowser} label import ${run} <(printf 'url,label\\n${SITE},good\\n')`,
    );
    assert.equal(labelled.code, 0, labelled.text);
  });

  const skip = existsSync("/dev/full") ? false : "this system has no device that is always full";
  it("Standard output that cannot be written is named once, with a hint and an exit code", {
    skip,
  }, async (test) => {
    const run = await aCrawledSite(aFolder(test), [[SITE, "<title>Bees</title><p>bees"]]);
    const full = openSync("/dev/full", "w");
    test.after(() => closeSync(full));
    for (const args of [["--version"], ["status", run], ["export", run, "--format", "csv"]]) {
      const stdio = ["ignore", full, "pipe"] as const;
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
        stdio: [...stdio],
        encoding: "utf8",
      });
      assert.equal(status, 1);
      assert.equal(
        stderr,
        "error [file-trouble]: standard output: no space left on device\nhint: make room on the disk, and run the same command again: a crawl resumes\n",
      );
    }
  });
});
