import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import { docBlocks } from "../docs/doc-blocks.ts";
import { aUrl } from "../support/a-url.ts";
import { aFetchedPage, linking } from "../support/scripted-web.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A project that imports the package, and is compiled and run as its user would do it. */
const CONSUMER = join(import.meta.dirname, "consumer");

describe("the published package", () => {
  const at = mkdtempSync(join(tmpdir(), "dowser-package-"));
  const installed = join(at, "project/node_modules/dowser");
  let tarball = "";
  after(() => rmSync(at, { recursive: true, force: true }));
  before(() => {
    const built = join(at, "built");
    run(process.execPath, [join(ROOT, "lib/public/build-package.ts"), built]);
    const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", at], built));
    tarball = join(at, packed.filename);
    install();
  });

  /** Unpacks the package into an empty project. Its dependencies are those of this checkout. */
  function install(): void {
    mkdirSync(installed, { recursive: true });
    run("tar", ["-xzf", tarball, "-C", installed, "--strip-components", "1"]);
    const modules = dirname(installed);
    for (const name of readdirSync(join(ROOT, "node_modules")))
      if (!name.startsWith(".")) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }

  const dowser = (args: readonly string[], preload: readonly string[] = []) =>
    spawnSync(process.execPath, [...preload, join(installed, "lib/cli/dowser.js"), ...args], {
      cwd: join(at, "project"),
      encoding: "utf8",
    });

  it("The package has JavaScript with types, its licence and its schema, and no test, bench or source", () => {
    const files = run("tar", ["-tzf", tarball]).trim().split("\n");
    for (const file of ["LICENSE", "README.md", "docs/project.schema.json", "lib/cli/dowser.js"])
      assert.ok(files.includes(`package/${file}`), file);
    const others = files.filter(
      (file) =>
        !/[.](js|d[.]ts|json|md|yaml)$|^package\/functions\/bundles\/[^/]+\/[^/]+[.]mjs([.]map)?$|LICENSE$|web\/page[.]css$/.test(
          file,
        ),
    );
    assert.deepEqual(others, []);
    const folders = new Set(files.map((file) => file.split("/")[1]));
    const expected = [
      "LICENSE",
      "README.md",
      "demo",
      "docs",
      "examples",
      "functions",
      "infra",
      "lib",
      "package.json",
      "peers",
      "web",
    ];
    assert.deepEqual(folders, new Set(expected));
  });

  it("The package has the peers and their commands, which it finds when they are asked for", () => {
    const { status, stdout } = dowser(["bench", "--help"]);
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: dowser bench \[options\] <tasks/);
    const { stderr } = dowser(["compare", "x.yaml", "--strategies", "tpm:sampleSize=0"]);
    assert.doesNotMatch(stderr, /must be one of/);
  });

  it("The linters of packages find nothing in it", async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    assert.deepEqual(messages, []);
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    const problems = analysis.types ? analysis.problems : ["no types"];
    // ES modules alone: CommonJS loads them by import(), and resolution before Node 12 not at all.
    const serious = problems.filter(
      (each) =>
        typeof each === "string" || !["NoResolution", "CJSResolvesToESM"].includes(each.kind),
    );
    assert.deepEqual(serious, []);
  });

  it("A project that imports the package and the program of docs/code.md compile without skipping types, and the project runs", async () => {
    const project = join(at, "project");
    const hello = docBlocks("docs/code.md").find(({ text }) => text.includes("onPage("));
    const lines = hello?.text.trim().split("\n") ?? [];
    assert.ok(lines.length > 5 && lines.length < 20);
    writeFileSync(join(project, "hello.ts"), hello?.text ?? "");
    run("cp", ["-r", `${CONSUMER}/.`, project]);
    // In one program: the compiler reads the types of the CDK and of Node once.
    const options = { extends: "./tsconfig.json", files: ["crawl.ts", "stack.ts", "hello.ts"] };
    writeFileSync(join(project, "all.json"), JSON.stringify(options));
    const pages = [
      aFetchedPage(aUrl("http://site.example/"), linking("/bees")),
      aFetchedPage(aUrl("http://site.example/bees"), "<h1>Bees</h1>"),
    ];
    const recorded = pages.map((page) => ({ page, fetchedAt: 0 }));
    await writeWarcFile(join(project, "web.warc.gz"), recorded, {});
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    run(process.execPath, [compiler, "--singleThreaded", "-p", join(project, "all.json")]);
    const printed = JSON.parse(run(process.execPath, [join(project, "crawl.js")], project));
    assert.deepEqual(printed, { end: "frontier-empty", fetched: 2, read: 2, reported: true });
  });

  it("A CDK app of others that imports the package has a crawl in its stack, with the functions of the package", () => {
    const project = join(at, "project");
    run(process.execPath, [join(project, "stack.js")], project);
    const template = readFileSync(join(project, "cdk.out/Team.template.json"), "utf8");
    const { Resources } = JSON.parse(template);
    const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
    assert.equal(types.filter((type) => type === "AWS::Lambda::Function").length, 6);
    const code = globSync("cdk.out/asset.*/index.mjs", { cwd: project });
    assert.equal(code.length, 6);
  });

  it("The program with a handler in docs/code.md, compiled as copied, runs", async () => {
    const project = join(at, "project");
    const price = '<p>Honey of our bees, a jar from the beekeeper.</p><b class="price">9 €</b>';
    const pages = [
      aFetchedPage(aUrl("http://site.example/"), linking("/bees")),
      aFetchedPage(aUrl("http://site.example/bees"), price),
      aFetchedPage(aUrl("http://site.example/archive"), price),
    ];
    const recorded = pages.map((page) => ({ page, fetchedAt: 0 }));
    await writeWarcFile(join(project, "honey.warc.gz"), recorded, {});
    const printed = run(process.execPath, [join(project, "hello.js"), "honey.warc.gz"], project);
    assert.match(printed, /^3 \d\n$/);
    const { stdout } = dowser(["export", "runs/honey", "--format", "jsonl"]);
    assert.match(stdout, /"saved_price":"9 €"/);
  });

  it("The installed program prints its version, and crawls a generated web", () => {
    assert.equal(dowser(["--version"]).stdout, "0.1.0\n");
    const { status, stdout, stderr } = dowser(["demo", "--pages", "20"]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /budget 20 pages/);
  });

  it("The installed program serves its page without the tools that made it", async (test) => {
    const program = join(installed, "lib/cli/dowser.js");
    const child = spawn(process.execPath, [program, "ui", at, "--port", "0"], { stdio: "pipe" });
    test.after(() => child.kill("SIGKILL"));
    const [printed] = await once(child.stdout, "data");
    const { origin, searchParams } = new URL(/http\S+/.exec(String(printed))?.[0] ?? "");
    const headers = { authorization: `Bearer ${searchParams.get("token")}` };
    for (const file of ["page.js", "page.css"]) {
      const response = await fetch(`${origin}/${file}`, { headers });
      const sent = Buffer.from(await response.arrayBuffer());
      assert.ok(sent.equals(readFileSync(join(installed, "web", file))), file);
    }
    child.kill("SIGTERM");
    await once(child, "close");
    assert.equal(child.exitCode, 0);
  });

  it("A missing package is named with the command that installs it beside an installed program", () => {
    const hide = `--import=${join(ROOT, "test/support/hide-packages.ts")}`;
    const { status, stderr } = dowser(["status", join(installed, "examples/demo.yaml")], [hide]);
    assert.equal(status, 2);
    assert.match(stderr, /npm install @aws-sdk\/client-cloudformation/);
  });

  it("Another Node than the package needs is told so in one sentence", () => {
    const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})`;
    const { status, stdout, stderr } = dowser(["--version"], [`--import=${old}`]);
    assert.deepEqual({ status, stdout }, { status: 2, stdout: "" });
    assert.equal(stderr.trim().split("\n").length, 1);
    assert.match(stderr, /^dowser needs Node 24 or newer, and this is Node 20\.20\.2/);
  });
});

function run(program: string, args: readonly string[], cwd: string = ROOT): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
