import {
  CloudFormationClient,
  DescribeStacksCommand,
  type Output,
} from "@aws-sdk/client-cloudformation";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { type DowserError, fail } from "../../errors.ts";

/** Outputs of the stack, by content. */
const OUTPUTS = {
  endpoint: "Endpoint",
  secret: "TokenSecretArn",
  bucket: "BucketName",
  table: "TableName",
  project: "ProjectHash",
  auth: "Auth",
} as const;

/** A deployed stack. */
export interface FoundStack {
  /** The stack's ARN, which still identifies it after deletion. */
  readonly id: string;
  readonly name: string;
  /** URL of its API. */
  readonly endpoint: string;
  /** The secret that holds the token. */
  readonly secret: string;
  readonly bucket: string;
  readonly table: string;
  /** Hash of the project that it was deployed with; absent of older stacks. */
  readonly project: string | undefined;
  /** `iam` where requests are signed; absent where they carry the token. */
  readonly auth?: string | undefined;
  /** Secrets that its user gives it, by name → ARN; only those that the project needs. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The clients for looking up a stack. */
export interface StackClients {
  readonly cloudFormation: Pick<CloudFormationClient, "send">;
  readonly secretsManager: Pick<SecretsManagerClient, "send">;
}

/** Creates clients for the account and region that the environment names. */
export function stackClients(): StackClients {
  return {
    cloudFormation: new CloudFormationClient(),
    secretsManager: new SecretsManagerClient(),
  };
}

/**
 * Finds the crawl of a stack by the stack's name. Of several in a stack that others have made it is the one with the name of its
 * construct behind a slash: `Team/Crawl`.
 * @throws DowserError `no-stack`, `aws-refused`
 */
export async function findStack(
  name: string,
  { cloudFormation }: Pick<StackClients, "cloudFormation">,
): Promise<FoundStack> {
  const [StackName, construct] = name.split("/");
  const command = new DescribeStacksCommand({ StackName });
  const { Stacks: [stack] = [] } = await cloudFormation.send(command).catch((error: unknown) => {
    throw isUnknownStack(error) ? fail("no-stack", { stack: name }, error) : refusedByAws(error);
  });
  const id = stack?.StackId;
  if (id === undefined) throw fail("no-stack", { stack: name });
  const crawls = crawlsIn(stack?.Outputs ?? []);
  if (crawls.length > 1 && construct === undefined) {
    const names = crawls.map(({ prefix }) => `${name}/${prefix}`).join(", ");
    throw fail("no-stack/several", { stack: name, names });
  }
  const found = crawls.find(({ prefix }) => construct === undefined || prefix === construct);
  if (found === undefined) throw fail("no-stack", { stack: name });
  const { prefix: _, ...crawl } = found;
  return { id, name, ...crawl };
}

/** Returns the crawls that the outputs of a stack name, and what their outputs begin with: nothing where a crawl is all of it. */
export function crawlsIn(outputs: readonly Output[]) {
  return outputs.flatMap(({ OutputKey = "" }) => {
    if (!OutputKey.endsWith(OUTPUTS.endpoint)) return [];
    const prefix = OutputKey.slice(0, -OUTPUTS.endpoint.length);
    const own = outputs.flatMap(({ OutputKey: key = "", OutputValue }) =>
      key.startsWith(prefix) ? [{ OutputKey: key.slice(prefix.length), OutputValue }] : [],
    );
    const endpoint = outputOf(own, OUTPUTS.endpoint);
    const secret = outputOf(own, OUTPUTS.secret);
    const bucket = outputOf(own, OUTPUTS.bucket);
    const table = outputOf(own, OUTPUTS.table);
    if (!endpoint || !secret || !bucket || !table) return [];
    const project = outputOf(own, OUTPUTS.project);
    const auth = outputOf(own, OUTPUTS.auth);
    const found = { endpoint, secret, bucket, table, project, ...(auth && { auth }) };
    return [{ prefix, ...found, secrets: secretsIn(own) }];
  });
}

/**
 * Reads the token of a stack's API.
 * @throws DowserError `aws-refused`
 */
export async function readToken(
  { secret }: Pick<FoundStack, "secret">,
  { secretsManager }: Pick<StackClients, "secretsManager">,
): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: secret });
  const { SecretString = "" } = await secretsManager.send(command).catch((error: unknown) => {
    throw refusedByAws(error);
  });
  return SecretString;
}

/**
 * Stores a text in a secret of a stack.
 * @throws DowserError `aws-refused`
 */
export async function storeSecret(
  secret: string,
  text: string,
  { secretsManager }: Pick<StackClients, "secretsManager">,
): Promise<void> {
  const command = new PutSecretValueCommand({ SecretId: secret, SecretString: text });
  await secretsManager.send(command).catch((error: unknown) => {
    throw refusedByAws(error);
  });
}

/**
 * Returns whether an error means an unknown stack: CloudFormation has no error of its own for it.
 */
export function isUnknownStack(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === "ValidationError" &&
    error.message.includes("does not exist")
  );
}

function outputOf(outputs: readonly Output[], key: string): string | undefined {
  return outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}

/** Outputs whose names end so have the ARN of a secret. */
const ARN = "Arn";

function secretsIn(outputs: readonly Output[]): Map<string, string> {
  return new Map(
    outputs.flatMap(({ OutputKey: key = "", OutputValue: value }) =>
      key.endsWith(ARN) && value !== undefined ? [[key.slice(0, -ARN.length), value]] : [],
    ),
  );
}

/** Creates the error of a request that AWS refuses or that does not reach it. */
export function refusedByAws(cause: unknown): DowserError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return fail("aws-refused", { why }, cause);
}
