/** List prices in dollars, without free tiers. */
export interface Prices {
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
};
