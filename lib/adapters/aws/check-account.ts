import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { type DowserError, fail } from "../../errors.ts";
import { isUnknownStack, refusedByAws, type StackClients } from "./find-stack.ts";

/** The stack that `cdk bootstrap` makes once for each account and region. */
const BOOTSTRAP = "CDKToolkit";

/** Names of the errors by which AWS refuses credentials. */
const BAD_CREDENTIALS: ReadonlySet<string> = new Set([
  "CredentialsProviderError",
  "ExpiredToken",
  "ExpiredTokenException",
  "IncompleteSignature",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "MissingAuthenticationToken",
  "SignatureDoesNotMatch",
  "TokenRefreshRequired",
  "UnrecognizedClientException",
]);

/** Where a stack is deployed to. */
interface Account {
  readonly account: string;
  readonly region: string;
}

/**
 * Checks by one request that there are credentials, a region, the right to look at stacks, and the
 * bootstrap of cdk. Returns the account and the region.
 * @throws DowserError `no-aws-credentials`, `no-aws-region`, `aws-right-missing`,
 * `not-bootstrapped`, `aws-refused`
 */
export async function checkAccount({
  cloudFormation,
}: Pick<StackClients, "cloudFormation">): Promise<Account> {
  const command = new DescribeStacksCommand({ StackName: BOOTSTRAP });
  const { Stacks: [stack] = [] } = await cloudFormation.send(command).catch((error: unknown) => {
    throw whatIsMissing(error);
  });
  // arn:aws:cloudformation:REGION:ACCOUNT:stack/CDKToolkit/ID
  const [, , , region = "", account = ""] = (stack?.StackId ?? "").split(":");
  return { account, region };
}

function whatIsMissing(error: unknown): DowserError {
  if (!(error instanceof Error)) return refusedByAws(error);
  const { name, message } = error;
  if (message.startsWith("Region is missing")) return fail("no-aws-region", {}, error);
  if (BAD_CREDENTIALS.has(name)) return noCredentials(error);
  if (isUnknownStack(error)) return fail("not-bootstrapped", { value: BOOTSTRAP }, error);
  if (name.startsWith("AccessDenied") || message.includes("is not authorized to perform")) {
    return fail("aws-right-missing", { message: error.message }, error);
  }
  return refusedByAws(error);
}

function noCredentials(cause: Error): DowserError {
  const { name, message } = cause;
  return fail("no-aws-credentials", { name, message }, cause);
}

/**
 * Returns how many functions the account may run at one time in this region without taking those that
 * are reserved for others; from 0.
 * @throws DowserError `aws-refused`
 */
export async function mostConcurrentRuns(
  client: Pick<LambdaClient, "send"> = new LambdaClient(),
): Promise<number> {
  const { AccountLimit } = await client
    .send(new GetAccountSettingsCommand())
    .catch((error: unknown) => {
      throw refusedByAws(error);
    });
  return AccountLimit?.UnreservedConcurrentExecutions ?? AccountLimit?.ConcurrentExecutions ?? 0;
}
