import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Returns the name by which rules, logs and metrics of a crawl are told from those of others in the account: that of its stack, and
 * behind it the ids that lead to the crawl, where a stack has more than it.
 */
export function crawlName(scope: Construct): string {
  return [Stack.of(scope).stackName, ...idsInStack(scope)].join("-");
}

/** Returns what the names of a crawl's outputs begin with: nothing where it is all of a stack. */
export function outputPrefix(scope: Construct): string {
  return idsInStack(scope).join("").replaceAll("-", "");
}

/** The ids from the stack to a construct, as names of resources take them; CDK itself names nothing after `Default`. */
function idsInStack(scope: Construct): readonly string[] {
  const { scopes } = scope.node;
  const inner = scopes.slice(scopes.indexOf(Stack.of(scope)) + 1);
  return inner
    .map(({ node }) => node.id.replaceAll(/[^A-Za-z0-9-]/g, ""))
    .filter((id) => id !== "Default");
}
