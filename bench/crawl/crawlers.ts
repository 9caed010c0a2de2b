import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "./measured-run.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(import.meta.dirname, "peers");
/** Environments of the peers, made once: as large as they are, they are no part of the project. */
const CACHE = join(ROOT, "node_modules/.cache/bench-crawl");

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
  { name: "dowser", prepare: () => dowser },
  { name: "crawlee", prepare: () => crawlee("disk") },
  { name: "crawlee in memory", prepare: () => crawlee("memory") },
  { name: "scrapy", prepare: scrapy },
  { name: "colly", prepare: colly },
];

function dowser(seeds: readonly string[], folder: string): Command {
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
    args: [entry, "crawl", project, "--out", join(folder, "run")],
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
  const folder = join(CACHE, "scrapy");
  const python = join(folder, "bin/python");
  const made = madeOnce(folder, () => {
    execFileSync("python3", ["-m", "venv", folder], { stdio: "ignore" });
    const requirements = join(PEERS, "scrapy/requirements.txt");
    const install = ["-m", "pip", "install", "--quiet", "--requirement", requirements];
    execFileSync(python, install, { stdio: "ignore" });
  });
  if (!made) return "its packages could not be installed";
  const spider = join(PEERS, "scrapy/spider.py");
  return (seeds, output) => ({ program: python, args: [spider, output, ...seeds] });
}

function colly(): Crawl | string {
  if (!isOnMachine("go", ["version"])) return "no go";
  const folder = join(CACHE, "colly");
  const program = join(folder, "peer");
  const made = madeOnce(folder, () => {
    mkdirSync(folder, { recursive: true });
    const options = { cwd: join(PEERS, "colly"), stdio: "ignore" } as const;
    execFileSync("go", ["build", "-o", program, "."], options);
  });
  if (!made) return "it could not be built";
  return (seeds, output) => ({ program, args: [output, ...seeds] });
}

function isOnMachine(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Makes an environment if there is none yet; whether there is one now. A failure leaves nothing behind. */
function madeOnce(folder: string, make: () => void): boolean {
  if (existsSync(folder)) return true;
  try {
    make();
    return true;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}
