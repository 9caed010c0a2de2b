import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auto } from "../../../../lib/domain/methods/auto/auto.ts";
import { toldBy } from "../../../../lib/domain/methods/auto/told-links.ts";
import { NO_NEED } from "../../../../lib/domain/methods/label-need.ts";
import type { Evidence, Need } from "../../../../lib/domain/methods/strategy.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const NEED: Need = {
  ...NO_NEED,
  files: { mediaTypes: ["application/pdf", "text/calendar"], fetch: true },
};
const PARENT = aUrl("http://site.example/");
const snippet = { anchor: "Save", before: "", after: "", title: "", inherited: 0, place: "p/a" };
const linkTo = (path: string) => {
  return { url: aUrl(`http://site.example/${path}`), parent: PARENT, snippet };
};

/** Pages that brought nothing. */
const BARREN = Array.from({ length: 60 }, (_, at) => aVisit("a", "", linkTo(`news/${at}`)));

/** Returns what links are predicted to be worth after some evidence. */
async function worthAfter(evidence: Evidence): Promise<(path: string) => number> {
  const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 1000 });
  const compiled = strategy.compile(strategy.train(evidence, NEED, undefined));
  return (path) => compiled.predictLink?.(linkTo(path)) ?? Number.NaN;
}

describe("what a need says of links", () => {
  it("Each ending of a file that is looked for counts as a link that led to one, less as pages are fetched", () => {
    const endings = toldBy(NEED, 1).map(({ url, reward, weight }) => [url, reward, weight]);
    assert.deepEqual(endings, [
      ["https://file.invalid/.pdf", 1, 1],
      ["https://file.invalid/.ics", 1, 1],
    ]);
    assert.deepEqual([...new Set(toldBy(NEED, 80).map(({ weight }) => weight))], [0.25]);
    assert.deepEqual(toldBy(NO_NEED, 1), []);
  });

  it("A link that has a plural of the topic for its name counts as one that has the topic, also if no rule makes it", () => {
    const told = toldBy({ ...NO_NEED, topic: "person" }, 1);
    const names = told.map(({ snippet: text, reward }) => [text?.anchor, reward]);
    assert.deepEqual(names, [
      ["person", 1],
      ["people", 1],
      ["", 0],
    ]);
  });

  it("A link with such an ending comes before all others though no file was ever found", async () => {
    const worth = await worthAfter({ visits: BARREN, misses: [] });
    for (const path of ["files/1.pdf", "event/7.ics"])
      for (const other of ["event/7", "news/99", "files/1.png"])
        assert.ok(worth(path) > worth(other), `${path} ${other}`);
  });

  it("Where links with the ending lead to no file, others come before them", async () => {
    const misses = Array.from({ length: 60 }, (_, at) => {
      return { ...aMiss("b", 0), ...linkTo(`files/${at}.pdf`) };
    });
    const worth = await worthAfter({ visits: BARREN, misses });
    assert.ok(worth("files/99.pdf") < worth("event/7.ics"));
  });
});
