/** What the use of AWS costs at list prices, and what a design without batches would cost. */
import type { CrawlShape } from "./stack-shape.ts";

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

/** What others than AWS were paid, in dollars. */
export interface Bought {
  readonly searchDollars: number;
  readonly assessorDollars: number;
}

/** Returns a cost with what others were paid, if anything was. */
export function withBought(
  { services, total }: Cost,
  { searchDollars, assessorDollars }: Bought,
): Cost {
  return {
    services: {
      ...services,
      ...(searchDollars > 0 && { "search engine": searchDollars }),
      ...(assessorDollars > 0 && { assessor: assessorDollars }),
    },
    total: total + searchDollars + assessorDollars,
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

/** A crawl by the plain design: one message, one object and one function run per page. */
interface NaiveCrawl {
  readonly pages: number;
  readonly linksPerPage: number;
  /** Whether rows have an index on the score: each write then costs twice. */
  readonly hasIndex: boolean;
}

/** A message is sent, received and removed. */
const REQUESTS_A_MESSAGE = 3;

/** The row of a page is claimed, then updated with its outcome. */
const WRITES_A_PAGE = 2;

/** One function run per page: a second with 512 MB, mostly spent waiting for the server. */
const GB_SECONDS_A_PAGE = 0.5;

/** Bytes that Lambda and the handler log in one run. */
const LOG_BYTES_A_RUN = 1_000;

/** A request and the share of its connection, in bytes. */
const EGRESS_BYTES_A_PAGE = 500;

/**
 * Returns the cost of a crawl with a message, an object and a function run per page. Each link is a
 * row of up to 1 KB. The size of links is not modelled; the constants above model that of pages.
 */
export function naiveCost({ pages, linksPerPage, hasIndex }: NaiveCrawl): Cost {
  return costOf({
    ...NO_USAGE,
    dynamoWriteUnits: pages * (linksPerPage * (hasIndex ? 2 : 1) + WRITES_A_PAGE),
    s3Writes: pages,
    sqsRequests: pages * REQUESTS_A_MESSAGE,
    lambdaRuns: pages,
    lambdaGbSeconds: pages * GB_SECONDS_A_PAGE,
    logBytes: pages * LOG_BYTES_A_RUN,
    egressBytes: pages * EGRESS_BYTES_A_PAGE,
  });
}

/** The quantities by which AWS charges a crawl; each is a count that adds up. */
export type Usage = {
  /**
   * Units of 1 KB written, and of 4 KB read consistently (half a unit for an eventually consistent
   * read).
   */
  readonly dynamoWriteUnits: number;
  readonly dynamoReadUnits: number;
  /** Requests that write or list (class A), and requests that read (class B). */
  readonly s3Writes: number;
  readonly s3Reads: number;
  /** Requests of at most 64 KB; a larger one counts for each 64 KB begun. */
  readonly sqsRequests: number;
  /** Runs of functions, and their use of memory in GB-seconds. */
  readonly lambdaRuns: number;
  readonly lambdaGbSeconds: number;
  readonly logBytes: number;
  /** Bytes sent to the internet, mostly requests of pages. */
  readonly egressBytes: number;
  /** Requests to the HTTP API. */
  readonly apiRequests: number;
};

/** The usage of nothing. */
export const NO_USAGE: Usage = {
  dynamoWriteUnits: 0,
  dynamoReadUnits: 0,
  s3Writes: 0,
  s3Reads: 0,
  sqsRequests: 0,
  lambdaRuns: 0,
  lambdaGbSeconds: 0,
  logBytes: 0,
  egressBytes: 0,
  apiRequests: 0,
};

/** Returns the sum of both; counts that `b` leaves out are 0. */
export function addUsage(a: Usage, b: Partial<Usage>): Usage {
  return {
    dynamoWriteUnits: a.dynamoWriteUnits + (b.dynamoWriteUnits ?? 0),
    dynamoReadUnits: a.dynamoReadUnits + (b.dynamoReadUnits ?? 0),
    s3Writes: a.s3Writes + (b.s3Writes ?? 0),
    s3Reads: a.s3Reads + (b.s3Reads ?? 0),
    sqsRequests: a.sqsRequests + (b.sqsRequests ?? 0),
    lambdaRuns: a.lambdaRuns + (b.lambdaRuns ?? 0),
    lambdaGbSeconds: a.lambdaGbSeconds + (b.lambdaGbSeconds ?? 0),
    logBytes: a.logBytes + (b.logBytes ?? 0),
    egressBytes: a.egressBytes + (b.egressBytes ?? 0),
    apiRequests: a.apiRequests + (b.apiRequests ?? 0),
  };
}

/** Returns what was used since an earlier count. */
export function usageSince(now: Usage, before: Usage): Usage {
  const negative = Object.entries(before).map(([name, count]) => [name, -count]);
  return addUsage(now, Object.fromEntries(negative));
}

/** How long a crawl of so many pages takes, and what it costs. */
export interface Expense {
  readonly hours: number;
  readonly dollars: number;
}

/** The limits of a crawl; `undefined` for none. */
interface Limits {
  readonly pages: number;
  readonly hours: number | undefined;
  readonly dollars: number | undefined;
}

/** The pages of a crawl within its limits, and which of them ends it. */
interface WithinBudget extends Expense {
  readonly pages: number;
  readonly bound: "pages" | "hours" | "dollars";
}

/**
 * Returns the hours of a crawl on one machine by its politeness alone: hosts are asked at one time, up
 * to `concurrency`, each one request after another with the delay between them.
 */
export function politeHours(
  {
    pages,
    hosts,
    minDelayMs,
    fetchMs,
  }: Pick<CrawlShape, "pages" | "hosts" | "minDelayMs" | "fetchMs">,
  concurrency: number,
): number {
  return (pages / Math.min(hosts, concurrency)) * ((minDelayMs + fetchMs) / 3_600_000);
}

/** Returns how far a crawl comes within its limits, where both expenses grow with its pages. */
export function withinBudget(limits: Limits, expenseOf: (pages: number) => Expense): WithinBudget {
  const { pages, hours = Infinity, dollars = Infinity } = limits;
  const whole = expenseOf(pages);
  if (whole.hours <= hours && whole.dollars <= dollars) return { ...whole, pages, bound: "pages" };
  let [fitting, beyond] = [0, pages];
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2);
    const { hours: takes, dollars: costs } = expenseOf(middle);
    if (takes <= hours && costs <= dollars) fitting = middle;
    else beyond = middle;
  }
  const bound = expenseOf(beyond).hours > hours ? "hours" : "dollars";
  const expense = fitting === 0 ? { hours: 0, dollars: 0 } : expenseOf(fitting);
  return { ...expense, pages: fitting, bound };
}
