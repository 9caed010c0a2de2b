import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withReadProgress } from "../../../lib/cli/audit/read-progress.ts";
import type { AuditedRun } from "../../../lib/evaluation/audit/audited-run.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";

const PLACES = [1, 2].map((number) => {
  const url = aUrl(`https://a.example/${number}`);
  return { kind: "page", url, segment: "s", offset: number, length: 1 } as const;
});

const RUN: AuditedRun = {
  links: () => [],
  linkOf: () => undefined,
  fetchedLinks: () => [],
  linksByParent: () => [],
  async *records() {},
  recordOf: async () => undefined,
  quotas: () => [],
  indexedAnswers: () => PLACES,
  placeOf: () => PLACES[0],
  hosts: () => [],
};

describe("an audited run that tells how much of it is read", () => {
  it("`tellReading` gives the run's own data, and counts again at each reading", async () => {
    const shown: string[] = [];
    const run = withReadProgress(RUN, { show: (text) => shown.push(text()), stop: () => {} });
    assert.deepEqual([...run.indexedAnswers()], PLACES);
    assert.deepEqual([...run.indexedAnswers()], PLACES);
    assert.deepEqual(await collect(run.records()), []);
    assert.equal(run.placeOf("page", aUrl("https://a.example/1")), PLACES[0]);
    const told = ["audit: 1 stored answers read", "audit: 2 stored answers read"];
    assert.deepEqual(shown, [...told, ...told]);
  });
});
