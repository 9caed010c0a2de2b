import { execFileSync } from "node:child_process";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** Commands of a help text: names at the start of lines under a heading that ends in "ommands:". */
const COMMAND = /^ {2}(?<name>[a-z][a-z-]*)(?: |$)/u;
const HEADING = /^\S.*:$/u;

/** Returns the page of all commands: the help of each, as the program prints it. */
export function commandPage(): string {
  return `# Commands\n\n${sectionsFrom([]).join("\n")}`;
}

/**
 * Returns the help of a command and of all below it, in the order of their helps; nothing of words that
 * name no command, as in an example below a heading.
 */
function sectionsFrom(words: readonly string[]): readonly string[] {
  const help = helpOf(words);
  if (!`${help} `.startsWith(`Usage: ${["dowser", ...words].join(" ")} `)) return [];
  const title = words.length === 0 ? "" : `## ${words.join(" ")}\n\n`;
  const below = namesIn(help).flatMap((name) => sectionsFrom([...words, name]));
  return [`${title}\`\`\`text\n${help}\n\`\`\`\n`, ...below];
}

/** Returns the names of the commands that a help text lists. */
function namesIn(help: string): readonly string[] {
  const names: string[] = [];
  let isBelowHeading = false;
  for (const line of help.split("\n")) {
    if (HEADING.test(line)) isBelowHeading = !/^(?:Options|Arguments|Usage|Examples?):/u.test(line);
    const name = isBelowHeading ? COMMAND.exec(line)?.groups?.["name"] : undefined;
    if (name !== undefined && name !== "help") names.push(name);
  }
  return names;
}

function helpOf(words: readonly string[]): string {
  const options = {
    encoding: "utf8",
    env: { ...process.env, COLUMNS: "100", NO_COLOR: "1" },
  } as const;
  return execFileSync(process.execPath, [PROGRAM, ...words, "--help"], options).trimEnd();
}
