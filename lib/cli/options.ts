/** The help of the program, and the values of its options. */
import {
  type CommandUnknownOpts,
  Help,
  InvalidArgumentError,
  Option,
} from "@commander-js/extra-typings";
import { CUT_NAMES } from "../domain/methods/label-need.ts";

/** Commands by what they are for, in the order in which a user meets them. */
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

/** What `--strategy-module` is for, in the help of each command that reads a run with its strategy. */
export const STRATEGY_MODULE =
  "the strategy module of the run, where it has one: a file or package whose code you trust";

/** Relevant pages alone. */
export function relevantOption(description: string) {
  return new Option("--relevant", description).default(false);
}

/** The former name of {@link relevantOption}, which scripts have. */
export function targetsOption() {
  return new Option("--targets").implies({ relevant: true }).hideHelp();
}

/** Which pages are called relevant: commands that show or write them share these options. */
export function cutOption() {
  return new Option(
    "--cut <name>",
    "which pages are called relevant: as many as there seem to be, or few wrong ones (default: need.cut)",
  ).choices(CUT_NAMES);
}

/** A least score instead of a cut. */
export function minScoreOption() {
  return new Option("--min-score <score>", "call pages of this score or more, from 0 to 1, instead")
    .argParser(share)
    .conflicts("cut");
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError("expected a number from 0 to 1");
  return value;
}

/** Recordings in place of the live web; `use` says what is done with one. */
export function webOption(use: string) {
  return new Option("--web <path>", `${use} (WARC file or folder); may be repeated`)
    .argParser(collect)
    .default(NONE);
}

/** What an option that may be repeated has where it is not given. */
export const NONE: readonly string[] = [];

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Reads an option that is a whole number from `least` on. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least && /^\d+$/.test(text)) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least}.`);
  };
}

/** Reads an option that is a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("expected a number above 0.");
}

/** Reads a country, which is checked where it is used: a word that can be none is the directory, which the option took. */
export function countryName(text: string): string {
  if (/^\p{L}[^/\\.\d]*$/u.test(text)) return text;
  throw new InvalidArgumentError("expected a country such as DE. The directory comes before it.");
}

/** Reads a port; 0 is any that is free. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError("expected a port from 0 to 65535.");
}
