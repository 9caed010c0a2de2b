import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { aFolder } from "../support/a-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { IS_SLOW } from "../support/slow.ts";
import { docBlocks, docPages, dowserCommands } from "./doc-blocks.ts";

/** Pages whose commands need nothing but this machine: they are run from the first to the last. */
const PLAYED = ["docs/start.md", "docs/study.md", "docs/recordings.md"];

describe("the documentation", () => {
  for (const page of PLAYED) {
    it(`each command of ${page} works, one after the other in one folder`, async (test) => {
      const folder = aFolder(test);
      let played = 0;
      for (const block of docBlocks(page)) {
        const name = /^name: (?<name>\S+)$/mu.exec(block.text)?.groups?.["name"];
        if (block.language === "yaml" && name !== undefined)
          writeFileSync(join(folder, `${name}.yaml`), block.text);
        if (block.language === "sh")
          for (const command of dowserCommands(block)) {
            played += 1;
            await play(command, IS_SLOW ? [] : fewer(command, played), folder);
          }
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

/** Options that leave a command a part of its work; a crawl that goes on later has some left. */
function fewer(command: string, played: number): readonly string[] {
  if (command.startsWith("dowser crawl ")) return ["--pages", String(20 + 3 * played)];
  return command.startsWith("dowser compare ") ? ["--budget", "15"] : [];
}

/** Plays a command in a folder, with further options; a person who is asked answers yes. */
async function play(command: string, more: readonly string[], cwd: string): Promise<void> {
  const [, ...words] = wordsOf(command);
  const { code, stderr } = await runCli([...words, ...more], { input: YES, cwd });
  assert.equal(code, 0, `${command}\n${stderr}`);
}

/** More answers than any command asks for. */
const YES = "y\n".repeat(1_000);

/** Splits a command as a shell does: at spaces, but not within quotes, which go. */
function wordsOf(command: string): string[] {
  assert.doesNotMatch(command, /[|<>;&$`\\*?]/u, `only a shell understands ${command}`);
  return Array.from(command.matchAll(/"(?<quoted>[^"]*)"|(?<plain>\S+)/gu), ({ groups }) =>
    String(groups?.["quoted"] ?? groups?.["plain"]),
  );
}
