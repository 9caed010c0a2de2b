import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { publint } from "publint";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import packageJson from "../../package.json" with { type: "json" };
import { docBlocks } from "../docs/doc-blocks.ts";
import { aUrl } from "../support/a-url.ts";
import { aClient, callTool, untilAtRest } from "../support/an-agent.ts";
import {
  addPackages,
  compile,
  type InstalledPackage,
  installPackage,
  run,
} from "../support/an-installed-package.ts";
import { aFetchedPage, linking } from "../support/scripted-web.ts";

/** A project that imports the package, and is compiled and run as its user would do it. */
const CONSUMER = join(import.meta.dirname, "consumer");

/** What `dowser new` writes, by its kind, and the tests that come with it. */
const NEW = { strategy: "short-paths", handler: "prices" };
const NEW_TESTS = Object.values(NEW).map((name) => `${name}.test.ts`);

/** The test of docs/strategies.md, which is about the strategy of {@link NEW}. */
const DOCUMENTED = "documented.test.ts";

const PRICE = '<p>Honey of our bees, a jar from the beekeeper.</p><b class="price">9 €</b>';

/** What an install may take on the disk. */
const MOST_BYTES = 60e6;

describe("the published package", () => {
  let pack: InstalledPackage;
  let [installed, project] = ["", ""];
  const dowser: InstalledPackage["dowser"] = (...words) => pack.dowser(...words);
  before(async () => {
    pack = await installPackage();
    ({ installed, project } = pack);
  });
  after(() => pack.remove());

  it("One command of npx runs it in an empty folder, and installs no more than who crawls and looks needs", () => {
    assert.equal(pack.printed, "0.1.0\n");
    assert.ok(pack.bytes < MOST_BYTES, `${pack.bytes} bytes`);
    const modules = dirname(installed);
    const others = Object.keys(packageJson.optionalDependencies);
    assert.deepEqual(
      others.filter((name) => existsSync(join(modules, name))),
      [],
    );
  });

  it("The package has JavaScript with types, its licence and its schema, and no bench, no source, and of the tests the contract of strategies", () => {
    const files = run("tar", ["-tzf", pack.tarball]).trim().split("\n");
    for (const file of ["LICENSE", "README.md", "docs/project.schema.json", "lib/cli/dowser.js"])
      assert.ok(files.includes(`package/${file}`), file);
    const others = files.filter(
      (file) =>
        !/[.](js|d[.]ts|json|md|yaml)$|^package\/(functions\/bundles[.]br|examples\/[^/]+[.]ts|LICENSE|web\/page[.]css|.*\/language-detector[.]mjs)$/.test(
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
      "test",
      "web",
    ];
    assert.deepEqual(folders, new Set(expected));
    const tests = files.filter((file) => /^package\/test\/(?!support\/)/.test(file));
    const contract = "package/test/contract/strategy";
    assert.deepEqual(tests.toSorted(), [`${contract}.d.ts`, `${contract}.js`]);
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
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(pack.tarball)));
    const problems = analysis.types ? analysis.problems : ["no types"];
    // ES modules alone: CommonJS loads them by import(), and resolution before Node 12 not at all.
    const serious = problems.filter(
      (each) =>
        typeof each === "string" || !["NoResolution", "CJSResolvesToESM"].includes(each.kind),
    );
    assert.deepEqual(serious, []);
  });

  it("A project that imports the package, what dowser new writes and the programs of the docs compile without skipping types, as they are", () => {
    cpSync(CONSUMER, project, { recursive: true });
    // Its user has these.
    addPackages(project, ["@types/node", "aws-cdk-lib", "constructs", "fast-check"]);
    for (const [kind, name] of Object.entries(NEW)) {
      const { status, stderr } = dowser(["new", kind, name]);
      assert.equal(status, 0, stderr);
    }
    const programs = docBlocks("docs/code.md").filter(({ language }) => language === "ts");
    assert.equal(programs.length, 3);
    for (const [at, { text }] of programs.entries())
      writeFileSync(join(project, `program-${at}.ts`), text);
    const documented = docBlocks("docs/strategies.md").find(({ language }) => language === "ts");
    writeFileSync(join(project, DOCUMENTED), documented?.text ?? "");
    const { compilerOptions, files } = JSON.parse(
      readFileSync(join(project, "tsconfig.json"), "utf8"),
    );
    // One compilation of all: each takes seconds to read the types of CDK.
    const whole = {
      compilerOptions: { ...compilerOptions, rewriteRelativeImportExtensions: true },
      files: [...files, "program-1.ts", "program-2.ts", DOCUMENTED, ...NEW_TESTS],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(whole));
    compile(project);
  });

  it("The first program of docs/code.md compiles with nothing but strict", () => {
    const compilerOptions = { module: "nodenext", strict: true, types: ["node"] };
    const first = { compilerOptions, files: ["program-0.ts"] };
    writeFileSync(join(project, "first.json"), JSON.stringify(first));
    compile(join(project, "first.json"));
  });

  it("A project that imports the package runs", async () => {
    await record("web.warc.gz", { "/": linking("/bees"), "/bees": "<h1>Bees</h1>" });
    const printed = JSON.parse(run(process.execPath, [join(project, "crawl.js")], project));
    assert.deepEqual(printed, { end: "frontier-empty", fetched: 2, read: 2, reported: true });
  });

  it("A CDK app of others that imports the package has a crawl in its stack, with the functions of the package", () => {
    // What CDK itself says of a template are warnings, and take six seconds.
    const options = ["--import", 'data:text/javascript,process.env.CDK_VALIDATION="false"'];
    run(process.execPath, [...options, join(project, "stack.js")], project);
    const template = readFileSync(join(project, "cdk.out/Team.template.json"), "utf8");
    const { Resources } = JSON.parse(template);
    const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
    assert.equal(types.filter((type) => type === "AWS::Lambda::Function").length, 6);
    const code = globSync("cdk.out/asset.*/index.mjs", { cwd: project });
    assert.equal(code.length, 6);
  });

  /** Records pages of one site in a file of the project. */
  async function record(file: string, pages: Readonly<Record<string, string>>): Promise<void> {
    const recorded = Object.entries(pages).map(([path, html]) => ({
      page: aFetchedPage(aUrl(`http://site.example${path}`), html),
      fetchedAt: 0,
    }));
    await writeWarcFile(join(project, file), recorded, {});
  }

  it("The first program of docs/code.md has ten lines, and runs: a recording stands for the live web", async () => {
    const lines = readFileSync(join(project, "program-0.ts"), "utf8").trim().split("\n");
    assert.ok(lines.filter((line) => line !== "").length <= 10);
    await record("honey.warc.gz", { "/": linking("/bees"), "/bees": PRICE });
    const there = lines.map((line) => line.replace("onPage(", 'recordings: ["honey.warc.gz"], $&'));
    writeFileSync(join(project, "hello.ts"), there.join("\n"));
    const printed = run(process.execPath, ["hello.ts"], project).trim().split("\n");
    assert.deepEqual(
      printed.map((line) => line.replace(/^\d\.\d\d /, "")),
      ["http://site.example/", "http://site.example/bees"],
    );
    const { stdout } = dowser(["export", "runs/honey", "--format", "jsonl"]);
    assert.match(stdout, /"saved_price":"9 €"/);
  });

  it("The program with a handler in docs/code.md offers, leaves out and saves", async () => {
    const need = { topic: "honey", words: ["jar", "bees", "beekeeper"] };
    const seeds = { urls: ["http://site.example/"] };
    writeFileSync(join(project, "honey.yaml"), JSON.stringify({ name: "shop", need, seeds }));
    const pages = {
      "/": linking("/bees", "/empty"),
      "/bees": PRICE,
      "/empty": "",
      "/archive": PRICE,
    };
    await record("shop.warc.gz", pages);
    const printed = run(process.execPath, ["program-2.ts", "shop.warc.gz"], project);
    assert.match(printed, /^2 \d\n$/);
    const { stdout } = dowser(["export", "runs/shop", "--format", "jsonl"]);
    assert.match(stdout, /"saved_posts":0,"saved_prices":\["9 €"\]/);
    assert.match(stdout, /site.example\/archive/);
  });

  it("What dowser new writes crawls and passes its tests as written, and so does the test of docs/strategies.md", () => {
    // The test runner would not start in itself.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const files = [...NEW_TESTS, DOCUMENTED];
    // In one process, which loads the package once.
    const words = ["--test", "--test-isolation=none", "--test-reporter=tap", ...files];
    const { stdout, status } = spawnSync(process.execPath, words, {
      ...{ cwd: project, env, encoding: "utf8" },
    });
    assert.equal(status, 0, stdout);
    const passed = Number(/^# pass (\d+)$/m.exec(stdout)?.[1]);
    assert.ok(passed >= files.length, stdout);
  });

  it("The installed program prints its version, and crawls a generated web", () => {
    assert.equal(dowser(["--version"]).stdout, "0.1.0\n");
    const { status, stdout, stderr } = dowser(["demo", "--pages", "20"]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /budget 20 pages/);
  });

  it("The installed program serves its page without the tools that made it", async (test) => {
    const program = join(installed, "lib/cli/dowser.js");
    const child = spawn(process.execPath, [program, "ui", dirname(pack.tarball), "--port", "0"], {
      stdio: "pipe",
    });
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

  it("The installed program serves agents, once the package of their protocol is installed beside it", async () => {
    const { status, stderr } = dowser(["mcp"]);
    assert.equal(status, 2);
    assert.match(stderr, /npm install @modelcontextprotocol\/sdk@1, then/);
    addPackages(project, ["@modelcontextprotocol/sdk"]);
    await record("agent.warc.gz", { "/": linking("/bees"), "/bees": PRICE });
    const { client } = aClient("yes");
    const program = join(installed, "lib/cli/dowser.js");
    const args = [program, "mcp", project, "--web", join(project, "agent.warc.gz")];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }),
    );
    const begin = { question: "bees and honey", seeds: ["http://site.example/"], pages: 2 };
    const { data } = await callTool(client, "begin_crawl", begin);
    assert.equal((await untilAtRest(client, data.run)).data.pagesFetched, 2);
    const page = { run: data.run, url: "http://site.example/bees" };
    assert.match(
      (await callTool(client, "read_page", page)).data.fromWeb.text,
      /^Honey of our bees/,
    );
    await client.close();
  });

  it("A missing package is named with the command that installs it beside an installed program", () => {
    const { status, stderr } = dowser(["status", join(installed, "examples/demo.yaml")]);
    assert.equal(status, 2);
    assert.match(stderr, /npm install @aws-sdk\/client-cloudformation@3 .*@aws-sdk\/client-s3@3/);
  });

  it("Another Node than the package needs is told so in one sentence", () => {
    const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})`;
    const { status, stdout, stderr } = dowser(["--version"], [`--import=${old}`]);
    assert.deepEqual({ status, stdout }, { status: 2, stdout: "" });
    assert.equal(stderr.trim().split("\n").length, 1);
    assert.match(stderr, /^dowser needs Node 24 or newer, and this is Node 20\.20\.2/);
  });
});
