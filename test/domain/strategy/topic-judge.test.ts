import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileTopicJudge, trainTopicJudge } from "../../../lib/domain/strategy/topic-judge.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

const FILLER = "stone river market window letter garden bridge paper ".repeat(40);
const about = (words: string, at = "x") =>
  aPage({ url: aUrl(`http://site.example/${at}`), mainText: `${words}\n${FILLER}` });
const judge = (parts: Parameters<typeof aNeed>[0]) =>
  compileTopicJudge(trainTopicJudge(aNeed(parts), 0.5));
const thirty = Array.from({ length: 30 }, (_, at) => about(`word${at} course`, `s${at}`));

describe("topic judge", () => {
  it("A long page about the topic is a target although its cosine is small", () => {
    const assess = judge({ topic: "bees" });
    assert.equal(assess(about("bees ".repeat(12))).isTarget, true);
    assert.equal(assess(about("bees")).isTarget, false);
    assert.equal(assess(about("")).utility, 0);
  });

  it("A topic word in the title counts more than one in the text", () => {
    const assess = judge({ topic: "bees" });
    const titled = aPage({ title: "Bees", mainText: FILLER });
    assert.ok(assess(titled).utility > assess(about("bees")).utility);
  });

  it("Topic words that are common in what is seen count less than rare ones", () => {
    const page = [about("course ".repeat(9)), about("homework ".repeat(9))] as const;
    const before = judge({ topic: "course homework" });
    assert.equal(before(page[0]).utility, before(page[1]).utility);
    const after = judge({ topic: "course homework", seen: thirty });
    assert.ok(after(page[0]).utility < after(page[1]).utility);
  });

  it("A line that a host repeats on most of its seen pages does not count", () => {
    const line = "bees bees bees bees bees bees bees bees";
    const seen = Array.from({ length: 6 }, (_, at) => about(`${line}\nword${at}`, `s${at}`));
    assert.equal(judge({ topic: "bees" })(about(line)).isTarget, true);
    assert.equal(judge({ topic: "bees", seen })(about(line)).utility, 0);
  });

  it("Words of seen pages that clearly stand out are looked for, too", () => {
    const best = Array.from({ length: 4 }, (_, at) =>
      about("bees ".repeat(20) + "hive ".repeat(9), `b${at}`),
    );
    const need = aNeed({ topic: "bees", seen: [...thirty, ...best] });
    assert.ok(
      trainTopicJudge(need, 0.5).terms.some(([term, share]) => term === "hive" && share > 0),
    );
  });

  it("One good page shows the words of the need, by what is rare in the pages seen", () => {
    const good = [about("hive honey hive honey course", "good")];
    const assess = judge({ good, seen: thirty });
    assert.equal(assess(about("honey from the hive, honey, hive")).isTarget, true);
    assert.equal(assess(about("course")).isTarget, false);
  });

  it("Terms of the topic's concepts are topic words", () => {
    const term = { term: "apiary", isAcronym: false, relation: "synonym", distance: 0 } as const;
    const terms = [{ ...term, isName: false, concept: "c", weight: undefined }];
    const assess = judge({ topic: "bees", concepts: { topic: "bees", terms } });
    assert.ok(assess(about("apiary ".repeat(9))).utility > 0);
  });

  it("A topic in another language is judged without that language's stop words", () => {
    const assess = judge({ topic: "bienen" });
    const page = aPage({ mainText: "die bienen und der und die bienen", language: "de" });
    assert.equal(assess(page).isTarget, true);
  });

  it("A topic judge of an empty need makes every page a target and says so", () => {
    const { utility, isTarget, why } = judge({})(about("cars"));
    assert.deepEqual([utility, isTarget], [1, true]);
    assert.match(why, /no topic and no example/);
  });

  it("A topic judge names the words behind a page's utility", () => {
    assert.match(
      judge({ topic: "honey bees" })(about("bees honey bees")).why,
      /^similar 0\.\d{3}: bee, honei$/,
    );
    assert.equal(judge({ topic: "bees" })(about("cars")).why, "no query term on the page");
  });
});
