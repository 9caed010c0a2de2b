/** The program of a checkout, run on the recorded demo web: what a crawl of a few pages takes, and what it calls. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../../demo/record-demo-web.ts";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";

const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

/** Writes the processor time of a process, in µs, to its third pipe when it ends. */
const REPORT_TIME = asModule(
  `import { writeSync } from "node:fs";
  process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });`,
);

/**
 * Lets time pass fifty times slower in a process, so that no timer ends during a short crawl: which functions run
 * then depends on the pages alone, however busy the machine is.
 */
const SLOW_TIME = asModule(
  `const { setTimeout, setInterval } = globalThis;
  globalThis.setTimeout = (call, ms = 0, ...rest) => setTimeout(call, 50 * ms, ...rest);
  globalThis.setInterval = (call, ms = 0, ...rest) => setInterval(call, 50 * ms, ...rest);
  const since = performance.now.bind(performance);
  const started = Date.now();
  performance.now = () => since() / 50;
  Date.now = () => started + Math.floor(since() / 50);`,
);

/** How a crawl ends that found no target, as one of few pages may. */
const NO_TARGET = 4;

/** The commands of a checkout, run on the recorded demo web. */
export interface MeasuredCheckout {
  readonly root: string;
  /** Crawls so many pages into a new run; gives the processor time it took, in s. */
  crawl(pages: number): Promise<number>;
  /** Crawls so many pages in slow time, and gives the folder in which V8 counted the calls of functions. */
  crawlCounted(pages: number): Promise<string>;
  /** Lists the labels of the last run; gives the processor time it took, in s. */
  listLabels(): Promise<number>;
}

/** Prepares the program of the checkout at `root`, which works in an empty folder. */
export async function measuredCheckout(root: string, folder: string): Promise<MeasuredCheckout> {
  const { warc, seed } = await recordDemo(folder);
  const run = join(folder, "runs", "structure");
  const dowser = (args: readonly string[], coverage?: string) =>
    runProgram(root, folder, args, coverage);
  const crawl = async (pages: number, coverage?: string) => {
    rmSync(run, { recursive: true, force: true });
    const project = join(folder, "structure.yaml");
    writeFileSync(
      project,
      JSON.stringify({
        name: "structure",
        need: { topic: "beekeeping" },
        seeds: { urls: [seed] },
        strategy: "best-first",
        budget: { pages },
      }),
    );
    return dowser(["crawl", project, "--web", warc], coverage);
  };
  return {
    root,
    crawl: (pages) => crawl(pages),
    async crawlCounted(pages) {
      const coverage = join(folder, `coverage-${pages}`);
      mkdirSync(coverage);
      await crawl(pages, coverage);
      return coverage;
    },
    listLabels: () => dowser(["label", "list", run]),
  };
}

async function recordDemo(folder: string) {
  const warc = join(folder, "demo.warc.gz");
  const recorded = [...recordDemoWeb(generateDemoWeb(1))].filter(({ headers }) =>
    headers.every(([name]) => name !== "content-encoding"),
  );
  const pages = recorded.flatMap(({ url, status, headers, body }) => {
    const parsed = canonicalUrl(url);
    if (!parsed.ok) return [];
    const page: FetchedPage = {
      ...{ kind: "page", url: parsed.url, status, headers, body: Buffer.from(body) },
      ...{ mediaType: "text/html", charset: undefined, truncated: false },
    };
    return [{ page, fetchedAt: Date.UTC(2026, 0, 1) }];
  });
  await writeWarcFile(warc, pages, { software: "bench" });
  return { warc, seed: pages[0]?.page.url ?? "" };
}

/** The file that starts the program of a checkout, as its package names it. */
function programOf(root: string): string {
  const read: { readonly bin: { readonly dowser: string } } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return join(root, read.bin.dowser);
}

async function runProgram(
  root: string,
  cwd: string,
  args: readonly string[],
  coverage: string | undefined,
): Promise<number> {
  const counting = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage };
  const preloads = coverage === undefined ? [REPORT_TIME] : [REPORT_TIME, SLOW_TIME];
  const child = spawn(
    process.execPath,
    [...preloads.flatMap((module) => ["--import", module]), programOf(root), ...args],
    {
      cwd,
      env: { ...process.env, ...counting },
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    },
  );
  let [errors, time] = ["", ""];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  child.stdio[3]?.on("data", (text: Buffer) => {
    time += text.toString();
  });
  await once(child, "close");
  if (child.exitCode !== 0 && child.exitCode !== NO_TARGET)
    throw new Error(`dowser ${args.join(" ")} failed: ${errors}`);
  return Number(time) / 1e6;
}
