import { DescribeRuleCommand, type EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { GetEventSourceMappingCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { ActivityState, QueueDepth, QueueName } from "../../ports/activity-state.ts";

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
