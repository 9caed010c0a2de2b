import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkAccount, mostConcurrentRuns } from "../../adapters/aws/check-account.ts";
import {
  type FoundStack,
  findStack,
  refusedByAws,
  type StackClients,
  stackClients,
} from "../../adapters/aws/find-stack.ts";
import { openStackStores } from "../../adapters/aws/stack-stores.ts";
import { refuseOtherVersion } from "../../adapters/sqlite/database-schema.ts";
import { journalVersion } from "../../adapters/sqlite/journal.ts";
import { DowserError, fail } from "../../errors.ts";
import { bundleModule } from "../../project/bundle-module.ts";
import { loadHandler } from "../../project/load-handler.ts";
import { inspectProject } from "../../project/load-project.ts";
import { projectHash } from "../../project/own-stack.ts";
import { requireRoom } from "../../project/planner-room.ts";
import type { Project } from "../../project/project-schema.ts";
import {
  FEW_WORKERS,
  MANY_WORKERS,
  OTHER_FUNCTIONS,
  stackLimits,
} from "../../project/stack-limits.ts";
import { printNotice, printResult } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { assessorEstimate, assessorInWords, workersInWords } from "../../run/stack/estimate.ts";
import { stackName } from "../../run/stack/stack-client.ts";
import { stackSecrets, storeSecrets } from "../../run/stack/stack-secrets.ts";
import type { StackStores } from "../../stack/api/stack-snapshot.ts";
import { requireForStack, requireMemory, storedBundle } from "../../stack/bundle.ts";
import { type OwnCode, replacedCode } from "../../stack/own-code.ts";
import { readRegister } from "../../stack/stack-registers.ts";

/** The folder of `cdk.json`. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CDK = fileURLToPath(new URL("../../../node_modules/.bin/cdk", import.meta.url));

/** The tools of a deployment. */
export interface DeployTools {
  /** The program that deploys. */
  readonly cdk: string;
  readonly open: () => StackClients;
  readonly openStores: (stack: FoundStack) => Pick<StackStores, "keyValueStore" | "blobs">;
  /** Returns how many functions the account may run at one time. */
  readonly mostRuns: () => Promise<number>;
  /** Asks the user; false where nobody can be asked. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs `dowser deploy`: makes the stack of a project, or updates it. */
export async function stackDeployCommand(
  file: string,
  { yes, handler }: { readonly yes: boolean; readonly handler?: string | undefined },
): Promise<void> {
  const tools = {
    cdk: CDK,
    open: stackClients,
    openStores: openStackStores,
    mostRuns: () => mostConcurrentRuns(),
    confirm: async (question: string) => yes || confirmed(question),
    environment: terminal().env,
  };
  printResult(await stackDeployText(file, tools, handler));
}

/**
 * Deploys, and returns a message with the stack's address. Before all that takes time it checks what
 * the account lacks.
 * @throws DowserError `project-not-for-stack`, `crawl-too-large`, `no-aws-credentials`, `no-aws-region`,
 * `aws-right-missing`, `not-bootstrapped`, `quota-too-low`, `stack-of-another-project`, `crawl-of-other-version`,
 * `crawl-with-other-code`, `module-not-bundled`, `bad-handler`, `package-missing`, `deploy-failed`, `no-stack`, `aws-refused`
 */
export async function stackDeployText(
  file: string,
  { cdk, open, openStores, mostRuns, confirm, environment }: DeployTools,
  handler?: string,
): Promise<string> {
  const project = await inspectProject(file);
  requireForStack(project);
  requireRoom(project);
  const own = await ownCode(project, handler);
  const given = stackSecrets(project, environment);
  const limits = stackLimits(project);
  requireMemory(project, limits.harvesterMb);
  const name = stackName(project.name);
  const clients = open();
  const { account, region } = await checkAccount(clients);
  printNotice(`${name} goes to account ${account}, region ${region}`);
  const quota = await workersFor(project, mostRuns);
  const deployed = await deployedStack(name, clients);
  if (deployed !== undefined) {
    await askWhoseStack(project, deployed, confirm);
    await checkCrawl(openStores(deployed), own);
  }
  // A folder of its own: other projects may be deployed at the same time.
  const output = join("cdk.out", name);
  const context = ["-c", `project=${resolve(file)}`, "-c", `workers=${quota.workers}`];
  if (handler !== undefined) context.push("-c", `handler=${resolve(handler)}`);
  await runCdk(cdk, ["deploy", name, ...context, "--output", output]);
  const { endpoint, secret, secrets } = await findStack(name, clients);
  await storeSecrets(given, secrets, clients);
  const assessor = assessorEstimate(project, project.budget.pages);
  return [
    `${name} is deployed`,
    `endpoint  ${endpoint}`,
    project.stack.auth === "iam"
      ? "auth      iam: requests are signed, and their role needs execute-api:Invoke on the API"
      : `token     aws secretsmanager get-secret-value --secret-id ${secret} --query SecretString --output text`,
    `alarms    ${alarmsText(project.notify)}`,
    `workers   ${workersInWords(project, quota)}`,
    ...(handler === undefined
      ? []
      : [`handler   ${handler} acts on the pages of crawls from now on`]),
    ...(assessor === null ? [] : [`assessor  ${assessorInWords(assessor)}`]),
    `dowser start ${file} begins to crawl`,
  ].join("\n");
}

/**
 * Returns the hashes of the user's code that is deployed. CDK makes the same bundles; what is wrong with them is said before anything
 * is asked.
 */
async function ownCode({ strategy }: Project, handler: string | undefined): Promise<OwnCode> {
  const { module } = strategy;
  if (handler !== undefined) await loadHandler(handler);
  return {
    module: typeof module === "string" ? bundleModule(module).hash : undefined,
    handler: handler === undefined ? undefined : bundleModule(handler).hash,
  };
}

function alarmsText(notify: readonly string[] = []): string {
  if (notify.length === 0) return "tell nobody: name an address under notify in the project file";
  return `go to ${notify.join(", ")}; AWS asks each new address to confirm`;
}

/** Returns the stack as an earlier deployment left it; `undefined` when there is none. */
async function deployedStack(name: string, clients: StackClients): Promise<FoundStack | undefined> {
  try {
    return await findStack(name, clients);
  } catch (error) {
    if (error instanceof DowserError && error.code === "no-stack") return undefined;
    throw error;
  }
}

/** Harvesters at one time, and how many functions the account may run; nobody asked where every account may run them. */
interface Quota {
  readonly workers: number;
  readonly most: number | undefined;
}

/**
 * Returns the number of workers that the project names, if all may run at one time, else that which the account has room for.
 * @throws DowserError `quota-too-low`, `aws-refused`
 */
async function workersFor(
  { stack: { workers } }: Pick<Project, "stack">,
  mostRuns: DeployTools["mostRuns"],
): Promise<Quota> {
  const least = FEW_WORKERS;
  if (workers !== undefined && workers <= least) return { workers, most: undefined };
  if (workers === undefined) {
    // Who may not ask gets what every account may run.
    const most = await mostRuns().catch(() => undefined);
    return { workers: (most ?? 0) >= MANY_WORKERS.from ? MANY_WORKERS.workers : least, most };
  }
  const most = await mostRuns();
  if (workers + OTHER_FUNCTIONS <= most) return { workers, most };
  throw fail("quota-too-low", { workers, most, others: OTHER_FUNCTIONS, value: most });
}

/**
 * Asks before a project is deployed over another one of its name: it may be somebody else's.
 * @throws DowserError `stack-of-another-project`
 */
async function askWhoseStack(
  project: Project,
  { name, project: deployed }: FoundStack,
  confirm: DeployTools["confirm"],
): Promise<void> {
  if (deployed === undefined || deployed === projectHash(project)) return;
  const question = `${name} was deployed from a project with another topic or other seeds. Deploy this one over it?`;
  if (!(await confirm(question))) throw fail("stack-of-another-project", { stack: name });
}

async function confirmed(message: string): Promise<boolean> {
  const { stdin, stdout } = terminal();
  if (!stdin.isTTY) return false;
  const { confirm } = await import("@inquirer/prompts");
  return confirm({ message, default: false }, { input: stdin, output: stdout });
}

async function checkCrawl(
  stores: Parameters<typeof refuseUnfinishedCrawl>[0],
  own: OwnCode,
): Promise<void> {
  try {
    await refuseUnfinishedCrawl(stores, own);
  } catch (error) {
    throw error instanceof DowserError ? error : refusedByAws(error);
  }
}

/** Runs it to its end; its output goes to the user, not to a script that reads standard output. */
async function runCdk(cdk: string, words: readonly string[]): Promise<void> {
  const code = await exitCodeOf(cdk, [...words, "--require-approval", "never"]);
  if (code !== 0) throw fail("deploy-failed", { why: `cdk ended with ${String(code)}` });
}

async function exitCodeOf(program: string, args: readonly string[]): Promise<unknown> {
  try {
    const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
    const [code]: unknown[] = await once(child, "close");
    return code;
  } catch (cause) {
    if (isMissing(cause)) throw fail("package-missing/cdk", { value: program }, cause);
    throw fail("deploy-failed", { why: `${program} cannot be run` }, cause);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/**
 * Refuses to deploy this version over a crawl that it could not take over. A crawl that has not ended
 * is taken over when its journal, its plan and the keys of the stack can be read.
 * @throws DowserError `crawl-of-other-version`, `crawl-with-other-code`
 */
async function refuseUnfinishedCrawl(
  { keyValueStore, blobs }: Pick<StackStores, "keyValueStore" | "blobs">,
  own: OwnCode,
): Promise<void> {
  try {
    const { value: order } = await readRegister(keyValueStore, "order");
    if (order === undefined) return;
    const { value: planner } = await readRegister(keyValueStore, "planner");
    if (planner?.crawl !== order.crawl || planner.status?.state === "finished") return;
    const what = replacedCode(await storedBundle(blobs, order.plan), own);
    if (what !== undefined) throw fail("crawl-with-other-code", { crawl: order.crawl, what });
    const version = await journalVersion(blobs, planner.journal);
    if (version !== undefined) refuseOtherVersion(order.crawl, version);
  } catch (error) {
    if (!(error instanceof DowserError) || error.code === "crawl-with-other-code") throw error;
    throw fail("crawl-of-other-version", { message: error.message, value: error.value }, error);
  }
}
