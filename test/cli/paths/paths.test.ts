import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { parsePaths } from "../../../lib/run/crawl/paths-file.ts";
import { writeCourseWarc } from "../../support/course-web.ts";
import { runCli } from "../../support/run-cli.ts";

describe("dowser paths record", () => {
  let folder = "";
  let warc = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-paths-"));
    warc = await writeCourseWarc(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  const clicks = (text: string) => {
    const file = join(folder, "clicks.txt");
    writeFileSync(file, text);
    return file;
  };
  const one = (path: string) => `http://one.example${path}`;

  it("`dowser paths record` turns clicks into paths, each page under the URL that was read", async () => {
    const file = clicks(`${one("/")}
${one("/dept/")}
${one("/courses")}
${one("/c1")}
${one("/old")}

http://two.example/
http://two.example/teaching
http://two.example/t1
`);
    const { code, stdout, stderr } = await runCli(["paths", "record", file, "--web", warc]);
    assert.equal(code, 0, stderr);
    const way = `${one("/")} ${one("/dept")} ${one("/courses")}`;
    assert.equal(
      stdout,
      `${way} ${one("/c1")}
${way} ${one("/c3")}
http://two.example/ http://two.example/teaching/ http://two.example/t1
`,
    );
    assert.match(stderr, /^3 paths from 8 clicks in 2 sessions; 0 clicks not linked, 0 not read/m);
  });

  it("`dowser paths record` names the lines that are not linked or not read, and continues", async () => {
    const file = clicks(`${one("/")}
${one("/nowhere")}
${one("/dept")}
${one("/c2")}
http://two.example/
http://two.example/t2`);
    const out = join(folder, "paths.txt");
    const args = ["paths", "record", file, "--web", warc, "--out", out];
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, "");
    assert.equal(readFileSync(out, "utf8"), `${one("/")} ${one("/dept")}\n`);
    const told = stderr.split("\n").map((line) => line.replace(`${file}:`, ""));
    const notLinked = "is linked from no page before it: taken as a start page";
    assert.deepEqual(told.slice(0, 8), [
      `2 ${one("/nowhere")} could not be read: not-recorded`,
      `4 ${one("/c2")} ${notLinked}`,
      `5 http://two.example/ ${notLinked}`,
      `6 http://two.example/t2 ${notLinked}`,
      `4 ${one("/c2")} is a start page that no path begins at`,
      "5 http://two.example/ is a start page that no path begins at",
      "6 http://two.example/t2 is a start page that no path begins at",
      "1 paths from 6 clicks in 1 sessions; 3 clicks not linked, 1 not read, 3 start pages without a path",
    ]);
  });

  it("`dowser paths record` refuses a list that holds no path, and an invalid list", async () => {
    const args = ["paths", "record", clicks(one("/")), "--web", warc];
    const lonely = await runCli(args);
    assert.equal(lonely.code, 2);
    assert.match(lonely.stderr, /\[no-click-path\]/);
    clicks("one two three");
    const wrong = await runCli(args);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /\[bad-paths\]: .*clicks\.txt:1 holds more than a URL/);
  });

  it("`dowser paths record` explains in its help how clicks are read", async () => {
    const { stdout } = await runCli(["paths", "record", "--help"]);
    assert.match(stdout, /A path begins at a start page/);
    assert.match(stdout, /Relevant are the pages whose line ends in " \*"/);
  });

  it("`dowser paths record` asks the live web once for each page, with a project's politeness", async () => {
    const served = await serveDemoWeb(generateDemoWeb(1));
    try {
      const origin = served.origins.get("university") ?? "";
      const way = ["/", "/horticulture/", "/horticulture/courses/"].map((path) => origin + path);
      const file = clicks([...way, way[1], way[2]].join("\n"));
      const project = join(folder, "project.yaml");
      const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
      writeFileSync(project, JSON.stringify({ name: "a", politeness }));
      const unnamed = await runCli(["paths", "record", file]);
      assert.match(unnamed.stderr, /\[contact-missing\]/);
      assert.equal(served.requests.length, 0);
      const { code, stdout, stderr } = await runCli([
        "paths",
        "record",
        file,
        "--project",
        project,
      ]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(parsePaths(stdout, ""), [way]);
      const asked = served.requests.map(({ url }) => new URL(url).pathname);
      assert.deepEqual(asked, ["/robots.txt", "/", "/horticulture/", "/horticulture/courses/"]);
    } finally {
      await served.close();
    }
  });
});
