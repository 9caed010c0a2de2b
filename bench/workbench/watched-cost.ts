import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/demo.ts";

/** Processor time of a crawl and of the workbench that watched it, in ms. */
export interface WatchedCost {
  readonly crawlMs: number;
  /** From the start of the crawl to its end: what it takes to open the workbench is left out. */
  readonly watchMs: number;
  readonly seconds: number;
}

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** Clock ticks a second in /proc. */
const TICKS = 100;

/** Time between two readings of the clocks of the processes, in ms. */
const EVERY_MS = 200;

/** Crawls the generated web of the demo while a page watches it: three processes. */
export async function watchedCost(): Promise<WatchedCost> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-watched-"));
  await recordDemo(generateDemoWeb(1), folder);
  const project = {
    name: "watched",
    need: { topic: "beekeeping" },
    seeds: { urls: ["http://forum.demo.example/", "http://garden-blog.demo.example/"] },
    budget: { pages: 1_400 },
  };
  writeFileSync(join(folder, "watched.yaml"), JSON.stringify(project));
  const ui = spawn(process.execPath, [PROGRAM, "ui", folder, "--port", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { origin, searchParams } = new URL(await addressOf(ui));
  const headers = { authorization: `Bearer ${searchParams.get("token")}` };
  await (await fetch(`${origin}/api/runs`, { headers })).text();
  const before = processorMs(ui.pid) ?? 0;
  const begun = performance.now();
  const abort = new AbortController();
  const watching = fetch(`${origin}/api/runs/watched/events`, { headers, signal: abort.signal });
  const read = watching.then((response) => response.text()).catch(() => undefined);
  const args = [PROGRAM, "crawl", "watched.yaml", "--web", join(folder, DEMO_FILES.web)];
  const crawl = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  let crawlMs = 0;
  const timer = setInterval(() => {
    crawlMs = processorMs(crawl.pid) ?? crawlMs;
  }, EVERY_MS);
  await once(crawl, "exit");
  clearInterval(timer);
  const watchMs = (processorMs(ui.pid) ?? before) - before;
  const seconds = (performance.now() - begun) / 1_000;
  abort.abort();
  await read;
  ui.kill("SIGINT");
  await once(ui, "exit");
  rmSync(folder, { recursive: true });
  return { crawlMs, watchMs, seconds };
}

/** Returns the address that `dowser ui` prints. */
async function addressOf(ui: ChildProcess): Promise<string> {
  if (ui.stdout === null) throw new Error("dowser ui has no output");
  for await (const line of createInterface(ui.stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("dowser ui printed no address");
}

/** Processor time of a process so far; `undefined` when it has ended. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  } catch {
    return undefined;
  }
}
