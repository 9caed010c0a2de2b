import { Duration, type Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";

import { METRIC_NAMESPACE, METRICS } from "../functions/wiring/stack-metrics.ts";

/**
 * Time without a result after which a crawl is stalled, in seconds: longer than any batch and its
 * repetition.
 */
const STALLED_SECONDS = 1_800;

/** Returns the metric that the functions of this stack report under a name of `METRICS`. */
export function crawlMetric(stack: Stack, name: keyof typeof METRICS, statistic: string): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: METRICS[name],
    dimensionsMap: { service: stack.stackName },
    period: Duration.minutes(1),
    statistic,
  });
}

/** Adds the alarms: each watches one count, and is quiet while nothing is reported. */
export function addAlarms(
  stack: Stack,
  watched: {
    readonly deadLetters: Readonly<Record<string, Queue>>;
    readonly chained: Readonly<Record<string, LambdaFunction>>;
  },
): void {
  for (const [id, queue] of Object.entries(watched.deadLetters)) {
    const metric = queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) });
    addAlarm(stack, `${id}DeadLettersAlarm`, { metric, above: 0, means: "messages were given up" });
  }
  for (const [id, { functionName }] of Object.entries(watched.chained)) {
    const metric = new Metric({
      namespace: "AWS/Lambda",
      metricName: "RecursiveInvocationsDropped",
      dimensionsMap: { FunctionName: functionName },
      period: Duration.minutes(1),
      statistic: "Sum",
    });
    const means = "AWS took a chain of invocations for a loop and cut it";
    addAlarm(stack, `${id}RecursionAlarm`, { metric, above: 0, means });
  }
  addAlarm(stack, "StalledAlarm", {
    metric: crawlMetric(stack, "stalled", "Maximum"),
    above: STALLED_SECONDS,
    means: "the crawl has work and gets no results",
  });
  addAlarm(stack, "BudgetAlarm", {
    metric: crawlMetric(stack, "budgetSpent", "Maximum"),
    above: 100,
    means: "the crawl has cost more than its budget",
  });
}

function addAlarm(
  stack: Stack,
  id: string,
  { metric, above, means }: { metric: Metric; above: number; means: string },
): void {
  new Alarm(stack, id, {
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${stack.stackName}: ${means}`,
  });
}
