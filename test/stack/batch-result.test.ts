import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createChance } from "../../demo/random.ts";
import type { HarvestedLink, LinkOutcome } from "../../lib/crawl/link-result.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { parseResult, ResultWriter, resultKey } from "../../lib/stack/batch-result.ts";
import { aLease } from "../support/a-lease.ts";
import { aVerdict } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";
import { anyCharacter } from "../support/any-text.ts";

const KEY = "batches/c/1-1-0.result.zst";
const HEAD = { id: "1-1-0", crawl: "c", usage: { ...NO_USAGE, s3Writes: 2 } };

/** A link that came to an end for this reason. */
function aHarvestedLink(number: number, detail: string): HarvestedLink {
  const lease = aLease(`a.example/${number}`);
  const outcome: LinkOutcome = {
    ...{ state: "failed", reason: "gone", detail, links: [] },
    ...{ status: undefined, page: undefined, location: undefined },
  };
  const { pace } = lease;
  return { lease, pace, fetchedAt: number, fetchMs: 1, result: { kind: "done", outcome } };
}

function written(harvested: readonly HarvestedLink[]): Uint8Array {
  const writer = new ResultWriter();
  for (const each of harvested) writer.add(each);
  return writer.end(HEAD);
}

describe("the result of a batch", () => {
  it("A batch result is read as it was written, each link in its order", () => {
    const texts = fc.array(fc.string({ unit: anyCharacter }), { maxLength: 20 });
    fc.assert(
      fc.property(texts, (details) => {
        const harvested = details.map((detail, number) => aHarvestedLink(number, detail));
        const { harvested: read, ...head } = parseResult(written(harvested), KEY);
        assert.deepEqual(head, HEAD);
        // What is undefined is not written.
        assert.deepEqual([...read], JSON.parse(JSON.stringify(harvested)));
      }),
      { seed: 1 },
    );
  });

  it("A batch result keeps all that is known of a page, of a file, and of one left out of indexes", () => {
    const whole = aHarvestedLink(1, "x");
    const file = { mediaType: "application/pdf", isRead: false, declaredBytes: 9 };
    for (const parts of [
      {},
      { file },
      { file: { ...file, isRead: true } },
      { saved: { price: ["9 €"], heading: "A jar" } },
      { noindex: true, signals: ["robots: noindex"] },
      { language: "de", languageBy: "detected" as const },
      {
        textPrint: "ab",
        canonicalUrl: aUrl("http://a.example/"),
        contentLines: "abcdefgh",
        contentFigures: "abcdefgh",
        contentParts: "",
        contentThread: "hgfedcba",
        isSought: true as const,
        copyOf: aUrl("http://a.example/b"),
        copyBy: "lines" as const,
      },
    ]) {
      const outcome = { state: "fetched", reason: "page", page: aVerdict(parts), links: [] };
      const link = { ...whole, result: { kind: "done", outcome } };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without its undefined keys
      const [read] = parseResult(written([link as never]), KEY).harvested;
      assert.deepEqual(read, JSON.parse(JSON.stringify(link)));
    }
  });

  it("The result of a batch is refused where a link in it is of another form, with the path of what is wrong", () => {
    const whole = aHarvestedLink(1, "x");
    const wrong = { ...whole, result: { kind: "done", outcome: { state: "lost" } } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a link that no harvester writes
    const read = () => [...parseResult(written([whole, wrong as never]), KEY).harvested];
    const message = /^a link of batches\/c\/1-1-0\.result\.zst is not .*: result\.outcome\.state: /;
    assert.throws(read, { code: "message-malformed", reaction: "drop", message });
  });

  it("The result of a batch lies under the crawl and the batch, and is named when it is unreadable", () => {
    assert.equal(resultKey({ crawl: "c", id: "1-1-0" }), KEY);
    const message = /^the result batches\/c\/1-1-0\.result\.zst is not .*: \.: is not JSON$/;
    assert.throws(() => parseResult(new Uint8Array(), KEY), {
      code: "message-malformed",
      message,
    });
  });

  it("The result of a batch has the structure of a page as its harvester saw it", () => {
    const { lease, pace, fetchedAt, fetchMs } = aHarvestedLink(1, "x");
    const withStructure = (structure: unknown) => {
      const page = { ...aVerdict(), structure };
      const outcome = { state: "fetched", reason: "page", links: [], page };
      const result = { kind: "done", outcome };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- also structures that no harvester writes
      return written([{ lease, pace, fetchedAt, fetchMs, result } as never]);
    };
    const structure = { paths: { "/html/body": 2 }, links: { "/html/a": ["http://a.example/2"] } };
    const [read] = parseResult(withStructure(structure), KEY).harvested;
    assert.equal(read?.result.kind, "done");
    const page = read?.result.kind === "done" ? read.result.outcome.page : undefined;
    assert.deepEqual(page?.structure, structure);
    for (const wrong of [null, 7, "paths links", { paths: {} }, { links: {} }]) {
      const message = /: result\.outcome\.page\.structure: expected a page structure$/;
      assert.throws(() => [...parseResult(withStructure(wrong), KEY).harvested], { message });
    }
  });

  it("A batch result is small when its links repeat each other", () => {
    const chance = createChance(1, "noise");
    const noise = Array.from({ length: 400 }, () => chance.int(0, 1e9).toString(36)).join("");
    const alike = Array.from({ length: 100 }, (_, number) => aHarvestedLink(number, noise));
    assert.ok(written(alike).length < 4 * written(alike.slice(0, 1)).length);
  });

  it("A batch result can be read again, and from within a larger buffer", () => {
    const bytes = written([aHarvestedLink(1, "x")]);
    const within = Buffer.concat([Buffer.from("before"), bytes]).subarray(6);
    const { harvested } = parseResult(within, KEY);
    assert.deepEqual([[...harvested].length, [...harvested].length], [1, 1]);
  });

  it("A batch result is written and read in pieces when it is long", () => {
    const chance = createChance(1, "noise");
    const noise = Array.from({ length: 40_000 }, () => chance.int(0, 1e9).toString(36)).join("");
    const harvested = Array.from({ length: 30 }, (_, number) => aHarvestedLink(number, noise));
    const bytes = written(harvested);
    assert.ok(JSON.stringify(harvested).length > 5e6);
    // Pieces that repeat each other are compressed apart: each brings the noise once.
    assert.ok(bytes.length > 4 * written(harvested.slice(0, 1)).length);
    const numbers = [...parseResult(bytes, KEY).harvested].map(({ fetchedAt }) => fetchedAt);
    assert.deepEqual(numbers, [...harvested.keys()]);
  });
});
