import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { Metrics } from "@aws-lambda-powertools/metrics";
import createHandler from "@middy/core";
import type { Context } from "aws-lambda";
import type * as z from "zod/mini";
import { DowserError, fail } from "../../lib/errors.ts";
import { ENVIRONMENTS, type Environments, type FunctionName } from "./environment.ts";
import { METRIC_NAMESPACE } from "./stack-metrics.ts";

/** The common tools of the function handlers. */
export interface HandlerShell<Name extends FunctionName> {
  readonly environment: Environments[Name];
  readonly log: Logger;
  /** Published once at the end of each invocation, if anything was added. */
  readonly metrics: Metrics;
  /** Wraps a use case as a Lambda handler: an error is logged with its code, then rethrown. */
  readonly wrap: <Event, Answer>(
    handle: (event: Event, context: Context) => Promise<Answer>,
  ) => (event: Event, context: Context) => Promise<Answer>;
}

/** Reads the environment once, when the function starts: a wrong one fails before any event. */
export function handlerShell<Name extends FunctionName>(name: Name): HandlerShell<Name> {
  const environment = readEnvironment(name, process.env);
  const log = new Logger();
  const metrics = new Metrics({ namespace: METRIC_NAMESPACE });
  const publish = () => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
  return {
    environment,
    log,
    metrics,
    wrap: (handle) =>
      createHandler()
        .use(injectLambdaContext(log))
        .use({
          after: publish,
          onError: ({ error }) => {
            logError(log, error);
            publish();
          },
        })
        .handler(handle),
  };
}

/** Logs an error in one line, with everything that a reader of the log needs to fix it. */
export function logError(log: Logger, error: unknown): void {
  const known = error instanceof DowserError ? error : undefined;
  log.error(error instanceof Error ? error.message : String(error), {
    code: known?.code,
    reaction: known?.reaction,
    value: known?.value,
    hint: known?.hint,
    error: error instanceof Error ? error : undefined,
  });
}

/** Returns when an invocation must have ended, in ms since the epoch. */
export function deadlineOf(context: Context): number {
  return Date.now() + context.getRemainingTimeInMillis();
}

const SCHEMAS: { readonly [Name in FunctionName]: z.ZodMiniType<Environments[Name]> } =
  ENVIRONMENTS;

/**
 * Returns the variables of one function.
 * @throws DowserError `environment-invalid`, naming all that are missing or empty.
 */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  variables: Readonly<Record<string, string | undefined>>,
): Environments[Name] {
  const read = SCHEMAS[name].safeParse(variables);
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => issue.path.join("."));
  throw fail("environment-invalid", { name, variables: wrong.join(", "), value: wrong });
}
