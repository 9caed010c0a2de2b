import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

import { crawlMetric } from "./alarms.ts";

/** Adds one page of graphs: harvested pages, waiting links, failures and costs. */
export function addDashboard(
  scope: Construct,
  parts: { readonly functions: readonly LambdaFunction[]; readonly queues: readonly Queue[] },
): void {
  const period = Duration.minutes(1);
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
  const { functions, queues } = parts;
  new Dashboard(scope, "Dashboard", {
    widgets: [
      [
        graph("Pages a minute", [
          crawlMetric(scope, "pages", "Sum"),
          crawlMetric(scope, "targets", "Sum"),
        ]),
        graph("Dollars so far", [crawlMetric(scope, "dollars", "Maximum")]),
      ],
      [
        graph("Links and batches", [
          crawlMetric(scope, "waiting", "Maximum"),
          crawlMetric(scope, "inFlight", "Maximum"),
        ]),
        graph(
          "Messages",
          queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ period })),
        ),
      ],
      [
        graph(
          "Errors",
          functions.map((each) => each.metricErrors({ period })),
        ),
        graph(
          "Duration",
          functions.map((each) => each.metricDuration({ period })),
        ),
      ],
    ],
  });
}
