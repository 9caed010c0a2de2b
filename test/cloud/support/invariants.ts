import assert from "node:assert/strict";
import { S3Client } from "@aws-sdk/client-s3";
import type { DemoRequest } from "../../../demo/serve-demo-web.ts";
import { createS3BlobStore } from "../../../lib/adapters/aws/s3-blob-store.ts";
import { readPageAt } from "../../../lib/adapters/warc/stored-page.ts";
import { payloadDigest } from "../../../lib/adapters/warc/write-warc.ts";
import { LINK_STATES } from "../../../lib/domain/frontier/link.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Deployment } from "./a-deployment.ts";
import type { ServedWeb } from "./served-web.ts";
import type { EndedCrawl, StackPage } from "./stack-crawl.ts";

/** Pages whose records are read at one time. */
const READ_TOGETHER = 16;

/**
 * Asserts that every URL is in one state, none is in flight, and the listing agrees with the
 * states.
 */
export function assertConserved({ state: { report, listed }, pages }: EndedCrawl): void {
  assert.ok(report);
  const { states, reasons, fetched, targets } = report;
  assert.deepEqual(Object.keys(states).toSorted(), LINK_STATES.toSorted());
  assert.equal(states.leased, 0);
  assert.equal(pages.length, listed);
  assert.deepEqual(
    pages.map(({ sequence }) => sequence),
    pages.map((_, index) => index + 1),
  );
  assert.equal(new Set(pages.map(({ url }) => url)).size, pages.length);
  assert.equal(pages.filter(({ reason }) => reason === "page").length, fetched);
  assert.equal(pages.filter(({ isTarget }) => isTarget).length, targets);
  for (const state of ["fetched", "failed"] as const) {
    assert.equal(pages.filter((page) => page.state === state).length, states[state]);
  }
  const ended = ["fetched", "refused", "failed"] as const;
  assert.equal(
    Object.entries(reasons).reduce((sum, [, count]) => sum + count, 0),
    ended.reduce((sum, each) => sum + states[each], 0),
  );
}

/** Asserts that every fetched page is where the listing says, and has its digest. */
export async function assertReadable(
  { bucket }: Deployment,
  pages: readonly StackPage[],
): Promise<void> {
  const blobs = createS3BlobStore({ client: new S3Client(), bucket });
  const digest = async ({ url, ref }: StackPage) => {
    const known = canonicalUrl(url);
    assert.ok(ref, url);
    assert.ok(known.ok, url);
    const page = await readPageAt(known.url, ref, (segment, range) => blobs.get(segment, range));
    assert.ok(page, `${url}: ${ref.segment}`);
    return payloadDigest(page.body);
  };
  const stored = pages.filter(({ reason }) => reason === "page");
  for (let from = 0; from < stored.length; from += READ_TOGETHER) {
    const some = stored.slice(from, from + READ_TOGETHER);
    assert.deepEqual(
      await Promise.all(some.map(digest)),
      some.map(({ ref }) => ref?.digest),
    );
  }
}

/** Where the demo's moved site keeps its rules: its robots.txt redirects there. */
const MOVED_RULES = "/rules.txt";

/**
 * Asserts that each host was asked for its rules first and obeyed, and got its crawl delay (ms)
 * between requests. A redirect of robots.txt is followed at once (RFC 9309 §2.3.1.2): both are one
 * request.
 */
export function assertPolite({ requests, forbidden }: ServedWeb, minDelayMs: number): void {
  for (const [origin, ofHost] of byHost(requests)) {
    assert.match(ofHost[0]?.url ?? "", /\/robots\.txt$/, origin);
    for (const [index, { url, at }] of ofHost.entries()) {
      assert.ok(!forbidden.has(url), `${url} is forbidden`);
      const before = ofHost[index - 1];
      // Both times are cut to whole milliseconds.
      const isSpared = before !== undefined && !url.endsWith(MOVED_RULES);
      const isRested = !isSpared || at - before.at >= minDelayMs - 1;
      assert.ok(isRested, `${url} came ${at - (before?.at ?? 0)} ms after ${before?.url}`);
    }
  }
}

/**
 * Asserts that no page was requested twice, except the examples of the need, which are read before
 * the crawl begins.
 */
export function assertAskedOnce({ requests, examples: { good, bad } }: ServedWeb): void {
  const examples = new Set([...good, ...bad]);
  const pages = requests.filter(({ url }) => !url.endsWith("/robots.txt") && !examples.has(url));
  const counts = Map.groupBy(pages, ({ url }) => url);
  const twice = [...counts].filter(([, asked]) => asked.length > 1).map(([url]) => url);
  assert.deepEqual(twice, []);
}

function byHost(requests: readonly DemoRequest[]): Map<string, DemoRequest[]> {
  return Map.groupBy(requests, ({ url }) => new URL(url).origin);
}
