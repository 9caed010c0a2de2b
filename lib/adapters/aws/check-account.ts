import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DowserError } from "../../errors.ts";
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
  if (message.startsWith("Region is missing")) return noRegion(error);
  if (BAD_CREDENTIALS.has(name)) return noCredentials(error);
  if (isUnknownStack(error)) return notBootstrapped(error);
  if (name.startsWith("AccessDenied") || message.includes("is not authorized to perform")) {
    return rightMissing(error);
  }
  return refusedByAws(error);
}

function noRegion(cause: Error): DowserError {
  return new DowserError("no region of AWS is set", {
    code: "no-aws-region",
    reaction: "fix-config",
    value: undefined,
    hint: "set AWS_REGION, for example to eu-central-1, or a region in the profile that AWS_PROFILE names",
    cause,
  });
}

function noCredentials(cause: Error): DowserError {
  const { name, message } = cause;
  return new DowserError(`AWS has no valid credentials: ${name}: ${message}`, {
    code: "no-aws-credentials",
    reaction: "fix-config",
    value: name,
    hint: "log in (aws sso login, aws configure), or set AWS_PROFILE; aws sts get-caller-identity must answer",
    cause,
  });
}

function rightMissing(cause: Error): DowserError {
  return new DowserError(`a right is missing: ${cause.message}`, {
    code: "aws-right-missing",
    reaction: "fix-config",
    value: cause.message,
    hint: "give these credentials the rights of docs/deployer-policy.json; docs/stack.md says how",
    cause,
  });
}

function notBootstrapped(cause: Error): DowserError {
  return new DowserError("cdk was never bootstrapped in this account and region", {
    code: "not-bootstrapped",
    reaction: "fix-config",
    value: BOOTSTRAP,
    hint: "let an administrator run npx cdk bootstrap aws://ACCOUNT/REGION once; docs/stack.md says with which rights",
    cause,
  });
}
