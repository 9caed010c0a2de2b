/** Commands that serve comparisons, and what learns detectors: their words are the program's, the rest is in `peers`. */
import type { Command } from "@commander-js/extra-typings";
import { fail } from "../errors.ts";

const COMMANDS = {
  compare: "crawl the same recorded web with several strategies",
  bench: "crawl tasks by several methods, and compare with results of other versions and people",
  leaderboard: "show files of bench results beside each other, the best method of each task first",
  detect: "learn to detect pages of a type",
};

/** Adds the commands of `peers`, which are loaded when they are run. */
export function addPeerCommands(program: Command<[], { stack?: true }>): void {
  for (const [name, description] of Object.entries(COMMANDS)) {
    program
      .command(name)
      .description(description)
      .argument("[arguments...]", `see dowser ${name} --help`)
      .allowUnknownOption()
      .helpOption(false)
      .action(async (args) => runPeerCommand(name, args));
  }
}

async function runPeerCommand(name: string, args: readonly string[]): Promise<void> {
  const { peersModule } = await import("../project/peers-folder.ts");
  const commands = peersModule("commands/bench-commands");
  if (commands === undefined) throw fail("no-peers", { name });
  const { benchProgram }: { readonly benchProgram: () => Pick<Command, "parseAsync"> } =
    await import(commands);
  await benchProgram().parseAsync([name, ...args], { from: "user" });
}
