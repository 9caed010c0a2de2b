import { MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoKeyValueStore } from "../lib/adapters/aws/dynamo-table.ts";
import { readRegister } from "../lib/stack/stack-registers.ts";
import { plannerAge } from "../lib/stack/stack-state.ts";
import { handlerShell } from "./wiring/handler-shell.ts";
import { METRICS } from "./wiring/stack-metrics.ts";

const { environment, metrics, wrap } = handlerShell("watchdog");
const keyValueStore = createDynamoKeyValueStore({
  client: new DynamoDBClient(),
  tableName: environment.TABLE_NAME,
});

/**
 * The watchdog of a stack, called by a rule that nothing switches off. It reports how long a
 * planner has not run although its crawl needs it.
 */
export const handler = wrap(async () => {
  const { value: order } = await readRegister(keyValueStore, "order");
  if (order === undefined) return;
  const { value: planner } = await readRegister(keyValueStore, "planner");
  const ageMs = plannerAge(order, planner, Date.now());
  if (ageMs === undefined) return;
  metrics.addMetric(METRICS.plannerAge, MetricUnit.Seconds, ageMs / 1_000);
});
