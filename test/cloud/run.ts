import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ONE_FAILED, printTestCounts, testCountsIn } from "../support/test-counts.ts";
import { installMinistack } from "./support/install-ministack.ts";
import { type Ministack, startMinistack } from "./support/start-ministack.ts";

/**
 * `npm run test:cloud [-- --required] [FILE…]`: runs the tests of this folder, or the named ones,
 * on MiniStack, an AWS on this machine. When that cannot be installed, it says so, and fails if
 * `CI` is set or `--required` is given. `MINISTACK_VENV` names the virtual environment to keep it
 * in.
 */
const ROOT = resolve(import.meta.dirname, "../..");

/** Loads the files of one process. */
const LOADER = join(ROOT, "test/support/load-files.ts");
const CACHE = join(ROOT, "node_modules/.cache/ministack");

/**
 * All files in two halves, each on a MiniStack of its own, as both mostly wait. The suites of a half share its stacks. The first one
 * wants the stack of the others as it is deployed; stores come before stacks in the second, so that the functions are bundled once.
 */
const HALVES = [
  ["stack-deployment", "stack-crawl", "stack-files", "stack-orders"],
  ["dynamo-batch-claims", "dynamo", "s3-blob-store", "sqs-queue", "stack-construct"],
].map((names) => names.map((name) => `test/cloud/${name}.test.ts`));

/**
 * Shifts the clock of the stack of the first half, and comes last there: a planner that dies in it leaves a lease that
 * for all others lies in the future.
 */
const LAST = "test/cloud/stack-faults.test.ts";

/** Suites of the stack that comes back, and those that have one of their own. */
const OF_SECOND = /stack-(?:features|forget|recrawl|records)/;

const words = process.argv.slice(2);
const isRequired = Boolean(process.env["CI"]) || words.includes("--required");
const named = words.filter((word) => !word.startsWith("--"));

const installed = installMinistack(process.env["MINISTACK_VENV"] ?? join(CACHE, "venv"));
if ("program" in installed) {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interrupted.abort());
  }
  process.exitCode = await runParts(installed.program, interrupted.signal);
} else {
  process.stderr.write(`the tests on MiniStack do not run: ${installed.missing}\n`);
  process.exitCode = isRequired ? 1 : 0;
}

/** Returns the named files, or all in two parts. */
function partsOfAll(): readonly (readonly string[])[] {
  if (named.length > 0) return [named];
  const found = globSync("test/cloud/**/*.test.ts", { cwd: ROOT }).toSorted();
  const others = found.filter((file) => file !== LAST && !HALVES.flat().includes(file));
  return HALVES.map((files, half) => [
    ...files,
    ...others.filter((file) => OF_SECOND.test(file) === (half === 1)),
    ...(half === 0 ? [LAST] : []),
  ]);
}

/** Runs all parts beside each other, prints what each prints at its end, that of a single one at once, and the sums. */
async function runParts(program: string, signal: AbortSignal): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const begun = performance.now();
  const parts = partsOfAll();
  const print = (text: string) => void process.stdout.write(text);
  const ended = await Promise.all(
    parts.map(async (files) => {
      const part = await runPart(program, files, signal, parts.length === 1 ? print : undefined);
      if (parts.length > 1) print(part.output);
      return part;
    }),
  );
  const counts = ended.map(({ output }) => testCountsIn(output) ?? ONE_FAILED);
  printTestCounts(counts, performance.now() - begun);
  return ended.every(({ code }) => code === 0) ? 0 : 1;
}

interface Ended {
  readonly output: string;
  readonly code: number | null;
}

/** Runs files one after another, in one process: most suites crawl in one stack, which is dear to deploy. */
async function runPart(
  program: string,
  files: readonly string[],
  signal: AbortSignal,
  print?: (text: string) => void,
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-ministack-"));
  let ministack: Ministack | undefined;
  try {
    ministack = await startMinistack(program, { folder, logFolder: CACHE });
    const child = spawn(process.execPath, [LOADER], {
      cwd: ROOT,
      env: { ...environmentOf(ministack, folder), TEST_FILES: JSON.stringify(files) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = () => child.kill("SIGTERM");
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        print?.(text);
      });
    await once(child, "close");
    return { output, code: child.exitCode };
  } catch (error) {
    // The other part goes on, and its MiniStack ends with it.
    const output = `${error instanceof Error ? error.stack : String(error)}\n`;
    print?.(output);
    return { output, code: 1 };
  } finally {
    await ministack?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The tests cannot reach a real account. */
function environmentOf({ endpoint }: Ministack, folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:AWS|CDK|DOWSER)_/.test(name));
  return {
    ...Object.fromEntries(own),
    TMPDIR: folder,
    // Every command and deployment is a program of its own, which loads what was compiled before.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_CONFIG_FILE: join(folder, "no-config"),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, "no-credentials"),
    AWS_EC2_METADATA_DISABLED: "true",
    // What CDK itself says of a template are warnings, and take seven seconds a deployment.
    CDK_VALIDATION: "false",
    // CDK tells its maker of each bootstrap, by a program of its own: no test reaches a server of others.
    CDK_DISABLE_CLI_TELEMETRY: "true",
  };
}
