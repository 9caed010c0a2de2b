import type { Usage } from "./usage.ts";

/** Services that a crawl pays for. */
type Service = "DynamoDB" | "S3" | "SQS" | "Lambda" | "logs" | "egress" | "HTTP API";

/** A cost in dollars by service. */
export interface Cost {
  readonly services: Readonly<Record<Service, number> & Record<string, number>>;
  readonly total: number;
}

const BYTES_A_GB = 1e9;

/** Returns the cost of a usage at list prices, without the monthly cost of data kept in S3. */
export function costOf(usage: Usage, prices: Prices = PRICES): Cost {
  const services = {
    DynamoDB:
      usage.dynamoWriteUnits * prices.dynamoWriteUnit +
      usage.dynamoReadUnits * prices.dynamoReadUnit,
    S3: usage.s3Writes * prices.s3Write + usage.s3Reads * prices.s3Read,
    SQS: usage.sqsRequests * prices.sqsRequest,
    Lambda: usage.lambdaRuns * prices.lambdaRun + usage.lambdaGbSeconds * prices.lambdaGbSecond,
    logs: (usage.logBytes / BYTES_A_GB) * prices.logGb,
    egress: (usage.egressBytes / BYTES_A_GB) * prices.egressGb,
    "HTTP API": usage.apiRequests * prices.apiRequest,
  };
  return { services, total: Object.values(services).reduce((sum, dollars) => sum + dollars, 0) };
}

/** Returns a cost with the payment to a search engine added, if there was any. */
export function withSearch({ services, total }: Cost, searchDollars: number): Cost {
  if (searchDollars === 0) return { services, total };
  return {
    services: { ...services, "search engine": searchDollars },
    total: total + searchDollars,
  };
}

/** Returns the dollars per month for bytes kept in S3. */
export function storagePerMonth(bytes: number, prices: Prices = PRICES): number {
  return (bytes / BYTES_A_GB) * prices.s3GbMonth;
}

/** The parts of a stack that are charged by time, whatever they do. */
export interface StandingParts {
  readonly secrets: number;
  readonly alarms: number;
  /** Metrics of the stack's own: charged for the hours in which they are reported. */
  readonly metrics: number;
}

/** Returns the dollars per month of a stack at rest, without its storage, and of one that crawls. */
export function standingPerMonth(
  { secrets, alarms, metrics }: StandingParts,
  prices: Prices = PRICES,
): { readonly atRest: number; readonly awake: number } {
  const atRest = secrets * prices.secretMonth + alarms * prices.alarmMonth;
  return { atRest, awake: atRest + metrics * prices.metricMonth };
}

/** List prices in dollars, without free tiers. */
interface Prices {
  readonly region: string;
  /** Month in which they were looked up. */
  readonly month: string;
  /** DynamoDB on demand, per unit. */
  readonly dynamoWriteUnit: number;
  readonly dynamoReadUnit: number;
  /** S3 Standard, per request. */
  readonly s3Write: number;
  readonly s3Read: number;
  /** S3 Standard, per GB kept for a month. */
  readonly s3GbMonth: number;
  /** SQS standard queue, per request of 64 KB. */
  readonly sqsRequest: number;
  /** Lambda on arm64. */
  readonly lambdaRun: number;
  readonly lambdaGbSecond: number;
  /** CloudWatch Logs, per GB ingested. */
  readonly logGb: number;
  /** To the internet, per GB. */
  readonly egressGb: number;
  /** HTTP API, per request. */
  readonly apiRequest: number;
  /** Secrets Manager and CloudWatch, per month. */
  readonly secretMonth: number;
  readonly alarmMonth: number;
  readonly metricMonth: number;
}

/** The list prices of AWS in us-east-1 in November 2026. */
export const PRICES: Prices = {
  region: "us-east-1",
  month: "2026-11",
  dynamoWriteUnit: 0.625e-6,
  dynamoReadUnit: 0.125e-6,
  s3Write: 5e-6,
  s3Read: 0.4e-6,
  s3GbMonth: 0.023,
  sqsRequest: 0.4e-6,
  lambdaRun: 0.2e-6,
  lambdaGbSecond: 0.0000133334,
  logGb: 0.5,
  egressGb: 0.09,
  apiRequest: 1e-6,
  secretMonth: 0.4,
  alarmMonth: 0.1,
  metricMonth: 0.3,
};
