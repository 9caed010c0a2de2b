import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aLoadedStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";

const CONTEXT = { depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined };

const page = (name: string, mainText: string) =>
  aPage({ url: aUrl(`http://site.example/${name}`), mainText });

const need = aNeed({
  good: ["bees", "hive", "honey"].map((word) => page(word, `${word} bees keeper`)),
  bad: ["car", "road", "wheel"].map((word) => page(word, `${word} motor engine`)),
});

describe("parent-value", () => {
  it("A link is worth the judgement of its page by what the labelled pages teach", async () => {
    const { compile, train } = await aLoadedStrategy("parent-value");
    const { assessPage, scoreLinks } = compile(train({ visits: [], misses: [] }, need, undefined));
    const utilities = ["bees keeper honey", "motor engine road"].map((mainText) => {
      const view = aPage({ mainText, anchors: [anAnchor("http://site.example/next")] });
      const assessment = assessPage(view, CONTEXT);
      const [link] = scoreLinks(view, assessment, CONTEXT);
      assert.equal(link?.priority, assessment.utility);
      return assessment.utility;
    });
    const [good = 0, bad = 1] = utilities;
    assert.ok(good > bad, `${good} and ${bad}`);
  });

  it("A link on several pages is worth the best of them", async () => {
    assert.equal((await aLoadedStrategy("parent-value")).merge, "greater");
  });
});
