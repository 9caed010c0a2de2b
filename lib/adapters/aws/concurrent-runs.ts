import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { refusedByAws } from "./find-stack.ts";

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
