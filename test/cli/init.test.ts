import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, it } from "node:test";
import { checkSeeds } from "../../lib/cli/check-seeds.ts";
import { type InitOptions, type InitTerminal, initCommand } from "../../lib/cli/init.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { runCli } from "../support/run-cli.ts";
import { serveHosts } from "../support/served-hosts.ts";

let directory = "";
let out = "";
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "dowser-init-"));
  out = path.join(directory, "project.yaml");
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const someOptions = (options: Partial<InitOptions> = {}): InitOptions => ({
  out,
  seedUrl: [],
  good: [],
  check: false,
  yes: false,
  ...options,
});

/** A terminal whose user gives these answers, `undefined` taking what is offered. */
function aTerminal(answers: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const refusals: string[] = [];
  const printed: string[] = [];
  const left = [...answers];
  const terminal: InitTerminal = {
    ask: async ({ message, default: offered, validate }) => {
      asked.push(message);
      for (;;) {
        assert.ok(left.length > 0, `no answer to ${message}`);
        const answer = left.shift() ?? offered;
        const verdict = await validate(answer);
        if (verdict === true) return answer;
        refusals.push(verdict);
      }
    },
    print: (line) => printed.push(line),
  };
  return { terminal, asked, refusals, printed };
}

describe("initCommand", () => {
  it("`dowser init` asks for topic, examples, seeds, hosts, pages and contact, and writes the answers", async () => {
    writeFileSync(path.join(directory, "a.html"), "oaks");
    const list = path.join(directory, "more.txt");
    writeFileSync(list, "# mine\nhttps://example.org/acorn\n\n");
    const { terminal, asked, printed } = aTerminal([
      "Oak trees in Wales",
      undefined,
      `https://example.org/oak ${path.join(directory, "a.html")} @${list}`,
      "https://example.org/oak-1",
      "https://example.org/ https://example.net/",
      "no",
      "300",
      "me@example.org",
      "acorn, leaf and bark, acorn",
    ]);
    await initCommand(someOptions(), terminal);
    const project = await loadProject(out);
    assert.equal(asked.length, 9);
    assert.deepEqual(project.need.words, ["acorn", "leaf and bark"]);
    const good = ["https://example.org/oak", path.join(directory, "a.html")];
    assert.deepEqual(project.need.good, [...good, "https://example.org/acorn"]);
    assert.equal(project.need.examplePage, "https://example.org/oak-1");
    assert.equal(project.scope.hosts, "any");
    assert.match(printed.join(), /strategy auto: it learns which types of pages/);
    assert.equal(project.name, "oak-trees-in-wales");
    assert.equal(project.need.topic, "Oak trees in Wales");
    assert.deepEqual(project.seeds.urls, ["https://example.org/", "https://example.net/"]);
    assert.equal(project.politeness.contact, "me@example.org");
    assert.equal(project.budget.pages, 300);
    assert.match(printed.join(), /dowser crawl/);
  });

  it("`dowser init` asks again, with the reason, until an answer is valid", async () => {
    const { terminal, refusals } = aTerminal([
      "oaks",
      "Not A Name",
      "oaks",
      "no-such-file.html",
      "@no-such-list",
      undefined,
      undefined,
      "ftp://example.org",
      "https://example.org/",
      "perhaps",
      undefined,
      "me",
      "0",
      "10",
      "nobody",
      "https://example.org/about",
      Array.from({ length: 26 }, (_, at) => `oak${at}`).join(" "),
      "acorn bark",
    ]);
    await initCommand(someOptions(), terminal);
    const expected = [
      /^name: expected/,
      /^no such file: "no-such-file\.html"$/,
      /^cannot read the list "no-such-list"$/,
      /^seeds\.urls\[0\]: expected an http/,
      /^expected yes or no, found "perhaps"$/,
      /^budget\.pages: expected .*, found "me"$/,
      /^budget\.pages: expected at least 1, found 0$/,
      /^politeness\.contact: expected/,
      /^need\.words: expected at most 25/,
    ];
    assert.equal(refusals.length, expected.length, refusals.join("\n"));
    for (const [at, pattern] of expected.entries()) assert.match(refusals[at] ?? "", pattern);
    assert.equal((await loadProject(out)).budget.pages, 10);
  });

  it("`dowser init` does not ask for what the options give", async () => {
    const { terminal, asked } = aTerminal(Array.from({ length: 5 }, () => undefined));
    const seedUrl = ["https://example.org/"];
    const given = { topic: "oaks", words: "acorn bark", seedUrl, contact: "me@example.org" };
    await initCommand(someOptions(given), terminal);
    assert.equal(asked.length, 5);
    assert.deepEqual((await loadProject(out)).need.words, ["acorn", "bark"]);
    assert.equal((await loadProject(out)).need.topic, "oaks");
  });

  it("`dowser init` asks nothing with --yes, and says what the empty answers mean", async () => {
    const { terminal, asked, printed } = aTerminal([]);
    await initCommand(someOptions({ yes: true, topic: "oaks" }), terminal);
    assert.deepEqual(asked, []);
    assert.equal((await loadProject(out)).need.topic, "oaks");
    assert.deepEqual((await loadProject(out)).seeds.urls, []);
    assert.match(printed.join("\n"), /^no seed yet: /m);
    assert.match(printed.join("\n"), /^no contact yet: a live crawl refuses to start/m);
  });

  it("`dowser init` names the project even when the topic has no letters for it", async () => {
    const { terminal } = aTerminal([]);
    await initCommand(someOptions({ yes: true, topic: "蜂" }), terminal);
    assert.equal((await loadProject(out)).name, "project");
  });

  it("`dowser init` names the files of all its options from the folder of the project file", async () => {
    const folder = path.join(directory, "sub");
    mkdirSync(folder);
    const at = (name: string) => path.join(directory, name);
    for (const name of ["b.html", "c.html"]) writeFileSync(at(name), "<p>Oak");
    writeFileSync(at("seeds.txt"), "https://example.org/");
    const { code, stderr } = await runCli(
      "init --yes --topic oak --good b.html --good *.html --example-page c.html --seed-file seeds.txt --out sub/p.yaml".split(
        " ",
      ),
      { cwd: directory },
    );
    assert.equal(code, 0, stderr);
    const { need, seeds } = await loadProject(path.join(folder, "p.yaml"));
    assert.deepEqual(need.good, [at("b.html"), at("*.html")]);
    assert.deepEqual([need.examplePage, seeds.file], [at("c.html"), at("seeds.txt")]);
  });

  it("`dowser init` names a file of its options that is not there before it asks, and writes nothing", async () => {
    for (const [option, error] of [
      [
        { good: ["nowhere.html"] },
        { code: "example-unreadable", message: /page nowhere\.html: no such file/ },
      ],
      [{ examplePage: "nowhere.html" }, { code: "example-unreadable" }],
      [{ seedFile: "nowhere.txt" }, { code: "bad-seed-list" }],
    ] as const) {
      const { terminal, asked } = aTerminal([]);
      await assert.rejects(initCommand(someOptions(option), terminal), error);
      assert.deepEqual(asked, []);
    }
    assert.throws(() => readFileSync(out));
  });

  it("`dowser init` refuses options that make no project, and writes nothing", async () => {
    const { terminal } = aTerminal([]);
    const options = someOptions({ yes: true, contact: "nobody" });
    await assert.rejects(initCommand(options, terminal), { code: "bad-project" });
    assert.throws(() => readFileSync(out));
  });

  it("`dowser init` never overwrites a file", async () => {
    writeFileSync(out, "mine");
    const { terminal } = aTerminal([]);
    await assert.rejects(initCommand(someOptions({ yes: true }), terminal), {
      code: "file-exists",
      value: out,
    });
    assert.equal(readFileSync(out, "utf8"), "mine");
  });

  it("`dowser init` writes nothing when the user leaves", async () => {
    const leave: InitTerminal = {
      ask: async () => {
        throw Object.assign(new Error("closed"), { name: "ExitPromptError" });
      },
      print: () => {},
    };
    await assert.rejects(initCommand(someOptions(), leave), { code: "init-cancelled" });
    assert.throws(() => readFileSync(out));
  });

  it("`dowser init` takes piped lines as answers, in the order of the questions, and shows them", async () => {
    const lines = ["oaks", "", "", "", "https://example.org/", "yes", "20", "me@example.org"];
    const { code, stdout, stderr } = await pipedInit(lines);
    assert.equal(code, 0, stderr);
    const project = await loadProject(out);
    assert.deepEqual([project.need.topic, project.name], ["oaks", "oaks"]);
    assert.deepEqual(project.seeds.urls, ["https://example.org/"]);
    assert.deepEqual([project.scope.hosts, project.budget.pages], ["seeds", 20]);
    assert.match(stdout, /How many pages at most\? 20\n/);
  });

  it("`dowser init` refuses a piped line that is no answer, and writes nothing", async () => {
    const { code, stderr } = await pipedInit(["oaks", "Not A Name"]);
    assert.equal(code, 2);
    assert.match(stderr, /bad-answer/);
    assert.match(stderr, /Short name of the project\? name: expected .*"Not A Name"/);
    assert.throws(() => readFileSync(out));
  });

  it("`dowser init --check` says of each seed whether it answers, and exits with 3 when none does", async () => {
    const served = await serveHosts((_, path) => (path === "/" ? ["/a", "/b"] : { status: 404 }));
    try {
      const file = path.join(directory, "seeds.yaml");
      const origin = `http://a.localhost:${served.port}`;
      const project = (urls: readonly string[]) =>
        JSON.stringify({
          name: "a",
          seeds: { urls },
          politeness: { contact: "me@example.org", minDelayMs: 0, allowLoopback: true },
        });
      const said: string[] = [];
      writeFileSync(file, project([`${origin}/`, `${origin}/none`]));
      assert.equal(await checkSeeds(file, (line) => said.push(line)), 0);
      writeFileSync(file, project([`${origin}/none`]));
      assert.equal(await checkSeeds(file, (line) => said.push(line)), 3);
      assert.deepEqual(said, [
        `seed ${origin}/ answers with a page: "a.localhost/"`,
        `seed ${origin}/none does not exist: its server says so (4xx)`,
        `seed ${origin}/none does not exist: its server says so (4xx)`,
      ]);
    } finally {
      await served.close();
    }
  });
});

/** Runs the program with lines piped in. */
async function pipedInit(lines: readonly string[]) {
  const program = path.join(import.meta.dirname, "../../lib/cli/dowser.ts");
  const child = spawn(process.execPath, [program, "init", "--out", out]);
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.on("error", () => {});
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  const [code] = await once(child, "close");
  const [stdout, stderr] = await texts;
  return { code, stdout, stderr };
}
