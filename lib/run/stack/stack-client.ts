/** Asks a stack through its API, wherever its address and token come from. */
import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { FoundStack, StackClients } from "../../adapters/aws/find-stack.ts";
import type { SignRequest } from "../../adapters/aws/sign-request.ts";
import { jsonIn } from "../../domain/json.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { errorSchema } from "../../stack/api/schemas.ts";
import { isDirectory } from "../folder/run-database.ts";
import { printResult } from "../print/print-line.ts";
import { startStatus } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";

/** Longest wait for an answer, in ms: API Gateway itself gives up after half a minute. */
const TIMEOUT_MS = 40_000;

/** The address of a stack's API, and the token that opens it, or what signs requests to it. */
export interface StackAccess {
  readonly endpoint: string;
  readonly token: string;
  readonly sign?: SignRequest | undefined;
}

/** A call of the API. */
interface StackCall<Schema extends z.ZodType> {
  readonly method: "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  /** Compressed by gzip. */
  readonly body?: Uint8Array;
  /** Schema of the answer. */
  readonly schema: Schema;
}

/**
 * Asks the API of a stack.
 * @throws DowserError `stack-unreachable`, `stack-token-refused`, `stack-signature-refused`, `stack-refused`,
 * `bad-stack-answer`
 */
export async function callStack<Schema extends z.ZodType>(
  { endpoint, token, sign }: StackAccess,
  { method, path, body, schema }: StackCall<Schema>,
): Promise<z.output<Schema>> {
  const url = `${endpoint.replace(/\/+$/, "")}${path}`;
  // API Gateway passes a body on as bytes only when its type is not a text type.
  const packed = body === undefined ? {} : { "content-type": "application/gzip" };
  const headers = sign
    ? await sign({ method, url, headers: packed, body })
    : { authorization: `Bearer ${token}`, ...packed };
  const response = await send(url, {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
  });
  // What the API itself refuses has a code.
  const isToken = response.status === 401 || response.status === 403;
  if (isToken && !errorSchema.safeParse(response.json).success)
    throw sign ? fail("stack-signature-refused", { url }) : fail("stack-token-refused", { url });
  const answer = response.ok ? schema.safeParse(response.json) : undefined;
  if (answer?.success === true) return answer.data;
  throw response.ok
    ? fail("bad-stack-answer", { url, status: response.status })
    : refusal(url, response);
}

/** An answer, with its body if it is JSON. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly json: unknown;
}

async function send(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, request);
    const { ok, status } = response;
    return { ok, status, json: jsonIn(await response.text()) };
  } catch (cause) {
    const why = cause instanceof Error ? reasonOf(cause) : String(cause);
    throw fail("stack-unreachable", { url, why }, cause);
  }
}

/** Returns the reason of a failure: `fetch failed` says little, and its cause says more. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

/** Makes an error with the API's own words, if it has any. What a busy stack refuses may be sent again. */
function refusal(url: string, { status, json }: Answer): DowserError {
  const { success, data } = errorSchema.safeParse(json);
  const isBusy = status === 429 || status >= 500;
  if (success) {
    const details = { ...data, value: json };
    return isBusy ? fail("stack-busy", details) : fail("stack-refused", details);
  }
  const details = { url, status: `${status} ${STATUS_CODES[status] ?? ""}`.trim(), value: json };
  return isBusy ? fail("stack-busy/status", details) : fail("stack-refused/status", details);
}

// The packages of AWS and the schema of project files are imported where they are needed: a stack that the
// environment names is asked without either.

/** The ways in which a user names a stack. */
export interface StackChoice {
  /** The project file that it was deployed for. */
  readonly project: string | undefined;
  /** Its name in CloudFormation. */
  readonly stackName: string | undefined;
}

/** Returns the name of a project's stack. */
export function stackName(project: string): string {
  return `Dowser-${project}`;
}

/**
 * Returns the name of the stack that the user means.
 * @throws DowserError `no-stack-named`, `project-unreadable`, `bad-project`
 */
export async function nameOf({ project, stackName: name }: StackChoice): Promise<string> {
  if (name !== undefined) return name;
  if (project !== undefined) {
    const { inspectProject } = await import("../../project/load-project.ts");
    return stackName((await inspectProject(project)).name);
  }
  throw fail("no-stack-named");
}

/**
 * Runs `dowser token`: prints the token of a stack's API, or the one that reads and changes nothing.
 * @throws DowserError `stack-has-no-token`, and as {@link stackAccess} does
 */
export async function stackTokenCommand(choice: StackChoice, isReadOnly: boolean): Promise<void> {
  const { token, sign } = await stackAccess(choice);
  if (sign !== undefined) throw fail("stack-has-no-token");
  const { readOnlyToken } = await import("../../project/own-stack.ts");
  printResult(isReadOnly ? readOnlyToken(token) : token);
}

/**
 * Finds the address and token of a stack's API: from the environment, else from the stack's outputs
 * and its secret.
 * @throws DowserError `run-is-local`, `no-stack-named`, `no-stack`, `aws-refused`
 */
export async function stackAccess(
  choice: StackChoice,
  { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token }: NodeJS.ProcessEnv = terminal().env,
  open?: () => StackClients,
): Promise<StackAccess> {
  const { project } = choice;
  if (project !== undefined && isDirectory(project))
    throw fail("run-is-local", { directory: project });
  if (endpoint !== undefined && token !== undefined) return { endpoint, token };
  const name = await nameOf(choice);
  const { findStack, stackClients } = await import("../../adapters/aws/find-stack.ts");
  const clients = (open ?? stackClients)();
  const found = await accessTo(await findStack(name, clients), clients, token);
  return { ...found, endpoint: endpoint ?? found.endpoint };
}

/**
 * Returns the access to a stack that was found: its token, or what signs requests in its place.
 * @throws DowserError `aws-refused`
 */
export async function accessTo(
  stack: FoundStack,
  clients: StackClients,
  known?: string,
): Promise<StackAccess> {
  const { endpoint } = stack;
  if (stack.auth === "iam") {
    const { requestSigner } = await import("../../adapters/aws/sign-request.ts");
    return { endpoint, token: "", sign: requestSigner() };
  }
  const { readToken } = await import("../../adapters/aws/find-stack.ts");
  return { endpoint, token: known ?? (await readToken(stack, clients)) };
}

/** Time between two looks at what a stack makes, and longest wait, in ms: its function has a quarter of an hour. */
const [LOOK_MS, MOST_MS] = [2_000, 16 * 60_000];

/**
 * Asks a stack again and again until what it makes is there, and tells meanwhile what it does.
 * @param made what an answer gives; `undefined` to ask once more. `isLate` when it is not waited for any longer
 */
export async function whenMade<Answer, Made>(
  ask: () => Promise<Answer>,
  made: (answer: Answer, isLate: boolean) => Made | undefined | Promise<Made | undefined>,
  { clock, doing }: { readonly clock: Pick<Clock, "now" | "waitUntil">; readonly doing: string },
): Promise<Made> {
  const from = clock.now();
  using line = startStatus(terminal().stderr);
  for (;;) {
    const answer = await ask();
    const given = await made(answer, clock.now() - from > MOST_MS);
    if (given !== undefined) return given;
    line.show(() => doing);
    await clock.waitUntil(clock.now() + LOOK_MS);
  }
}
