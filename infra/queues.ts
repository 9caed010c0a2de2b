import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** A queue, and the queue for its messages that nobody could process. */
export interface QueueWithDeadLetters {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

/** Adds the queue of batches for the workers, whose longest run this is. */
export function addHarvestQueue(scope: Construct, timeout: Duration): QueueWithDeadLetters {
  // AWS advises six times the function's timeout, and five deliveries or more.
  const visibilityTimeout = Duration.seconds(6 * timeout.toSeconds());
  return addQueue(scope, "HarvestQueue", { visibilityTimeout, maxReceiveCount: 5 });
}

/** Adds the queue with the names of results for the planner, which removes them after each tick. */
export function addResultsQueue(scope: Construct): QueueWithDeadLetters {
  // When a planner dies between taking and removing results, the next one gets them soon. A good
  // result may reach several planners that lose their lease, so many deliveries are allowed.
  const visibilityTimeout = Duration.minutes(2);
  return addQueue(scope, "ResultsQueue", { visibilityTimeout, maxReceiveCount: 20 });
}

function addQueue(
  scope: Construct,
  id: string,
  how: { readonly visibilityTimeout: Duration; readonly maxReceiveCount: number },
): QueueWithDeadLetters {
  const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const retentionPeriod = Duration.days(14);
  const deadLetters = new Queue(scope, `${id}DeadLetters`, { ...secure, retentionPeriod });
  const { visibilityTimeout, maxReceiveCount } = how;
  const queue = new Queue(scope, id, {
    ...secure,
    visibilityTimeout,
    retentionPeriod,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  return { queue, deadLetters };
}
