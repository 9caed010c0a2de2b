/** The help of the program: commands in groups, in the order in which a user meets them. */
import { type CommandUnknownOpts, Help, type Option } from "@commander-js/extra-typings";

const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Crawl:", ["ui", "mcp", "init", "crawl", "recrawl", "status", "pause", "demo", "new"]],
  ["Judge:", ["label", "assess", "sample", "judge", "cut"]],
  [
    "Look at a run:",
    ["report", "search", "export", "forget", "why", "sitemap", "overlap", "audit"],
  ],
  ["Compare on a recording:", ["compare", "bench", "leaderboard"]],
  ["Teach from elsewhere:", ["ontology", "paths", "detect"]],
  [
    "In a stack on AWS:",
    ["estimate", "deploy", "start", "resume", "stop", "pull", "token", "destroy"],
  ],
]);

/** The help of the program: commands in groups, and no defaults that say nothing. */
export const HELP: Partial<Help> = {
  optionDescription(this: Help, option: Option): string {
    const { defaultValue, description } = option;
    const saysNothing =
      defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
    return saysNothing ? description : Help.prototype.optionDescription.call(this, option);
  },
  groupItems<Item>(
    unsorted: Item[],
    visible: Item[],
    groupOf: (item: Item) => string,
  ): Map<string, Item[]> {
    const groups = Map.groupBy(visible, groupOf);
    const titles = new Set([...GROUPS.keys(), ...unsorted.map(groupOf), ...groups.keys()]);
    return new Map([...titles].map((title) => [title, groups.get(title) ?? []]));
  },
};

/** Names the group of each command of the program, when all are added. */
export function groupCommands(program: CommandUnknownOpts): void {
  for (const command of program.commands) {
    for (const [title, names] of GROUPS)
      if (names.includes(command.name())) command.helpGroup(title);
  }
}
