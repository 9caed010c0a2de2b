import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { keyOf } from "../../../bench/auto/crawled.ts";
import { appendResult, openResults, readResults } from "../../../bench/auto/results-file.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aCrawl } from "./a-crawl.ts";

describe("the file of results of the bench of all tasks", () => {
  it("A new file has no result, and what is added is read by its plan", (test) => {
    const file = join(aFolder(test), "results.jsonl");
    assert.equal(openResults(file).size, 0);
    const results = [aCrawl(), aCrawl({ seed: 2 }), aCrawl({ strategy: "random" })];
    for (const result of results) appendResult(file, result);
    assert.deepEqual([...openResults(file).values()], results);
    assert.deepEqual(readResults(file).get(keyOf(aCrawl({ seed: 2 }))), results[1]);
  });

  it("The half line of a killed run is lost alone", (test) => {
    const file = join(aFolder(test), "results.jsonl");
    appendResult(file, aCrawl());
    appendFileSync(file, '{"group":"forums","ta');
    assert.equal(readResults(file).size, 1);
    assert.equal(openResults(file).size, 1);
    appendResult(file, aCrawl({ seed: 2 }));
    assert.equal(openResults(file).size, 2);
  });
});
