import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { type DisturbedCrawls, openDisturbedCrawls } from "../../support/a-disturbed-crawl.ts";
import { cases, IS_SLOW, seedOf } from "../../support/slow.ts";

const KILLS = cases(4, 20);
const SEED = seedOf(1);

/** Sites that are crawled: smaller ones in the gate. */
const SITES = IS_SLOW ? undefined : (["travel-blog", "kitchen-blog"] as const);
const LEAST_RECORDS = cases(150, 500);

/** Strategies that differ in what they keep: layers, sums, models, groups, comments. */
const STRATEGIES = ["breadth-first", "adaptive", "source", "opic", "best-first", "commd"] as const;

/** Longest time from a request to the kill, in ms: some requests, and a commit or two. */
const MOST_LATE_MS = 150;

/** Records whose answer is stored: pages, walls, redirects, and heads of other answers. */
const ANSWERED = / (?:fetched (?:page|redirect)|failed (?:gone|login)|refused content-type) /;

describe(`kill -9, seed ${SEED}`, () => {
  let crawls: DisturbedCrawls;
  let calm = "";
  let expected: readonly string[] = [];
  let requests = 0;
  before(async () => {
    crawls = await openDisturbedCrawls(SITES);
    calm = join(crawls.folder, "calm");
    await crawls.crawl("best-first", calm);
    requests = crawls.requests();
    expected = await crawls.recordsOf(calm);
    assert.ok(expected.length > LEAST_RECORDS, `${expected.length} records`);
  });
  after(() => crawls.close());

  async function assertSame(out: string): Promise<void> {
    assert.deepEqual(await crawls.recordsOf(out), expected);
    const stored = await openRecordedWeb([join(out, "pages")]);
    const { duplicates, damaged } = stored.report;
    const size = stored.size;
    stored.close();
    assert.deepEqual({ duplicates, damaged }, { duplicates: 0, damaged: 0 });
    assert.equal(size, expected.filter((line) => ANSWERED.test(line)).length);
  }

  it(`A crawl killed ${KILLS} times has the pages of an undisturbed run, none stored twice`, async () => {
    const out = join(crawls.folder, "killed");
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Some part of what is left is asked for, then the process dies in the middle of it.
      const left = 1 + Math.floor(hashToUnit(SEED, `kill ${kill}`) * (requests / KILLS) * 1.5);
      const isKilled = await crawls.kill("best-first", out, left);
      assert.ok(isKilled, `the crawl was over before kill ${kill}`);
    }
    await crawls.crawl("best-first", out);
    await assertSame(out);
  });

  for (const strategy of STRATEGIES) {
    const skip = IS_SLOW ? false : "takes a minute: set SLOW=1";
    const title = `A crawl by ${strategy} that is killed at any moments, until it is done, is the undisturbed one, and its audit is green`;
    it(title, { skip }, async (test) => {
      const out = join(crawls.folder, strategy);
      let kills = 0;
      for (let isKilled = true; isKilled; kills += isKilled ? 1 : 0) {
        const [share, late] = ["share", "late"].map((what) =>
          hashToUnit(SEED, `${strategy} ${what} ${kills}`),
        );
        const left = 1 + Math.floor((share ?? 0) * (requests / KILLS) * 3);
        isKilled = await crawls.kill(strategy, out, left, 1 + (late ?? 0) * MOST_LATE_MS);
      }
      test.diagnostic(`${kills} kills`);
      assert.ok(kills > 3, `${kills} kills`);
      await assertSame(out);
      await crawls.assertAudited(out);
    });
  }
});
