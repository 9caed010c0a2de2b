import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/record-demo.ts";
import { openUi } from "../../lib/cli/ui/ui.ts";

/** Processor time of a crawl and of the workbench that watched it, in ms. */
export interface WatchedCost {
  readonly crawlMs: number;
  readonly watchMs: number;
  readonly seconds: number;
}

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** Clock ticks a second in /proc. */
const TICKS = 100;

/** Crawls the generated web of the demo while a page watches it, in this process. */
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
  const ui = await openUi(folder, { host: "127.0.0.1", port: 0, web: [] });
  const { origin, searchParams } = new URL(ui.url);
  const begun = performance.now();
  const web = join(folder, DEMO_FILES.web);
  const args = [PROGRAM, "crawl", "watched.yaml", "--web", web];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${searchParams.get("token")}` };
  const watching = fetch(`${origin}/api/runs/watched/events`, { headers, signal: abort.signal });
  const read = watching.then((response) => response.text()).catch(() => undefined);
  const before = process.cpuUsage();
  let crawlMs = 0;
  const timer = setInterval(() => {
    crawlMs = processorMs(child.pid) ?? crawlMs;
  }, 200);
  await once(child, "exit");
  clearInterval(timer);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - begun) / 1_000;
  abort.abort();
  await read;
  await ui.close();
  rmSync(folder, { recursive: true });
  return { crawlMs, watchMs: (user + system) / 1_000, seconds };
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
