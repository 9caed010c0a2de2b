import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { parseProject } from "../../lib/project/load-project.ts";
import { aFolder } from "../support/a-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { docBlocks, docPages, dowserCommands } from "./doc-blocks.ts";

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** Pages whose commands need nothing but this machine: they are run from the first to the last. */
const PLAYED = ["docs/start.md", "docs/study.md", "docs/recordings.md"];

describe("the documentation", () => {
  for (const page of PLAYED) {
    it(`each command of ${page} works, one after the other in one folder`, async (test) => {
      const folder = aFolder(test);
      const shell = shellIn(folder);
      for (const block of docBlocks(page)) {
        const name = /^name: (?<name>\S+)$/mu.exec(block.text)?.groups?.["name"];
        if (block.language === "yaml" && name !== undefined)
          writeFileSync(join(folder, `${name}.yaml`), block.text);
        if (block.language === "sh")
          for (const command of dowserCommands(block)) await shell(command);
      }
    });
  }

  it("each project file in it is accepted", async () => {
    const projects = docPages().flatMap((page) =>
      docBlocks(page).filter(
        ({ language, text }) => language === "yaml" && text.startsWith("name: "),
      ),
    );
    assert.ok(projects.length > 5, `${projects.length} project files`);
    for (const { text } of projects) await parseProject(text, "page");
  });

  it("each command and each option in it exists", async () => {
    const commands = docPages().flatMap((page) =>
      docBlocks(page)
        .filter(({ language }) => language === "sh")
        .flatMap((block) => dowserCommands(block).map((command) => ({ page, command }))),
    );
    const helps = new Map<string, string>();
    for (const { page, command } of commands) {
      const words = command.split(" ").slice(1);
      const names = words.slice(0, HAS_SUBCOMMANDS.has(words[0] ?? "") ? 2 : 1);
      const key = names.join(" ");
      const known = helps.get(key);
      const help = known ?? (await runCli([...names, "--help"])).stdout;
      helps.set(key, help);
      assert.match(help, new RegExp(`^Usage: dowser ${key}`, "u"), `${page}: ${command}`);
      for (const option of command.match(/(?<= )--[a-z][a-z-]*/gu) ?? [])
        assert.ok(help.includes(option), `${page}: ${command}: no ${option}`);
    }
  });
});

/** Commands that only have commands below them. */
const HAS_SUBCOMMANDS = new Set(["label", "ontology", "paths", "detect"]);

/** Returns a shell in a folder, in which `dowser` is the program; a person who is asked answers yes. */
function shellIn(folder: string): (command: string) => Promise<void> {
  const programs = join(folder, ".bin");
  mkdirSync(programs);
  const shim = join(programs, "dowser");
  writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(shim, 0o755);
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` };
  return async (command) => {
    const script = `yes y | ( ${command} )`;
    await promisify(execFile)("sh", ["-c", script], { cwd: folder, env });
  };
}
