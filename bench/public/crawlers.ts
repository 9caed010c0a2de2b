/** The crawlers of the public benchmark: each is a program that crawls from a seed and leaves what it exports. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../lib/run/print/print-error.ts";
import type { Command } from "../crawl/measured-run.ts";
import type { MadeWeb } from "./made-web.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(import.meta.dirname, "peers");
const PROGRAM = join(ROOT, "lib/cli/dowser.ts");

/** What a crawler leaves in its folder: a JSON line with the `url` of each page that it exports. */
const EXPORTED = "exported.jsonl";

/** A task as a crawler gets it. */
export interface Task {
  readonly web: Pick<MadeWeb, "need" | "keywords">;
  readonly seed: string;
  readonly pages: number;
  /** Empty, for what the crawler keeps. */
  readonly folder: string;
}

/** A crawler that takes part. */
export interface Crawler {
  readonly name: string;
  /** Why it cannot take part; `undefined` when it can. */
  readonly missing: () => string | undefined;
  /** The programs that crawl a task and export, one after the other. */
  readonly commands: (task: Task) => readonly Command[];
}

export const CRAWLERS: readonly Crawler[] = [
  dowser("auto"),
  dowser("best-first"),
  dowser("breadth-first"),
  peer("Crawl4AI best-first", "crawl4ai", ["crawl4ai_deep.py", "best-first"]),
  peer("Crawl4AI breadth-first", "crawl4ai", ["crawl4ai_deep.py", "breadth-first"]),
  peer("Scrapy breadth-first", "scrapy", ["scrapy_bfs.py"]),
];

/** Dowser by a strategy: its export has the pages that it calls relevant. */
function dowser(strategy: string): Crawler {
  return {
    name: `Dowser ${strategy}`,
    missing: () => undefined,
    commands({ web, seed, pages, folder }) {
      const project = join(folder, "project.yaml");
      const text = {
        name: "public",
        need: web.need,
        seeds: { urls: [seed] },
        strategy,
        budget: { pages },
        scope: { copies: "group" },
        politeness: { contact: "bench@dowser.example", minDelayMs: 0, allowLoopback: true },
        seed: 1,
      };
      writeFileSync(project, JSON.stringify(text));
      const run = join(folder, "run");
      const out = ["--format", "jsonl", "--relevant", "--out", join(folder, EXPORTED)];
      return [
        ["crawl", project, "--out", run],
        ["export", run, ...out],
      ].map((args) => ({
        program: process.execPath,
        args: [PROGRAM, ...args],
        goodCodes: [0, EXIT.noTarget],
      }));
    },
  };
}

/** Another project's crawler, in Python: all that it fetched is what it gives away. */
function peer(name: string, module: string, [script = "", ...words]: readonly string[]): Crawler {
  return {
    name,
    missing: () => (has(module) ? undefined : `${pythonOfPeers()} has no ${module}`),
    commands: ({ web, seed, pages, folder }) => [
      {
        program: pythonOfPeers(),
        args: [join(PEERS, script), ...words, folder, String(pages), seed, ...web.keywords],
        // What it keeps of its own is in the folder of the task.
        env: { CRAWL4_AI_BASE_DIRECTORY: folder },
      },
    ],
  };
}

/** The Python with the peers, as `bench/public/peers/requirements.txt` names them: `BENCH_PYTHON`, or the machine's. */
function pythonOfPeers(): string {
  return process.env["BENCH_PYTHON"] ?? "python3";
}

function has(module: string): boolean {
  const find = `import importlib.util as u, sys; sys.exit(u.find_spec("${module}") is None)`;
  try {
    execFileSync(pythonOfPeers(), ["-c", find], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Reads the URLs that a crawler has exported into its folder; a line that was cut short is none. */
export function exportedUrls(folder: string): readonly string[] {
  const file = join(folder, EXPORTED);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => String(JSON.parse(line).url));
}
