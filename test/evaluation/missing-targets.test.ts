import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import {
  type CrawlWithoutTargets,
  explainMissingTargets,
  missingTargetsInWords,
} from "../../lib/evaluation/missing-targets.ts";
import { aPage } from "../support/a-page.ts";
import { aMiss, aRecord } from "../support/a-record.ts";

const STATES = { waiting: 0, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 };

async function explained(
  records: readonly PageRecord[],
  parts: Partial<CrawlWithoutTargets> = {},
): Promise<string> {
  const fetched = records.filter(({ page }) => page !== undefined).length;
  const missing = await explainMissingTargets({
    records: {
      async *list() {
        yield* records;
      },
    },
    report: { fetched, states: STATES, reasons: {} },
    viewOf: async () => undefined,
    ...{
      topic: undefined,
      files: undefined,
      threshold: undefined,
      isScopeOpen: true,
      directory: "runs/bees",
    },
    ...parts,
  });
  return missingTargetsInWords(missing).join("\n");
}

const pages = [0.01, 0.04, 0.02, 0.03].map((utility, index) =>
  aRecord(`http://a.example/${index}`, { page: { utility, why: `sign ${index}`, language: "en" } }),
);

describe("explainMissingTargets", () => {
  it("A crawl that fetched nothing says what became of its seeds, and how to choose others", async () => {
    const text = await explained(
      [
        aMiss("http://a.example/", { state: "refused", reason: "robots", detail: "Disallow: /" }),
        aMiss("http://b.example/", { state: "failed", reason: "dns", detail: "ENOTFOUND" }),
      ],
      { report: { fetched: 0, states: STATES, reasons: { "failed:dns": 1, "refused:robots": 1 } } },
    );
    assert.match(text, /^no page is predicted relevant:\n/);
    assert.match(text, /nothing was fetched: failed: dns 1, refused: robots 1, queued 0\n/);
    assert.match(text, /http:\/\/a\.example\/: robots, Disallow: \/\n/);
    assert.match(text, /name other seeds/);
    assert.doesNotMatch(text, /threshold/);
  });

  it("A crawl for files that found none says which it looked for, and advises no threshold", async () => {
    const text = await explained(pages, {
      files: { mediaTypes: ["application/pdf"], fetch: true },
      report: { fetched: 4, states: STATES, reasons: { "refused:content-type": 7 } },
    });
    assert.match(
      text,
      /files \(application\/pdf\), and none of the 4 answers is one that counts\n/,
    );
    assert.match(text, /7 answers are refused for their media type\n/);
    assert.match(text, /check the types in need\.files/);
    assert.doesNotMatch(text, /threshold|label add/);
  });

  it("A crawl whose pages are all below the threshold shows the best three with their reasons", async () => {
    const text = await explained(pages, { threshold: 0.5 });
    assert.match(text, /4 pages have less utility than need\.threshold 0\.5; the most have:/);
    const shown = [...text.matchAll(/^ {4}(0\.\d+) (\S+) \((.*)\)$/gm)].map((found) => found[1]);
    assert.deepEqual(shown, ["0.040", "0.030", "0.020"]);
    assert.match(text, /0\.040 http:\/\/a\.example\/1 \(sign 1\)/);
    assert.match(text, /languages: en 4\n/);
    assert.match(text, /set need\.threshold below 0\.040/);
    assert.match(text, /dowser label add runs\/bees http:\/\/a\.example\/1 relevant/);
  });

  it("A crawl far from its topic says on how many pages a word of the topic occurs", async () => {
    const viewOf = async () => aPage({ mainText: "stones and sand" });
    const text = await explained(pages, { topic: "bees", viewOf });
    assert.match(text, /the topic's words \(bees\) occur on 0 of 4 pages read/);
    assert.match(text, /name seeds that are nearer to the topic/);
    const near = async () => aPage({ mainText: "bees and sand" });
    const other = await explained(pages, { topic: "bees", viewOf: near });
    assert.match(other, /occur on 4 of 4 pages read/);
    assert.doesNotMatch(other, /nearer to the topic/);
  });

  it("A crawl reads at most 200 stored pages for the topic's words, spread over all", async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 1_000 }, (_, index) => aRecord(`http://a.example/${index}`));
    const viewOf = async (url: string) => {
      asked.push(url);
      return undefined;
    };
    await explained(many, { topic: "bees", viewOf });
    assert.deepEqual(
      [asked.length, asked[0], asked.at(-1)],
      [200, "http://a.example/4", "http://a.example/999"],
    );
  });

  it("Pages that ask not to be indexed are counted apart from those below the threshold", async () => {
    const hidden = aRecord("http://a.example/h", { page: { utility: 0.9, noindex: true } });
    const text = await explained([...pages, hidden]);
    assert.match(
      text,
      /1 page is not relevant, whatever the utility: the site asks that they be kept out of indexes/,
    );
    assert.match(text, /4 pages have less utility than the strategy's threshold/);
    assert.doesNotMatch(text, /0\.900/);
  });

  it("A narrow scope is named as a cause, a wide one is not", async () => {
    assert.match(await explained(pages, { isScopeOpen: false }), /widen scope\.hosts/);
    assert.doesNotMatch(await explained(pages), /widen scope\.hosts/);
  });
});
