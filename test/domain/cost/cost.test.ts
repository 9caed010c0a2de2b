import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addUsage,
  costOf,
  NO_USAGE,
  naiveCost,
  storagePerMonth,
  type Usage,
} from "../../../lib/domain/cost/cost.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

const EVERYTHING: Usage = {
  dynamoWriteUnits: 1e6,
  dynamoReadUnits: 2e6,
  s3Writes: 1e6,
  s3Reads: 1e6,
  sqsRequests: 3e6,
  lambdaRuns: 1e6,
  lambdaGbSeconds: 1e6,
  logBytes: 2e9,
  egressBytes: 1e9,
  apiRequests: 1e6,
};

describe("usage", () => {
  it("Usage adds up count by count", () => {
    const twice = addUsage(EVERYTHING, EVERYTHING);
    for (const [unit, count] of Object.entries(EVERYTHING)) {
      assert.equal(Reflect.get(twice, unit), 2 * count, unit);
    }
    assert.deepEqual(addUsage(NO_USAGE, EVERYTHING), EVERYTHING);
    assert.deepEqual(addUsage(EVERYTHING, {}), EVERYTHING);
  });
});

describe("a bill", () => {
  it("The cost of no usage is 0", () => {
    assert.equal(costOf(NO_USAGE).total, 0);
  });

  it("The cost has each service at its list price, and their sum", () => {
    const { services, total } = costOf(EVERYTHING);
    near(services.DynamoDB, 0.625 + 2 * 0.125);
    near(services.S3, 5.4);
    near(services.SQS, 1.2);
    near(services.Lambda, 0.2 + 13.3334);
    near(services.logs, 1);
    near(services.egress, 0.09);
    near(services["HTTP API"], 1);
    near(total, 0.875 + 5.4 + 1.2 + 13.5334 + 1 + 0.09 + 1);
  });

  it("The cost of a million kept pages of 30 KB is 0.7 $ a month", () => {
    assert.equal(storagePerMonth(30e9).toFixed(1), "0.7");
  });
});

// The design's table gives 46 $, and 77 $ with an index, for a million pages with 50 links each. The rows of
// links are all that its assumptions fix (31.25 $, and as much for the index); what a page takes beside
// them is assumed in naive-bill.ts.
describe("the naive design, a million pages with 50 links each", () => {
  const crawl = { pages: 1e6, linksPerPage: 50 };

  it("The naive design costs 46 $ for a million pages, and 77 $ with an index on the score", () => {
    assert.equal(naiveCost({ ...crawl, hasIndex: false }).total.toFixed(0), "46");
    assert.equal(naiveCost({ ...crawl, hasIndex: true }).total.toFixed(0), "77");
  });

  it("The naive design pays 31.25 $ for the rows of links, and as much again for their index", () => {
    const [plain, indexed, linkless] = [
      naiveCost({ ...crawl, hasIndex: false }),
      naiveCost({ ...crawl, hasIndex: true }),
      naiveCost({ pages: 1e6, linksPerPage: 0, hasIndex: false }),
    ].map(({ services }) => services.DynamoDB);
    near((plain ?? 0) - (linkless ?? 0), 31.25);
    near((indexed ?? 0) - (plain ?? 0), 31.25);
  });
});
