import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { type Deployment, idOf } from "./a-deployment.ts";

const lambda = new LambdaClient();

/**
 * Changes the environment variables of functions; returns a function that sets them as they were.
 * Their processes are started again with the next run.
 */
export async function changeVariables(
  deployment: Deployment,
  names: readonly string[],
  change: (variables: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const before = await Promise.all(
    names.map(async (name) => {
      const FunctionName = idOf(deployment, name);
      const read = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      return { FunctionName, variables: read.Environment?.Variables ?? {} };
    }),
  );
  const set = async (FunctionName: string, Variables: Readonly<Record<string, string>>) => {
    const Environment = { Variables: { ...Variables } };
    await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment }));
  };
  await Promise.all(
    before.map(({ FunctionName, variables }) => set(FunctionName, change(variables))),
  );
  return async () => {
    for (const { FunctionName, variables } of before) await set(FunctionName, variables);
  };
}
