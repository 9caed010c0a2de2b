/**
 * `npm run build [-- OPTIONS]`: gathers the pages of docs and those that are made from the code (commands, project file,
 * API, leaderboard) in `pages`, and builds the site into `dist`, with these options of `vitepress build`. A link that
 * leads nowhere fails it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { changedInGit, withStaleLines } from "../../bench/entry/stale-figures.ts";
import { commandPage } from "./command-page.ts";
import { leaderboardPage } from "./leaderboard-page.ts";
import { projectPage } from "./project-page.ts";

const SITE = import.meta.dirname;
const DOCS = join(SITE, "..");
const PAGES = join(SITE, "pages");

const changedSince = changedInGit(join(DOCS, ".."));

/** A link out of docs, to code: the site does not have its file. */
const LINK_TO_CODE = /\[(?<text>[^\]]+)\]\((?:\.\.\/)+(?:examples|lib|test|bench|infra)[^)]*\)/gu;

rmSync(PAGES, { recursive: true, force: true });
for (const file of globSync("**/*.md", { cwd: DOCS, exclude: ["site"] })) {
  const text = readFileSync(join(DOCS, file), "utf8").replaceAll(LINK_TO_CODE, "$<text>");
  write(file, file.startsWith("results") ? withStaleLines(text, changedSince) : text);
}
for (const file of globSync("{*.json,pictures/*}", { cwd: DOCS })) {
  cpSync(join(DOCS, file), join(PAGES, "public", file));
}
// A page shows its pictures from beside it, and links to them in the folder of files as they are.
cpSync(join(DOCS, "pictures"), join(PAGES, "pictures"), { recursive: true });
write("reference/commands.md", await commandPage());
write("reference/project.md", projectPage());
write("reference/leaderboard.md", leaderboardPage());
run("typedoc", "--options", join(SITE, "typedoc.json"));
run("vitepress", "build", SITE, ...process.argv.slice(2));

function write(page: string, text: string): void {
  const file = join(PAGES, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs a program of this package. */
function run(program: string, ...args: readonly string[]): void {
  const options = { stdio: "inherit", cwd: SITE } as const;
  execFileSync(join(SITE, "node_modules/.bin", program), args, options);
}
