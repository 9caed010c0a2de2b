import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { DowserError } from "../../errors.ts";
import { errorSchema } from "../../stack/api/schemas.ts";

/** Longest wait for an answer, in ms: API Gateway itself gives up after half a minute. */
const TIMEOUT_MS = 40_000;

/** The address of a stack's API, and the token that opens it. */
export interface StackAccess {
  readonly endpoint: string;
  readonly token: string;
}

/** A call of the API. */
interface StackCall<Schema extends z.ZodType> {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** Compressed by gzip. */
  readonly body?: Uint8Array;
  /** Schema of the answer. */
  readonly schema: Schema;
}

/**
 * Asks the API of a stack.
 * @throws DowserError `stack-unreachable`, `stack-token-refused`, `stack-refused`,
 * `bad-stack-answer`
 */
export async function callStack<Schema extends z.ZodType>(
  { endpoint, token }: StackAccess,
  { method, path, body, schema }: StackCall<Schema>,
): Promise<z.output<Schema>> {
  const url = `${endpoint.replace(/\/+$/, "")}${path}`;
  // API Gateway passes a body on as bytes only when its type is not a text type.
  const packed = body === undefined ? {} : { "content-type": "application/gzip" };
  const response = await send(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...packed },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
  });
  if (response.status === 401 || response.status === 403) throw wrongToken(url);
  const answer = response.ok ? schema.safeParse(response.json) : undefined;
  if (answer?.success === true) return answer.data;
  throw response.ok ? strangeAnswer(url, response.status) : refusal(url, response);
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
    return { ok, status, json: jsonOf(await response.text()) };
  } catch (cause) {
    const why = cause instanceof Error ? reasonOf(cause) : String(cause);
    throw new DowserError(`${url} does not answer: ${why}`, {
      code: "stack-unreachable",
      reaction: "retry",
      value: url,
      hint: "check the network, and DOWSER_ENDPOINT where it is set; dowser deploy prints the endpoint",
      cause,
    });
  }
}

/** Returns the reason of a failure: `fetch failed` says little, and its cause says more. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongToken(url: string): DowserError {
  return new DowserError(`${url} does not accept the token`, {
    code: "stack-token-refused",
    reaction: "fix-config",
    value: url,
    hint: "set DOWSER_TOKEN to the token in the secret that dowser deploy names, or unset it and DOWSER_ENDPOINT",
  });
}

/** Makes an error with the API's own words, if it has any. */
function refusal(url: string, { status, json }: Answer): DowserError {
  const said = errorSchema.safeParse(json);
  const word = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return new DowserError(
    said.success ? `${said.data.message} (${said.data.code})` : `${url} answered ${word}`,
    {
      code: "stack-refused",
      reaction: "fix-config",
      value: json,
      hint: said.success ? said.data.hint : "check the log of the stack's function api-handler",
    },
  );
}

function strangeAnswer(url: string, status: number): DowserError {
  return new DowserError(
    `${url} answered ${status} with a body that no stack of this version sends`,
    {
      code: "bad-stack-answer",
      reaction: "fix-config",
      value: url,
      hint: "check DOWSER_ENDPOINT, or deploy the stack again with this version",
    },
  );
}
