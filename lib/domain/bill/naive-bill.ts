import { type Bill, billOf } from "./bill-of.ts";
import { NO_USAGE } from "./usage.ts";

/** A crawl by the plain design. */
export interface NaiveCrawl {
  readonly pages: number;
  readonly linksPerPage: number;
  /** Whether rows have an index on the score: each write is then billed twice. */
  readonly hasIndex: boolean;
}

/** A message is sent, received and removed. */
const REQUESTS_A_MESSAGE = 3;

/** A page's own row is claimed, then given its outcome. */
const WRITES_A_PAGE = 2;

/** One function run a page, a second with 512 MB: most of it waits for the server. */
const GB_SECONDS_A_PAGE = 0.5;

/** What Lambda and the handler log of one run, in bytes. */
const LOG_BYTES_A_RUN = 1_000;

/** A request and the share of its connection, in bytes. */
const EGRESS_BYTES_A_PAGE = 500;

/**
 * What a crawl costs with a message, an object and a function run for each page, and a row of up to 1 KB
 * for each link. Of what links weigh is nothing assumed; what a page weighs is, above.
 */
export function naiveBill({ pages, linksPerPage, hasIndex }: NaiveCrawl): Bill {
  return billOf({
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
