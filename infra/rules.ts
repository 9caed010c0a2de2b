import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

import type { Project } from "../lib/project/project-schema.ts";
import { crawlName } from "./crawl-name.ts";

/**
 * Interval at which each rule calls its function. Those of a crawl are disabled until one starts;
 * the watchdog's is never disabled, since it watches them.
 */
const RULES = {
  plan: { id: "PlanRule", called: "planner", every: Duration.minutes(1), enabled: false },
  train: { id: "TrainRule", called: "trainer", every: Duration.minutes(5), enabled: false },
  watch: { id: "WatchRule", called: "watchdog", every: Duration.minutes(5), enabled: true },
} as const;

/**
 * Returns the name of a rule, derived from the stack's name. The planner switches the rule that
 * calls it, and when two resources name each other, one name must be known in advance.
 */
export function ruleName(scope: Construct, rule: keyof typeof RULES): string {
  return `${crawlName(scope)}-${RULES[rule].called}`;
}

/** Returns the ARN of a rule, known before the rule exists. */
export function ruleArn(scope: Construct, rule: keyof typeof RULES): string {
  return Stack.of(scope).formatArn({
    service: "events",
    resource: "rule",
    resourceName: ruleName(scope, rule),
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}

/** Adds a rule that calls a function at intervals. */
export function addRule(scope: Construct, rule: keyof typeof RULES, target: LambdaFunction): void {
  const { id, called, every, enabled } = RULES[rule];
  new Rule(scope, id, {
    ruleName: ruleName(scope, rule),
    description: enabled ? `Calls ${called}` : `Calls ${called} while a crawl is active`,
    enabled,
    schedule: Schedule.rate(every),
    targets: [new LambdaTarget(target)],
  });
}

/**
 * Adds the rule that has the function of the API begin a recrawl, if the crawl has ended; none where the project asks
 * for none. It is never disabled: nothing else begins one in a stack at rest.
 */
export function addReturnRule(
  scope: Construct,
  target: LambdaFunction,
  { recrawl }: Project["stack"],
): void {
  if (recrawl === undefined) return;
  const { everyHours, pages } = recrawl;
  const event = RuleTargetInput.fromObject({ recrawl: pages === undefined ? {} : { pages } });
  new Rule(scope, "RecrawlRule", {
    ruleName: `${crawlName(scope)}-recrawl`,
    description: "Comes back to the crawl if it has ended",
    schedule: Schedule.rate(Duration.hours(everyHours)),
    targets: [new LambdaTarget(target, { event })],
  });
}
