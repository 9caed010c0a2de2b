import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";

/** Starts the function that trains, and does not wait for it. */
export async function askTrainer(client: LambdaClient, functionName: string): Promise<void> {
  await client.send(new InvokeCommand({ FunctionName: functionName, InvocationType: "Event" }));
}
