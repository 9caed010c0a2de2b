import { PRICES, type Prices } from "./prices.ts";
import type { Usage } from "./usage.ts";

/** Services that a crawl pays for. */
export type Service = "DynamoDB" | "S3" | "SQS" | "Lambda" | "logs" | "egress" | "HTTP API";

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
