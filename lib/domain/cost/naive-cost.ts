import { type Cost, costOf } from "./cost.ts";
import { NO_USAGE } from "./usage.ts";

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
