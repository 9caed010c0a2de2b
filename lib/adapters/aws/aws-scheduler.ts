/** The parts of a stack that are switched off while it rests: how they are switched, and how they stand. */
import {
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  type EventBridgeClient,
} from "@aws-sdk/client-eventbridge";
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  type LambdaClient,
  ResourceConflictException,
  ResourceInUseException,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { ActivityState, QueueDepth, QueueName } from "../../ports/activity-state.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Activity } from "../../ports/scheduler.ts";

/** Wait before a mapping that is being switched is checked again, in ms. */
const MAPPING_RETRY_MS = 2_000;

/** Times that a mapping is checked: a switch takes some ten seconds. */
const MAX_ASKED = 12;

/** The parts of a stack that cost money while it is awake. */
interface ActivitySettings {
  readonly events: EventBridgeClient;
  readonly lambda: LambdaClient;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Name or ARN of the planning function. Absent in that function itself, which its rule calls anyway. */
  readonly planFunction?: string;
  /** Rules that start functions at intervals, all on the default bus. */
  readonly rules: readonly string[];
  /** Id of the mapping that delivers batches to the harvesting function. */
  readonly harvestMappingId: string;
}

/**
 * Creates a stack's activity from its rules and its mapping. Rules are enabled first and disabled
 * last. Whatever fails in between, the next run of the planner tries again.
 */
export function createActivity(settings: ActivitySettings): Activity {
  const { events, lambda, planFunction, rules } = settings;
  const enableRules = async () => {
    for (const Name of rules) await events.send(new EnableRuleCommand({ Name }));
  };
  return {
    enableRules,
    async wake() {
      await enableRules();
      if (planFunction !== undefined) await callFunction(lambda, planFunction);
      // Last, as it may have to wait for an earlier switch: the planner switches it, too.
      await switchMapping(settings, true);
    },
    async suspend() {
      await switchMapping(settings, false);
      for (const Name of rules) await events.send(new DisableRuleCommand({ Name }));
    },
  };
}

/**
 * Switches a mapping. One that is still being switched refuses: if another process switches it the
 * same way, there is nothing to do, else it is tried again until that switch is done.
 */
async function switchMapping(
  { lambda, clock, harvestMappingId: UUID }: ActivitySettings,
  Enabled: boolean,
): Promise<void> {
  const wanted = Enabled ? "Enabling" : "Disabling";
  for (let asked = 1; ; asked++) {
    try {
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
      return;
    } catch (error) {
      const isBusy =
        error instanceof ResourceInUseException || error instanceof ResourceConflictException;
      if (!isBusy || asked === MAX_ASKED) throw error;
      const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
      if (State === wanted) return;
      await clock.waitUntil(clock.now() + MAPPING_RETRY_MS);
    }
  }
}

/** Starts a function without waiting for it. */
export async function callFunction(client: LambdaClient, functionName: string): Promise<void> {
  await client.send(new InvokeCommand({ FunctionName: functionName, InvocationType: "Event" }));
}

/** The parts of a stack that are read. */
interface ActivityParts {
  readonly events: EventBridgeClient;
  readonly lambda: LambdaClient;
  readonly sqs: SQSClient;
  /** Names of the rules, all on the default bus. */
  readonly rules: Readonly<Record<"planner" | "trainer", string>>;
  /** Id of the mapping that delivers batches to the harvesting function. */
  readonly harvestMappingId: string;
  /** URLs of the queues. */
  readonly queues: Readonly<Record<QueueName, string>>;
}

/** States in which a mapping delivers, or is about to. */
const DELIVERING = new Set(["Enabled", "Enabling", "Creating", "Updating"]);

/** Reads the state of rules, mapping and queues, all at the same time. */
export async function readActivityState(parts: ActivityParts): Promise<ActivityState> {
  const { lambda, rules, queues, harvestMappingId: UUID } = parts;
  const depth = (name: QueueName) => depthOf(parts, queues[name]);
  const [planner, trainer, mapping, batches, results, batchesDeadLetters, resultsDeadLetters] =
    await Promise.all([
      isEnabled(parts, rules.planner),
      isEnabled(parts, rules.trainer),
      lambda.send(new GetEventSourceMappingCommand({ UUID })),
      depth("batches"),
      depth("results"),
      depth("batchesDeadLetters"),
      depth("resultsDeadLetters"),
    ]);
  return {
    rules: { planner, trainer },
    deliversBatches: DELIVERING.has(mapping.State ?? ""),
    queues: { batches, results, batchesDeadLetters, resultsDeadLetters },
  };
}

async function isEnabled({ events }: ActivityParts, Name: string): Promise<boolean> {
  const { State } = await events.send(new DescribeRuleCommand({ Name }));
  return State === "ENABLED";
}

async function depthOf({ sqs }: ActivityParts, QueueUrl: string): Promise<QueueDepth> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return {
    waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
  };
}
