import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

import { METRIC_NAMESPACE, METRICS } from "../functions/wiring/stack-metrics.ts";
import { crawlName } from "./crawl-name.ts";

/**
 * Time without a result after which a crawl is stalled, in seconds: a harvester ends within ten
 * minutes, and its batch waits for some more.
 */
const STALLED_SECONDS = 900;

/** Time without a planner after which it is missing, in seconds: its rule calls it each minute. */
const MISSING_SECONDS = 600;

/** Failed or refused runs of a function that need no attention: the next run makes up for one. */
const FAILED_RUNS = 2;

/** Time within which they are counted: a few runs of each function that a rule calls. */
const FAILURE_WINDOW = Duration.minutes(10);
const LONG_FAILURE_WINDOW = Duration.minutes(30);

const MINUTE = Duration.minutes(1);

/** Returns the metric that the functions of this stack report under a name of `METRICS`. */
export function crawlMetric(
  scope: Construct,
  name: keyof typeof METRICS,
  statistic: string,
  period = MINUTE,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: METRICS[name],
    dimensionsMap: { service: crawlName(scope) },
    period,
    statistic,
  });
}

/** The parts of a stack that are watched. */
interface Watched {
  readonly deadLetters: Readonly<Record<"harvest" | "results", Queue>>;
  /** Those that are called each minute or more often, and those called each five minutes. */
  readonly frequent: Readonly<Record<"planner" | "harvester", LambdaFunction>>;
  readonly rare: Readonly<Record<"trainer" | "watchdog", LambdaFunction>>;
  readonly api: HttpApi;
}

/** An alarm: what it watches, the highest good value, and its meaning in words. */
interface Watch {
  readonly id: string;
  readonly metric: IMetric;
  readonly above: number;
  readonly means: string;
}

/** Adds the alarms, each quiet while nothing is reported; they are sent to the topic, if any. */
export function addAlarms(
  scope: Construct,
  watched: Watched,
  topic: ITopic | undefined,
): readonly Alarm[] {
  return [...runWatches(watched), ...crawlWatches(scope)].map(({ id, metric, above, means }) => {
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${crawlName(scope)}: ${means}`,
    });
    if (topic !== undefined) alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  });
}

/** Watches whether functions run, and whether messages are processed. */
function runWatches({ deadLetters, frequent, rare, api }: Watched): Watch[] {
  return [
    ...Object.entries(deadLetters).map(([name, queue]) => ({
      id: `${capital(name)}DeadLettersAlarm`,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: MINUTE }),
      above: 0,
      means: `messages of the ${name} queue were given up`,
    })),
    ...failures(frequent, "Errors", FAILURE_WINDOW, "fails"),
    ...failures(rare, "Errors", LONG_FAILURE_WINDOW, "fails"),
    // A refused run of the trainer is made up for by the next, and the API tells its user.
    ...failures(frequent, "Throttles", FAILURE_WINDOW, "is refused by AWS: too many run at once"),
    {
      id: "ApiErrorsAlarm",
      metric: api.metricServerError({ period: FAILURE_WINDOW, statistic: "Sum" }),
      above: FAILED_RUNS,
      means: "the API answers with errors of its own (5xx)",
    },
    {
      id: "RecursionAlarm",
      // The one function that a queue calls: any chain that feeds itself passes through it.
      metric: runMetric(frequent.harvester, "RecursiveInvocationsDropped", MINUTE),
      above: 0,
      means: "AWS took a chain of invocations for a loop and cut it",
    },
  ];
}

function failures(
  functions: Readonly<Record<string, LambdaFunction>>,
  metricName: "Errors" | "Throttles",
  window: Duration,
  what: string,
): Watch[] {
  return Object.entries(functions).map(([name, each]) => ({
    id: `${capital(name)}${metricName}Alarm`,
    metric: runMetric(each, metricName, window),
    above: FAILED_RUNS,
    means: `the function ${name} ${what}`,
  }));
}

/** Watches the figures of the crawl. */
function crawlWatches(scope: Construct): Watch[] {
  return [
    {
      id: "StalledAlarm",
      metric: crawlMetric(scope, "stalled", "Maximum"),
      above: STALLED_SECONDS,
      means: "the crawl has work and gets no results",
    },
    {
      id: "PlannerMissingAlarm",
      // Time for two reports of the watchdog: one that comes late does not end the alarm.
      metric: crawlMetric(scope, "plannerAge", "Maximum", Duration.minutes(10)),
      above: MISSING_SECONDS,
      means: "the planner does not run although its crawl needs it; dowser status says why",
    },
    {
      id: "BudgetAlarm",
      metric: crawlMetric(scope, "budgetSpent", "Maximum"),
      above: 100,
      means: "the crawl has cost more than its budget",
    },
  ];
}

function runMetric({ functionName }: LambdaFunction, metricName: string, period: Duration): Metric {
  return new Metric({
    namespace: "AWS/Lambda",
    metricName,
    dimensionsMap: { FunctionName: functionName },
    period,
    statistic: "Sum",
  });
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
