import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the processor time of a process, in µs, to its third pipe when it ends. */
const REPORT_TIME = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
  process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });`,
)}`;

/** The commands of a checkout, run on a recording. */
export interface MeasuredCheckout {
  readonly root: string;
  /** Where runs and measurements are kept. */
  readonly folder: string;
  /** Crawls so many pages into a new run; gives the processor time it took, in s. */
  crawl(pages: number, environment?: NodeJS.ProcessEnv): Promise<number>;
  /** Lists the labels of the last run; gives the processor time it took, in s. */
  listLabels(environment?: NodeJS.ProcessEnv): Promise<number>;
}

/** Prepares the commands of the checkout at `root` to crawl the recording from `seed`, in an empty folder. */
export function measuredCheckout(
  root: string,
  folder: string,
  { warc, seed }: { readonly warc: string; readonly seed: string },
): MeasuredCheckout {
  const run = join(folder, "runs", "structure");
  return {
    root,
    folder,
    async crawl(pages, environment = {}) {
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
      return runCommand(root, folder, ["crawl", project, "--web", warc], environment);
    },
    listLabels: (environment = {}) => runCommand(root, folder, ["label", "list", run], environment),
  };
}

async function runCommand(
  root: string,
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(
    process.execPath,
    ["--import", REPORT_TIME, join(root, "lib/cli/dowser.ts"), ...args],
    {
      cwd,
      env: { ...process.env, ...environment },
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
  if (child.exitCode !== 0) throw new Error(`dowser ${args.join(" ")} failed: ${errors}`);
  return Number(time) / 1e6;
}
