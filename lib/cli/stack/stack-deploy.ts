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
import { DEFAULTS } from "../../config/defaults.ts";
import { DowserError, fail } from "../../errors.ts";
import { inspectProject } from "../../project/load-project.ts";
import { requireRoom } from "../../project/planner-room.ts";
import { OTHER_FUNCTIONS, type StackLimits, stackLimits } from "../../project/stack-limits.ts";
import { printNotice, printResult } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { assessorEstimate, assessorInWords } from "../../run/stack/estimate.ts";
import { stackName } from "../../run/stack/stack-client.ts";
import { stackSecrets, storeSecrets } from "../../run/stack/stack-secrets.ts";
import type { StackStores } from "../../stack/api/stack-snapshot.ts";
import { requireForStack, requireMemory, storedBundle } from "../../stack/bundle.ts";
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
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs `dowser deploy`: makes the stack of a project, or updates it. */
export async function stackDeployCommand(file: string): Promise<void> {
  const tools = {
    cdk: CDK,
    open: stackClients,
    openStores: openStackStores,
    mostRuns: () => mostConcurrentRuns(),
    environment: terminal().env,
  };
  printResult(await stackDeployText(file, tools));
}

/**
 * Deploys, and returns a message with the stack's address. Before all that takes time it checks what
 * the account lacks.
 * @throws DowserError `project-not-for-stack`, `crawl-too-large`, `no-aws-credentials`, `no-aws-region`,
 * `aws-right-missing`, `not-bootstrapped`, `quota-too-low`, `crawl-of-other-version`,
 * `package-missing`, `deploy-failed`, `no-stack`, `aws-refused`
 */
export async function stackDeployText(
  file: string,
  { cdk, open, openStores, mostRuns, environment }: DeployTools,
): Promise<string> {
  const project = await inspectProject(file);
  requireForStack(project);
  requireRoom(project);
  const given = stackSecrets(project, environment);
  const limits = stackLimits(project);
  requireMemory(project, limits.harvesterMb);
  const name = stackName(project.name);
  const clients = open();
  const { account, region } = await checkAccount(clients);
  printNotice(`${name} goes to account ${account}, region ${region}`);
  await checkQuota(limits, mostRuns);
  const deployed = await deployedStack(name, clients);
  if (deployed !== undefined) await checkCrawl(openStores(deployed));
  // A folder of its own: other projects may be deployed at the same time.
  const output = join("cdk.out", name);
  await runCdk(cdk, ["deploy", name, "-c", `project=${resolve(file)}`, "--output", output]);
  const { endpoint, secret, secrets } = await findStack(name, clients);
  await storeSecrets(given, secrets, clients);
  const assessor = assessorEstimate(project, project.budget.pages);
  return [
    `${name} is deployed`,
    `endpoint  ${endpoint}`,
    `token     aws secretsmanager get-secret-value --secret-id ${secret} --query SecretString --output text`,
    `alarms    ${alarmsText(project.notify)}`,
    ...(assessor === null ? [] : [`assessor  ${assessorInWords(assessor)}`]),
    `dowser start ${file} begins to crawl`,
  ].join("\n");
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

/** Checks that all workers may run at one time. Every account may run those of the default. */
async function checkQuota(
  { workers }: StackLimits,
  mostRuns: DeployTools["mostRuns"],
): Promise<void> {
  if (workers <= DEFAULTS.stack.workers) return;
  const most = await mostRuns();
  if (workers + OTHER_FUNCTIONS <= most) return;
  throw fail("quota-too-low", { workers, most, others: OTHER_FUNCTIONS, value: most });
}

async function checkCrawl(stores: Parameters<typeof refuseUnfinishedCrawl>[0]): Promise<void> {
  try {
    await refuseUnfinishedCrawl(stores);
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
 * @throws DowserError `crawl-of-other-version`
 */
async function refuseUnfinishedCrawl({
  keyValueStore,
  blobs,
}: Pick<StackStores, "keyValueStore" | "blobs">): Promise<void> {
  try {
    const { value: order } = await readRegister(keyValueStore, "order");
    if (order === undefined) return;
    const { value: planner } = await readRegister(keyValueStore, "planner");
    if (planner?.crawl !== order.crawl || planner.status?.state === "finished") return;
    await storedBundle(blobs, order.plan);
    const version = await journalVersion(blobs, planner.journal);
    if (version !== undefined) refuseOtherVersion(order.crawl, version);
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    throw fail("crawl-of-other-version", { message: error.message, value: error.value }, error);
  }
}
