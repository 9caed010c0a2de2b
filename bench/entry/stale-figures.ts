/** Which figures of docs/results are older than the bench that they came from, as git knows it. */
import { spawnSync } from "node:child_process";
import { codeLines } from "../structure/source-code.ts";

/** A dated line of a results page: the command, the machine, the day. */
const DATED = /^`npm run bench -- (?<name>[a-z-]+)[^`]*`: .*?(?<day>\d{1,2} [A-Z][a-z]+ \d{4})/;

/** Whether the code of a bench is what it was on a day; "unknown" where the history does not reach so far. */
export type Since = "same" | "changed" | "unknown";

/** Tells what became of a bench since the end of a day, in words of its results page. */
export type ChangedSince = (name: string, day: string) => Since;

/** A dated line of a page whose bench is another one now, or may be. */
export interface StaleFigures {
  /** The number of the line, from 0. */
  readonly line: number;
  readonly name: string;
  readonly day: string;
  readonly since: Exclude<Since, "same">;
}

/** Lists the dated lines of a results page whose bench changed after their day. */
export function staleFigures(page: string, changedSince: ChangedSince): StaleFigures[] {
  return page.split("\n").flatMap((text, line) => {
    const { name, day } = DATED.exec(text)?.groups ?? {};
    if (name === undefined || day === undefined) return [];
    const since = changedSince(name, day);
    return since === "same" ? [] : [{ line, name, day, since }];
  });
}

/** The page with a line under each dated one whose bench changed after its day. */
export function withStaleLines(page: string, changedSince: ChangedSince): string {
  const stale = new Map(
    staleFigures(page, changedSince)
      .filter(({ since }) => since === "changed")
      .map((each) => [each.line, each]),
  );
  return page
    .split("\n")
    .flatMap((text, line) => {
      const found = stale.get(line);
      return found === undefined ? [text] : [text, "", staleLine(found)];
    })
    .join("\n");
}

function staleLine({ day }: StaleFigures): string {
  return `*The code of this bench changed after ${day}: measured today, these figures may be others.*`;
}

/**
 * Compares the code of a bench, its file and its folder, with that of the last commit of the day. Comments and
 * imports do not count: a folder that moves makes no figure another.
 */
export function changedInGit(root: string): ChangedSince {
  const code = kept((object) => codeLines(git(root, "cat-file", "blob", object)).join("\n"));
  const lastOf = kept((day) =>
    git(root, "rev-list", "--max-count=1", `--before=${day} 23:59:59 +0000`, "HEAD").trim(),
  );
  const benches = kept((commit) => {
    const format = "--format=%(objectname) %(path)";
    return git(root, "ls-tree", "-r", format, commit, "--", "bench/");
  });
  const objectsAt = (commit: string, name: string) =>
    linesOf(benches(commit)).flatMap((line) => {
      const [object = "", path = ""] = line.split(" ");
      return path === `bench/${name}.ts` || path.startsWith(`bench/${name}/`) ? [object] : [];
    });
  return (name, day) => {
    const then = lastOf(day);
    if (then === "") return "unknown";
    const [before, now] = [objectsAt(then, name), objectsAt("HEAD", name)];
    const codeOf = (objects: readonly string[], others: readonly string[]) =>
      objects.filter((object) => !others.includes(object)).map(code);
    return codeOf(before, now).join("\n") === codeOf(now, before).join("\n") ? "same" : "changed";
  };
}

/** Returns the function, which computes each value once: git is a program that takes its time to start. */
function kept(of: (key: string) => string): (key: string) => string {
  const values = new Map<string, string>();
  return (key) => {
    const value = values.get(key) ?? of(key);
    values.set(key, value);
    return value;
  };
}

function linesOf(output: string): string[] {
  return output.split("\n").filter((line) => line !== "");
}

/** What git prints; nothing where it fails. */
function git(root: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout : "";
}
