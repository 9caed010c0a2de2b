import { Readable, Writable } from "node:stream";
import { runProgram } from "../../lib/cli/program.ts";

/** Commands of a help text: names at the start of lines under a heading that ends in "ommands:". */
const COMMAND = /^ {2}(?<name>[a-z][a-z-]*)(?: |$)/u;
const HEADING = /^\S.*:$/u;

/** Returns the page of all commands: the help of each, as the program prints it. */
export async function commandPage(): Promise<string> {
  return `# Commands\n\n${(await sectionsFrom([])).join("\n")}`;
}

/**
 * Returns the help of a command and of all below it, in the order of their helps; nothing of words that
 * name no command, as in an example below a heading.
 */
async function sectionsFrom(words: readonly string[]): Promise<readonly string[]> {
  const help = await helpOf(words);
  if (!`${help} `.startsWith(`Usage: ${["dowser", ...words].join(" ")} `)) return [];
  const title = words.length === 0 ? "" : `## ${words.join(" ")}\n\n`;
  const below = await Promise.all(namesIn(help).map((name) => sectionsFrom([...words, name])));
  return [`${title}\`\`\`text\n${help}\n\`\`\`\n`, ...below.flat()];
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

async function helpOf(words: readonly string[]): Promise<string> {
  let help = "";
  const stdout = new Writable({
    write(chunk, _, done) {
      help += chunk;
      done();
    },
  });
  const code = await runProgram([...words, "--help"], {
    stdin: Readable.from([]),
    stdout,
    stderr: stdout,
    env: {},
    on: () => {},
    off: () => {},
    exit: (exitCode) => {
      throw new Error(`the help of ${words.join(" ")} ends with ${exitCode}`);
    },
  });
  if (code !== 0) throw new Error(help);
  return help.trimEnd();
}
