import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StopRule } from "../../lib/crawl/crawl-plan.ts";
import { StopCheck } from "../../lib/crawl/stop-check.ts";
import { chanceShare } from "../../lib/domain/frontier/chance-rank.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import {
  type DiscoveredRecall,
  recallInWords,
} from "../../lib/domain/stats/intervals/recall-statement.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

const RULE: StopRule = { of: "discovered", recall: 0.9, confidence: 0.95 };

const links = (level: number, waiting = 100, pending = 0) => ({
  states: { waiting, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 },
  chance: { level, pending },
});

const pageUrl = (at: number) => aUrl(`http://a.test/${at}`);

function page(at: number, isTarget: boolean, chanceRank?: number, depth = 1): PageRecord {
  const record = aRecord(pageUrl(at), { depth, page: { isTarget } });
  return chanceRank === undefined ? record : { ...record, chanceRank };
}

function stated(check: StopCheck, ...rest: Parameters<StopCheck["statement"]>): DiscoveredRecall {
  const statement = check.statement(...rest);
  assert.ok(statement?.of === "discovered");
  return statement;
}

describe("the rule of the discovered", () => {
  it("Relevant pages count without seeds; those drawn by chance are hits", () => {
    const check = new StopCheck(RULE);
    check.count(page(0, true, undefined, 0), undefined);
    for (let at = 1; at <= 60; at += 1) check.count(page(at, true), undefined);
    check.count(page(61, true, 0.1), undefined);
    check.count(page(62, false, 0.2), undefined);
    const { found, hits, draws, left, least, isStated } = stated(check, links(0.5));
    assert.deepEqual([found, hits, draws], [61, 1, 2]);
    assert.equal(least, found / (found + left));
    assert.equal(isStated, least >= 0.9);
  });

  it("It is reached only when the recall is stated that the project asks for", async () => {
    const check = new StopCheck(RULE);
    for (let at = 1; at <= 60; at += 1) check.count(page(at, true), undefined);
    const reached = (level: number) => check.reached(async () => links(level));
    assert.equal(await reached(0.1), undefined);
    assert.equal(await reached(0.9), "few-left");
  });

  it("A person's verdict on a draw by chance goes before the crawl's, and the statement says who judged", () => {
    const check = new StopCheck(RULE);
    check.count(page(1, true, 0.1), undefined);
    check.count(page(2, false, 0.2), undefined);
    const own = stated(check, links(0.5));
    assert.match(recallInWords(own), /relevant, all as predicted by the crawl/u);
    const some = stated(check, links(0.5), new Map([[pageUrl(1), false]]));
    assert.deepEqual([some.hits, some.found, some.byPeople], [0, 0, 1]);
    assert.match(
      recallInWords(some),
      /with people's verdicts on 1 of the draws and all else as predicted/u,
    );
    const people = [pageUrl(1), pageUrl(2)].map((url) => [url, true] as const);
    const all = stated(check, links(0.5), new Map(people));
    assert.deepEqual([all.hits, all.found], [2, 2]);
    assert.match(recallInWords(all), /with people's verdicts on all of the draws/u);
  });

  it("A person's verdict on a page found for its worth counts, too, whichever way, and a seed does not", () => {
    const check = new StopCheck(RULE);
    const pages = [page(0, false, undefined, 0), page(1, true), page(2, true), page(3, false)];
    for (const each of pages) check.count(each, undefined);
    check.count(page(4, true, 0.1), undefined);
    const said = (isTarget: boolean, ...numbers: readonly number[]) =>
      new Map(numbers.map((at) => [pageUrl(at), isTarget] as const));
    const foundBy = (verdicts: ReadonlyMap<Url, boolean>) =>
      stated(check, links(0.5), verdicts, pages).found;
    assert.equal(foundBy(new Map()), 3);
    assert.equal(foundBy(said(false, 1, 2)), 1);
    assert.equal(foundBy(said(true, 0, 1, 3)), 4);
    assert.equal(foundBy(said(false, 1, 4)), 1);
  });

  it("A record that replaces another of its URL counts alone", () => {
    const check = new StopCheck(RULE);
    const first = page(1, true);
    check.count(first, undefined);
    check.count(page(1, false), first);
    assert.equal(stated(check, links(0.5)).found, 0);
  });

  it("Draws by chance are few while the others bring much, and a quarter when they bring little", () => {
    const check = new StopCheck(RULE);
    const due = () => check.chanceDraws(links(0));
    for (let at = 1; at <= 100; at += 1) check.count(page(at, true), undefined);
    assert.equal(due(), 2);
    for (let at = 101; at <= 200; at += 1) check.count(page(at, false), undefined);
    assert.ok(due() > 15, String(due()));
    assert.equal(check.chanceDraws(links(0.1, 100, 1_000)), 0);
    assert.deepEqual(
      [chanceShare(0.5, 0.5), chanceShare(0, 0.5), chanceShare(0, 0)],
      [0.02, 0.25, 0.02],
    );
  });
});
