import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../lib/run/print/print-error.ts";
import type { Command } from "./measured-run.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(import.meta.dirname, "peers");
/** Environments of the peers, made once: as large as they are, they are no part of the project. */
const CACHE = join(ROOT, "node_modules/.cache/bench-crawl");

const QUIET = { stdio: "ignore" } as const;

/** Pages a crawl may fetch: more than any closed web has, so that all crawlers fetch all of it. */
const NO_BUDGET = 1_000_000;

/** Returns the command that crawls the sites of the seeds to their end and stores what it finds in a folder. */
export type Crawl = (seeds: readonly string[], folder: string) => Command;

/** A crawler that takes part. */
interface Crawler {
  readonly name: string;
  /** Makes what the crawler needs on this machine; a text says why it cannot take part. */
  readonly prepare: () => Crawl | string;
}

/** The crawlers in the order of the table; the first is the one that others are compared with. */
export const CRAWLERS: readonly Crawler[] = [
  { name: "dowser", prepare: () => dowser() },
  { name: "dowser in one thread", prepare: () => dowser("--threads", "0") },
  { name: "crawlee", prepare: () => crawlee("disk") },
  { name: "crawlee in memory", prepare: () => crawlee("memory") },
  { name: "scrapy", prepare: scrapy },
  { name: "colly", prepare: colly },
];

function dowser(...options: readonly string[]): Crawl {
  return (seeds, folder) => dowserCommand(seeds, folder, options);
}

function dowserCommand(
  seeds: readonly string[],
  folder: string,
  options: readonly string[],
): Command {
  const project = join(folder, "project.yaml");
  const text = JSON.stringify({
    name: "bench",
    need: { topic: "music and travel with friends" },
    seeds: { urls: seeds },
    strategy: "breadth-first",
    scope: { hosts: "seeds" },
    budget: { pages: NO_BUDGET },
    politeness: { contact: "bench@dowser.example", minDelayMs: 0, allowLoopback: true },
    extract: { heading: "h1", date: "time[datetime]@datetime" },
  });
  writeFileSync(project, text);
  const entry = join(ROOT, "lib/cli/dowser.ts");
  return {
    program: process.execPath,
    args: [entry, "crawl", project, "--out", join(folder, "run"), ...options],
    goodCodes: [0, EXIT.noTarget],
  };
}

function crawlee(storage: "disk" | "memory"): Crawl {
  return (seeds, folder) => ({
    program: process.execPath,
    args: [join(PEERS, "crawlee.ts"), storage, ...seeds],
    env: { CRAWLEE_STORAGE_DIR: folder },
  });
}

function scrapy(): Crawl | string {
  if (!isOnMachine("python3", ["--version"])) return "no python3";
  const requirements = join(PEERS, "scrapy/requirements.txt");
  const folder = madeOnce("scrapy", [requirements], (path) => {
    execFileSync("python3", ["-m", "venv", path], QUIET);
    const install = ["-m", "pip", "install", "--quiet", "--requirement", requirements];
    execFileSync(join(path, "bin/python"), install, QUIET);
  });
  if (folder === undefined) return "its packages could not be installed";
  const spider = join(PEERS, "scrapy/spider.py");
  const program = join(folder, "bin/python");
  return (seeds, output) => ({ program, args: [spider, output, ...seeds] });
}

function colly(): Crawl | string {
  if (!isOnMachine("go", ["version"])) return "no go";
  const cwd = join(PEERS, "colly");
  const sources = ["main.go", "go.mod", "go.sum"].map((name) => join(cwd, name));
  const folder = madeOnce("colly", sources, (path) => {
    execFileSync("go", ["build", "-o", `${path}/`, "."], { ...QUIET, cwd });
  });
  if (folder === undefined) return "it could not be built";
  return (seeds, output) => ({ program: join(folder, "colly"), args: [output, ...seeds] });
}

function isOnMachine(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, QUIET);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the folder of an environment, which is made if there is none for these files as they are now;
 * `undefined` where it could not be made.
 */
function madeOnce(
  name: string,
  files: readonly string[],
  make: (folder: string) => void,
): string | undefined {
  const content = hash("sha256", files.map((file) => readFileSync(file, "utf8")).join("\n"));
  const folder = join(CACHE, `${name}-${content.slice(0, 8)}`);
  if (existsSync(folder)) return folder;
  // Renamed when it is complete, so that an interrupted installation is not taken for one.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    make(unfinished);
    renameSync(unfinished, folder);
    return folder;
  } catch {
    return undefined;
  }
}
