import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
const FIRST = "test/cloud/stack-deployment.test.ts";
const CACHE = join(ROOT, "node_modules/.cache/ministack");

const words = process.argv.slice(2);
const isRequired = Boolean(process.env["CI"]) || words.includes("--required");
const named = words.filter((word) => !word.startsWith("--"));
const files = named.length > 0 ? named : allFiles();

const installed = installMinistack(process.env["MINISTACK_VENV"] ?? join(CACHE, "venv"));
if ("program" in installed) {
  process.exitCode = await runTests(installed.program);
} else {
  process.stderr.write(`the tests on MiniStack do not run: ${installed.missing}\n`);
  process.exitCode = isRequired ? 1 : 0;
}

/** All files; first the one that wants the shared stack as it is deployed, before anybody crawls in it. */
function allFiles(): string[] {
  const found = globSync("test/cloud/**/*.test.ts", { cwd: ROOT }).toSorted();
  return [FIRST, ...found.filter((file) => file !== FIRST)];
}

async function runTests(program: string): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "dowser-ministack-"));
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interrupted.abort());
  }
  let ministack: Ministack | undefined;
  try {
    ministack = await startMinistack(program, { folder, logFolder: CACHE });
    return await exitCodeOfTests(environmentOf(ministack, folder), interrupted.signal);
  } finally {
    await ministack?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function exitCodeOfTests(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  // One after another, in one process: most suites crawl in one stack, which is dear to deploy.
  const child = spawn(process.execPath, [LOADER], {
    cwd: ROOT,
    env: { ...env, TEST_FILES: JSON.stringify(files) },
    stdio: "inherit",
  });
  const end = () => child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  await once(child, "exit");
  return child.exitCode ?? 1;
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
