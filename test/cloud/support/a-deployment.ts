import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import type { z } from "zod";
import { findStack, readToken, stackClients } from "../../../lib/adapters/aws/find-stack.ts";
import { callStack, type StackAccess, stackName } from "../../../lib/run/stack/stack-client.ts";
import { runCli } from "../../support/run-cli.ts";

/** The program of CDK. */
export const CDK = join(import.meta.dirname, "../../../node_modules/.bin/cdk");
const ENVIRONMENT = "aws://000000000000/us-east-1";

/** A stack that was deployed for a project by `dowser deploy`. */
export interface Deployment {
  readonly project: string;
  /** A file that names the project. */
  readonly file: string;
  readonly bucket: string;
  readonly access: StackAccess;
  /** Physical ids of its resources, by their logical ids without the hash. */
  readonly ids: ReadonlyMap<string, string>;
  readonly resources: readonly { readonly type: string; readonly id: string }[];
}

let bootstrapped: Promise<void> | undefined;

/** Prepares the account for deployments. */
export function bootstrapOnce(): Promise<void> {
  bootstrapped ??= bootstrap();
  return bootstrapped;
}

/** Deploys the stack of a project of that name, with further keys and options. */
export async function aDeployment(
  project: string,
  more: Readonly<Record<string, unknown>> = {},
  options: readonly string[] = [],
): Promise<Deployment> {
  await bootstrapOnce();
  const notify = "keeper@example.org";
  // As many harvesters as a machine holds, which is no account.
  const parts = { need: { topic: "bees" }, notify, stack: { workers: 5 }, ...more };
  const file = projectFile(project, parts);
  const { code, stdout, stderr } = await runCli(["deploy", file, ...options]);
  assert.equal(code, 0, stderr);
  const clients = stackClients();
  const stack = await findStack(stackName(project), clients);
  assert.match(stdout, new RegExp(`is deployed\nendpoint +${stack.endpoint}\n`));
  const resources = await resourcesOf(project);
  return {
    project,
    file,
    bucket: stack.bucket,
    access: { endpoint: reachable(stack.endpoint), token: await readToken(stack, clients) },
    ids: new Map(resources.map(({ name, id }) => [name, id])),
    resources,
  };
}

let shared: Promise<Deployment> | undefined;

/** The one stack on which suites crawl after each other; it goes with its MiniStack. */
export function theDeployment(): Promise<Deployment> {
  shared ??= aDeployment("crawls");
  return shared;
}

let returning: Promise<Deployment> | undefined;

/** The one stack whose crawls come back by a schedule, which no suite is long enough to see. */
export function theReturningDeployment(): Promise<Deployment> {
  returning ??= aDeployment("returns", {
    stack: { workers: 5, recrawl: { everyHours: 24, pages: 50 } },
  });
  return returning;
}

/** Writes a project into a file of its own; JSON is YAML, too. */
export function projectFile(name: string, parts: Readonly<Record<string, unknown>>): string {
  const file = join(mkdtempSync(join(tmpdir(), "dowser-project-")), `${name}.yaml`);
  writeFileSync(file, JSON.stringify({ name, ...parts }));
  return file;
}

/** Runs a command on a stack's API, as a user would who has its token; gives what it prints as JSON. */
export async function command({ access }: Deployment, words: readonly string[]): Promise<unknown> {
  const env = { ...process.env, DOWSER_ENDPOINT: access.endpoint, DOWSER_TOKEN: access.token };
  const { code, stdout, stderr } = await runCli([...words, "--json"], { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Asks a stack's API. */
export function get<Schema extends z.ZodType>(
  { access }: Deployment,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return callStack(access, { method: "GET", path, schema });
}

/** The physical id of a resource, by its logical id without the hash. */
export function idOf({ ids, project }: Deployment, name: string): string {
  const id = ids.get(name);
  assert.ok(id, `${project} has no ${name}`);
  return id;
}

async function resourcesOf(project: string) {
  const { StackResourceSummaries = [] } = await stackClients().cloudFormation.send(
    new ListStackResourcesCommand({ StackName: stackName(project) }),
  );
  return StackResourceSummaries.map((resource) => ({
    name: (resource.LogicalResourceId ?? "").replace(/[0-9A-F]{8}$/, ""),
    type: resource.ResourceType ?? "",
    id: resource.PhysicalResourceId ?? "",
  }));
}

/**
 * Returns a URL that resolves: not every system resolves names under `localhost`, and MiniStack has
 * the same API under a path.
 */
export function reachable(endpoint: string): string {
  const [id] = new URL(endpoint).hostname.split(".");
  return `${process.env["AWS_ENDPOINT_URL"]}/_aws/execute-api/${id}/$default`;
}

async function bootstrap(): Promise<void> {
  const child = spawn(CDK, ["bootstrap", ENVIRONMENT], {
    // A folder without an app: bootstrapping concerns the account, whatever its stacks.
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.equal(child.exitCode, 0, said);
}
