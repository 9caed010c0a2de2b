import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calledFigures, samplePages } from "../../lib/evaluation/sample-pages.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

const urlOf = (at: number) => aUrl(`http://a.test/${at}`);

/** Records of a hundred pages, of which the first twenty are called targets. */
async function aCrawl(called = 20, pages = 100) {
  const records = createMemoryRecordStore();
  for (let at = 0; at < pages; at += 1) {
    const { sequence: _sequence, ...record } = aRecord(urlOf(at), {
      page: { isTarget: at < called },
    });
    await records.put(record);
  }
  return records;
}

/** Every third page is relevant. */
const verdictOn = (url: string) => ({
  url: aUrl(url),
  label: Number(Number(url.split("/").at(-1)) % 3 === 0),
});

describe("the precision of what a crawl calls targets", () => {
  it("It is exact where every page was judged", async () => {
    const records = await aCrawl();
    const sample = await samplePages(records, { frame: "pages", pages: 100, seed: 1 });
    const called = await calledFigures(
      sample,
      sample.map(({ url }) => verdictOn(url)),
      records,
    );
    assert.equal(called?.targets, 20);
    assert.equal(called.precision.cases, 20);
    assert.ok(Math.abs((called.precision.share ?? 0) - 7 / 20) < 1e-9);
    assert.equal(called.precision.low, called.precision.share);
  });

  it("It goes by what the crawl calls targets now, not when the sample was drawn", async () => {
    const records = await aCrawl();
    const sample = await samplePages(records, { frame: "pages", pages: 100, seed: 1 });
    const verdicts = sample.map(({ url }) => verdictOn(url));
    const later = await calledFigures(sample, verdicts, await aCrawl(50));
    assert.equal(later?.targets, 50);
    assert.ok(Math.abs((later.precision.share ?? 0) - 17 / 50) < 1e-9);
  });

  it("Pages that came after the draw widen the interval, and where they are many nothing is said", async () => {
    const sample = await samplePages(await aCrawl(), { frame: "pages", pages: 100, seed: 1 });
    const verdicts = sample.map(({ url }) => verdictOn(url));
    const more = await calledFigures(sample, verdicts, await aCrawl(20, 105));
    assert.ok(Math.abs((more?.precision.low ?? 0) - 7 / 20) < 1e-9);
    assert.ok(Math.abs((more?.precision.high ?? 0) - 12 / 20) < 1e-9);
    assert.equal(await calledFigures(sample, verdicts, await aCrawl(20, 120)), undefined);
  });

  it("A sample of targets says it of those that are called still, and of all where it stands for them", async () => {
    const records = await aCrawl(40);
    const sample = await samplePages(records, { frame: "targets", pages: 40, seed: 1 });
    const verdicts = sample.map(({ url }) => verdictOn(url));
    const same = await calledFigures(sample, verdicts, records);
    assert.deepEqual([same?.targets, same?.precision.cases], [40, 40]);
    assert.ok(Math.abs((same?.precision.share ?? 0) - 14 / 40) < 1e-9);
    const fewer = await calledFigures(sample, verdicts, await aCrawl(20));
    assert.deepEqual([fewer?.targets, fewer?.precision.cases], [20, 20]);
    assert.ok(Math.abs((fewer?.precision.share ?? 0) - 7 / 20) < 1e-9);
    assert.equal(await calledFigures(sample, verdicts, await aCrawl(60)), undefined);
  });

  it("Nothing is said of a crawl that calls none, and without a verdict on one", async () => {
    const records = await aCrawl();
    const sample = await samplePages(records, { frame: "pages", pages: 30, seed: 1 });
    const verdicts = sample.map(({ url }) => verdictOn(url));
    assert.equal(await calledFigures(sample, verdicts, await aCrawl(0)), undefined);
    assert.equal(await calledFigures(sample, [], records), undefined);
  });
});
