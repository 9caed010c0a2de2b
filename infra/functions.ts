import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  CfnFunction,
  type FunctionProps,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";

import { ENVIRONMENTS, type FunctionName, hasSourceMaps } from "../functions/wiring/environment.ts";
import { FUNCTION_MB, PLANNER_DISK_BYTES } from "../lib/project/stack-limits.ts";
import { crawlName } from "./crawl-name.ts";
import { functionCode, type OwnFiles } from "./function-code.ts";
import { PERMISSIONS, type Resource } from "./permissions.ts";
import { policyStatement } from "./policy-statement.ts";

/** Timeout, memory and disk of each function. */
const SIZES = {
  // Its database is in its temporary storage, of which Lambda gives 10 GiB at most.
  planner: {
    timeout: Duration.minutes(15),
    memorySize: FUNCTION_MB.planner,
    ephemeralStorageSize: Size.mebibytes(PLANNER_DISK_BYTES / 1_024 ** 2),
  },
  // Both are the project's: it waits for servers most of the time, which is billed by memory.
  harvester: {},
  // The records of the crawl are in its temporary storage.
  trainer: {
    timeout: Duration.minutes(15),
    memorySize: FUNCTION_MB.trainer,
    ephemeralStorageSize: Size.gibibytes(10),
  },
  "api-handler": { timeout: Duration.seconds(29), memorySize: FUNCTION_MB["api-handler"] },
  watchdog: { timeout: Duration.seconds(30), memorySize: FUNCTION_MB.watchdog },
  authorizer: { timeout: Duration.seconds(5), memorySize: FUNCTION_MB.authorizer },
} as const satisfies Record<FunctionName, Partial<FunctionProps>>;

/** The resources that environments and policies of functions name. */
export interface Known {
  /** Values of environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly arns: Readonly<Partial<Record<Resource, string>>>;
  readonly own?: OwnFiles;
}

/** Adds a function with the environment variables in its schema and the permissions listed for it. */
export function addFunction(
  scope: Construct,
  name: FunctionName,
  known: Known,
  size: Pick<FunctionProps, "memorySize" | "timeout"> = {},
): LambdaFunction {
  const id = pascalCase(name);
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const arns = { ...known.arns, "own log": logGroup.logGroupArn };
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { permissions: policyOf(name, arns) },
  });
  const added = new LambdaFunction(scope, id, {
    ...SIZES[name],
    ...size,
    architecture: Architecture.ARM_64,
    runtime: Runtime.NODEJS_24_X,
    code: functionCode(name, known.own ?? {}),
    handler: "index.handler",
    role,
    logGroup,
    environment: environmentOf(name, scope, known.variables),
    // Its rule or queue calls it again anyway: an extra retry is no use.
    retryAttempts: 0,
    // Events that wait for hours, as functions are throttled, would all come at once.
    maxEventAge: Duration.seconds(60),
    // A chain of invocations that feeds itself is a mistake here, and an expensive one.
    recursiveLoop: RecursiveLoop.TERMINATE,
    // The construct's own option would add a policy beside those of `PERMISSIONS`.
    tracing: Tracing.DISABLED,
  });
  const { defaultChild } = added.node;
  if (arns.traces !== undefined && defaultChild instanceof CfnFunction)
    defaultChild.tracingConfig = { mode: "Active" };
  return added;
}

function environmentOf(
  name: FunctionName,
  scope: Construct,
  variables: Known["variables"],
): Record<string, string> {
  const own = Object.entries(ENVIRONMENTS[name].shape).flatMap(([variable, schema]) => {
    const isOptional = schema.safeParse(undefined).success;
    if (isOptional && variables[variable] === undefined) return [];
    return [[variable, known(variables, variable)]];
  });
  return {
    ...Object.fromEntries(own),
    ...(hasSourceMaps(name) && { NODE_OPTIONS: "--enable-source-maps" }),
    // Dimension of its metrics and field of its logs, which distinguish stacks.
    POWERTOOLS_SERVICE_NAME: crawlName(scope),
  };
}

function policyOf(name: FunctionName, arns: Known["arns"]): PolicyDocument {
  return new PolicyDocument({
    statements: PERMISSIONS[name]
      .filter(({ on, isOptional }) => isOptional !== true || arns[on] !== undefined)
      .map((permission) => policyStatement(permission, [known(arns, permission.on)].flat())),
  });
}

function known<Key extends string, Value>(values: Partial<Record<Key, Value>>, key: Key): Value {
  const value = values[key];
  // A mistake in the order of this folder's calls, which the first synthesis shows.
  if (value === undefined) throw new Error(`${key} is not known yet`);
  return value;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
