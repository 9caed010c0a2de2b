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
