/**
 * `npm run check:subjects`: the subjects of new commits are `area: change`, at most 72 characters, so that `git log`
 * can be searched. The commits before this rule are not judged, nor are those that the main branch has already.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Longest subject that `git log --oneline` shows whole in a terminal of 80 columns. */
const LONGEST = 72;

/** One or more words in lower case, a folder or a subject, then what changed. */
const AREA = /^[a-z][a-z0-9-]*(?:[ /.][a-z0-9-]+)*: \S/;

/** This file, from the root: the commit that added it is the first that knew the rule. */
const RULE = "test/gate/check-subjects.ts";

const MAIN = "origin/main";

if (import.meta.main) {
  const faults = faultsIn(join(import.meta.dirname, "../.."));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error("reword them (git rebase --interactive): the reason belongs into the body");
    process.exitCode = 1;
  }
}

/** Says what is wrong with the subjects of the commits to judge in a repository; nothing where there is no history. */
export function faultsIn(root: string): string[] {
  return commitsToJudge(root).flatMap(({ hash, subject }) => {
    const fault = faultOf(subject);
    return fault === undefined ? [] : [`${hash} ${JSON.stringify(subject)}: ${fault}`];
  });
}

/** Says what is wrong with a subject; `undefined` where nothing is. */
export function faultOf(subject: string): string | undefined {
  if (!AREA.test(subject)) return "no `area: change`, with the area in lower case";
  if (subject.length > LONGEST) return `${subject.length} characters, at most ${LONGEST}`;
  return undefined;
}

function commitsToJudge(root: string): { readonly hash: string; readonly subject: string }[] {
  // In a shallow clone the oldest commit that is there counts as the one that added all its files.
  const rule = git(root, "log", "--diff-filter=A", "--format=%H", "--", RULE).at(-1);
  if (rule === undefined) return [];
  const isOnMain = isAncestor(root, "HEAD", MAIN);
  const known = isOnMain === false ? [`^${MAIN}`] : [];
  return git(root, "log", "--no-merges", "--format=%h %s", "HEAD", `^${rule}`, ...known).map(
    (line) => ({
      hash: line.slice(0, line.indexOf(" ")),
      subject: line.slice(line.indexOf(" ") + 1),
    }),
  );
}

/** Whether a commit is in the history of another; `undefined` where one of them is not there. */
function isAncestor(root: string, commit: string, of: string): boolean | undefined {
  const { status } = spawnSync("git", ["merge-base", "--is-ancestor", commit, of], { cwd: root });
  return status === 0 ? true : status === 1 ? false : undefined;
}

/** The lines that git prints; none where it fails. */
function git(root: string, ...args: readonly string[]): string[] {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}
