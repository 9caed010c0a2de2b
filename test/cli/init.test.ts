import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type InitOptions, type InitTerminal, initCommand } from "../../lib/cli/init.ts";
import { loadProject } from "../../lib/project/load-project.ts";

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
  yes: false,
  ...options,
});

/** A terminal whose user gives these answers, `undefined` taking what is offered. */
function aTerminal(answers: readonly (string | undefined)[], isInteractive = true) {
  const asked: string[] = [];
  const refusals: string[] = [];
  const printed: string[] = [];
  const left = [...answers];
  const terminal: InitTerminal = {
    isInteractive,
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
  it("`dowser init` asks for topic, name, seeds, contact and pages, and writes the answers", async () => {
    const { terminal, asked, printed } = aTerminal([
      "Oak trees in Wales",
      undefined,
      "https://example.org/ https://example.net/",
      "me@example.org",
      "300",
    ]);
    await initCommand(someOptions(), terminal);
    const project = await loadProject(out);
    assert.equal(asked.length, 5);
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
      "ftp://example.org",
      "https://example.org/",
      "nobody",
      "https://example.org/about",
      "many",
      "0",
      "10",
    ]);
    await initCommand(someOptions(), terminal);
    assert.equal(refusals.length, 5);
    assert.match(refusals[0] ?? "", /^name: expected/);
    assert.match(refusals[1] ?? "", /^seeds\.urls\[0\]: expected an http/);
    assert.match(refusals[2] ?? "", /^politeness\.contact: expected/);
    assert.match(refusals[3] ?? "", /^budget\.pages: expected/);
    assert.equal((await loadProject(out)).budget.pages, 10);
  });

  it("`dowser init` does not ask for what the options give", async () => {
    const { terminal, asked } = aTerminal([undefined, undefined]);
    const given = { topic: "oaks", seedUrl: ["https://example.org/"], contact: "me@example.org" };
    await initCommand(someOptions(given), terminal);
    assert.equal(asked.length, 2);
    assert.equal((await loadProject(out)).need.topic, "oaks");
  });

  for (const [when, options, isInteractive] of [
    ["with --yes", { yes: true }, true],
    ["without a terminal", {}, false],
  ] as const) {
    it(`\`dowser init\` asks nothing ${when}`, async () => {
      const { terminal, asked } = aTerminal([], isInteractive);
      await initCommand(someOptions({ ...options, topic: "oaks" }), terminal);
      assert.deepEqual(asked, []);
      assert.equal((await loadProject(out)).need.topic, "oaks");
      assert.deepEqual((await loadProject(out)).seeds.urls, []);
    });
  }

  it("`dowser init` names the project even when the topic has no letters for it", async () => {
    const { terminal } = aTerminal([], false);
    await initCommand(someOptions({ topic: "蜂" }), terminal);
    assert.equal((await loadProject(out)).name, "project");
  });

  it("`dowser init` refuses options that make no project, and writes nothing", async () => {
    const { terminal } = aTerminal([], false);
    const options = someOptions({ contact: "nobody" });
    await assert.rejects(initCommand(options, terminal), { code: "bad-project" });
    assert.throws(() => readFileSync(out));
  });

  it("`dowser init` never overwrites a file", async () => {
    writeFileSync(out, "mine");
    const { terminal } = aTerminal([], false);
    await assert.rejects(initCommand(someOptions(), terminal), { code: "file-exists", value: out });
    assert.equal(readFileSync(out, "utf8"), "mine");
  });

  it("`dowser init` writes nothing when the user leaves", async () => {
    const leave: InitTerminal = {
      isInteractive: true,
      ask: async () => {
        throw Object.assign(new Error("closed"), { name: "ExitPromptError" });
      },
      print: () => {},
    };
    await assert.rejects(initCommand(someOptions(), leave), { code: "init-cancelled" });
    assert.throws(() => readFileSync(out));
  });
});
