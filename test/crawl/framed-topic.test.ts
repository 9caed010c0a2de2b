import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aNeed } from "../support/a-need.ts";
import { aUrl } from "../support/a-url.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://city.example";
const SUBJECTS = ["parking", "library", "water", "school", "museum", "harbour"];
const PAGES = 60;
const FILLER = "Ask the office about rules, forms, fees and dates before you write to us. ".repeat(
  9,
);

const pathOf = (at: number) => `/p${at + 1}`;
const subjectOf = (at: number) => SUBJECTS[at % SUBJECTS.length] ?? "";

/**
 * A city's site: the name of the city is in each title, header and footer, and pages on its library, whose links stand
 * beside the other word, say it often.
 */
function aCity(): Record<string, string> {
  const page = (name: string, body: string) =>
    `<html lang="en"><head><title>${name} in Lundby council</title></head><body><header>Lundby council</header><main><h1>${name}</h1>${body}</main><footer>Lundby council, 1 Market Street, Lundby</footer></body></html>`;
  const text = (at: number) =>
    `<p>${`About ${subjectOf(at)}${subjectOf(at) === "library" ? " of Lundby, for all of Lundby" : ""}. `.repeat(5)}</p><p>${FILLER}</p>`;
  const links = Array.from({ length: PAGES }, (_, at) => {
    return `<p><a href="${pathOf(at)}">${subjectOf(at)} ${at}</a> <em>${subjectOf(at) === "library" ? "by the parking. " : ""}${FILLER}</em></p>`;
  });
  const pages = Array.from({ length: PAGES }, (_, at): [string, string] => {
    return [SITE + pathOf(at), page(`${subjectOf(at)} ${at}`, text(at))];
  });
  return {
    [`${SITE}/`]: page("Home", `<nav>${links.join("")}</nav>`),
    ...Object.fromEntries(pages),
  };
}

describe("a crawl from a topic of which one word is the name of the site", () => {
  const crawled = async (name: string, ...pauses: readonly number[]) => {
    const seeds = [aUrl(`${SITE}/`)];
    const plan = aPlan({ seeds, need: aNeed({ topic: "parking in Lundby" }) });
    const strategy = await createStrategy(await parseStrategyOption(name), { seed: 1, pages: 50 });
    const ports = memoryPorts(scriptedWeb(aCity()), plan);
    for (const pages of [...pauses, 50])
      await runCrawl(ports, { ...plan, strategy, budget: { ...plan.budget, pages } });
    return recordsOf(ports);
  };

  for (const name of ["auto", "adaptive"])
    it(`It calls the pages on its other word alone: ${name}`, async () => {
      const records = await crawled(name);
      const [called, relevant] = [new Set<string>(), new Set<string>()];
      let most = 0;
      // The home page has links to all of them.
      for (const { url, page } of records.slice(1)) {
        if (page?.isTarget === true) called.add(url);
        if (page?.title?.startsWith("parking") === true) relevant.add(url);
        else most = Math.max(most, page?.utility ?? 0);
      }
      assert.ok(most < 0.2, `a page on something else is worth ${most}`);
      assert.deepEqual([...called].toSorted(), [...relevant].toSorted());
      assert.ok(relevant.size >= 9, "most of the ten are fetched");
    });

  it("A crawl that is paused before and after it knows the name decides as one that is not", async () => {
    assert.deepEqual(await crawled("auto", 20, 33), await crawled("auto"));
  });
});
