import type { HandlerExecutionContext, MiddlewareStack } from "@smithy/types";

import { addUsage, NO_USAGE, type Usage } from "../../domain/cost/usage.ts";
import { billedUnits, type OperationResult, reportsCapacity } from "./billed-units.ts";

/** What was used since the meter was last read. */
export interface Reading {
  readonly usage: Usage;
  /** `S3 PutObject` → attempts, repeated ones among them. */
  readonly attempts: ReadonlyMap<string, number>;
}

/** A client of the SDK: all that the meter needs of it. */
interface MeteredClient<Input extends object, Output extends object> {
  readonly middlewareStack: MiddlewareStack<Input, Output>;
}

/**
 * Counts what clients of the SDK are billed for: each attempt, as those that the SDK repeats are billed,
 * too. A run of a function is not billed to who invokes it here: rules, queues and the API start some
 * as well, so that each function counts its own runs.
 */
export interface RequestMeter {
  /** Counts what a client does from now on, and gives it back. */
  readonly watch: <Input extends object, Output extends object, Client>(
    client: Client & MeteredClient<Input, Output>,
  ) => Client;
  /** What was used since this was last called. */
  take(): Reading;
}

/** A meter that stands at nothing. */
export function createRequestMeter(): RequestMeter {
  let usage = NO_USAGE;
  let attempts = new Map<string, number>();

  function count(context: HandlerExecutionContext, input: object, result: OperationResult): void {
    const [service, name] = namesOf(context);
    const key = `${service} ${name}`;
    attempts.set(key, (attempts.get(key) ?? 0) + 1);
    usage = addUsage(usage, billedUnits({ service, name, input }, result));
  }

  return {
    watch(client) {
      const { middlewareStack } = client;
      middlewareStack.add(
        (next, context) => async (args) => {
          if (!reportsCapacity(...namesOf(context))) return next(args);
          return next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
        },
        { step: "initialize", name: "askForCapacity" },
      );
      // The step that the SDK repeats; with high priority it sees the answer as it was read.
      middlewareStack.add(
        (next, context) => async (args) => {
          try {
            const answer = await next(args);
            count(context, args.input, { output: answer.output ?? {} });
            return answer;
          } catch (error) {
            count(context, args.input, { error });
            throw error;
          }
        },
        { step: "deserialize", priority: "high", name: "countAttempt" },
      );
      return client;
    },
    take() {
      const reading = { usage, attempts };
      [usage, attempts] = [NO_USAGE, new Map()];
      return reading;
    },
  };
}

/** Names without what the SDK puts behind them: `DynamoDBClient`, `PutItemCommand`. */
function namesOf(context: HandlerExecutionContext): [service: string, name: string] {
  const { clientName = "", commandName = "" } = context;
  return [clientName.replace(/Client$/, ""), commandName.replace(/Command$/, "")];
}
