import { ArnFormat, Duration, type Stack } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";

/** Interval at which each rule calls its function, while a crawl is active. */
const RULES = {
  plan: { called: "planner", every: Duration.minutes(1) },
  train: { called: "trainer", every: Duration.minutes(5) },
} as const;

/**
 * Returns the name of a rule, derived from the stack's name. The planner switches the rule that
 * calls it, and when two resources name each other, one name must be known in advance.
 */
export function ruleName(stack: Stack, rule: keyof typeof RULES): string {
  return `${stack.stackName}-${RULES[rule].called}`;
}

/** Returns the ARN of a rule, known before the rule exists. */
export function ruleArn(stack: Stack, rule: keyof typeof RULES): string {
  return stack.formatArn({
    service: "events",
    resource: "rule",
    resourceName: ruleName(stack, rule),
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}

/**
 * Adds a rule that calls a function, disabled until a crawl starts: a stack at rest costs nothing.
 */
export function addWakeRule(stack: Stack, rule: keyof typeof RULES, called: LambdaFunction): void {
  new Rule(stack, rule === "plan" ? "PlanRule" : "TrainRule", {
    ruleName: ruleName(stack, rule),
    description: `Calls ${RULES[rule].called} while a crawl is active`,
    enabled: false,
    schedule: Schedule.rate(RULES[rule].every),
    targets: [new LambdaTarget(called)],
  });
}
