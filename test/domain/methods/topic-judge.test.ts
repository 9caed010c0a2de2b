import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Snippet } from "../../../lib/domain/frontier/link.ts";
import { compileTopicJudge, trainTopicJudge } from "../../../lib/domain/methods/topic-judge.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";

import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

const FILLER = "stone river market window letter garden bridge paper ".repeat(40);
const about = (words: string, at = "x") =>
  aPage({ url: aUrl(`http://site.example/${at}`), mainText: `${words}\n${FILLER}` });
const NO_WORDS: Snippet = { anchor: "", before: "", after: "", title: "" };
const judge = (parts: Parameters<typeof aNeed>[0]) =>
  compileTopicJudge(trainTopicJudge(aNeed(parts), 0.5), { readsLinks: true });
const thirty = Array.from({ length: 30 }, (_, at) => about(`word${at} course`, `s${at}`));

describe("topic judge", () => {
  it("A long page about the topic is a target although its cosine is small", () => {
    const assess = judge({ topic: "bees" });
    assert.equal(assess(about("bees ".repeat(12))).isTarget, true);
    assert.equal(assess(about("bees")).isTarget, false);
    assert.equal(assess(about("")).utility, 0);
  });

  it("A topic in a script without spaces is found within the texts of pages", () => {
    const stones = "石を集めて庭に置きました。川の石は丸くて重いです。".repeat(20);
    const inJapanese = (mainText: string) => aPage({ mainText, language: "ja" });
    const assess = judge({ topic: "養蜂 蜂蜜" });
    assert.equal(
      assess(inJapanese(`${"日本の養蜂家が蜂蜜を採る話です。".repeat(4)}${stones}`)).isTarget,
      true,
    );
    assert.equal(assess(inJapanese(stones)).utility, 0);
    const { topic } = trainTopicJudge(aNeed({ topic: "養蜂場 猫" }), 0.5);
    assert.deepEqual(topic, ["養蜂", "蜂場", "猫"], "a character where no pair has it");
  });

  it("A topic word in the title counts more than one in the text", () => {
    const assess = judge({ topic: "bees" });
    const titled = aPage({ title: "Bees", mainText: FILLER });
    assert.ok(assess(titled).utility > assess(about("bees")).utility);
  });

  it("A plural that no rule makes counts as the word itself, on a page and in the link to it", () => {
    const assess = judge({ topic: "person" });
    const utility = (words: string) => assess(about(words)).utility;
    assert.equal(utility("people ".repeat(9)), utility("person ".repeat(9)));
    const snippet = { ...NO_WORDS, title: "People" };
    const followed = { parent: aUrl("http://site.example/list"), snippet };
    assert.ok(assess(about("room"), followed).utility > assess(about("room")).utility);
  });

  it("Topic words that are common in what is seen count less than rare ones", () => {
    const page = [about("course ".repeat(9)), about("homework ".repeat(9))] as const;
    const before = judge({ topic: "course homework" });
    assert.equal(before(page[0]).utility, before(page[1]).utility);
    const after = judge({ topic: "course homework", seen: thirty });
    assert.ok(after(page[0]).utility < after(page[1]).utility);
  });

  it("Topic words keep their weight where a crawl finds what it looks for: pages that have several of them", () => {
    const topic = "bees honey biene honig";
    const english = Array.from({ length: 60 }, (_, at) => about(`bees honey ${at}`, `e${at}`));
    const german = Array.from({ length: 20 }, (_, at) => about(`biene honig ${at}`, `g${at}`));
    const { terms } = trainTopicJudge(aNeed({ topic, seen: [...english, ...german] }), 0.5);
    const shares = new Map(terms);
    assert.ok((shares.get("bee") ?? 0) >= (shares.get("bien") ?? 1), JSON.stringify(terms));
  });

  describe("a word of the topic that stands in the frame of a host", () => {
    const footer = "Lundby council, Lundby, phone 123";
    const page = (own: string, at: string, links: readonly string[] = []) =>
      aPage({
        url: aUrl(`http://site.example/${at}`),
        title: `${own} in Lundby council`,
        mainText: `${own}\n${FILLER}`,
        text: `${links.join("\n")}\n${own}\n${FILLER}\n${footer}`,
        anchors: links.map((text) => ({ ...anAnchor(`http://site.example/${text}`), text })),
      });
    const others = Array.from({ length: 40 }, (_, at) => page(`word${at}`, `s${at}`));
    const shares = (topic: string, seen: readonly PageView[]) =>
      new Map(trainTopicJudge(aNeed({ topic, seen }), 0.5).terms);

    it("It counts little, and a page is called by the others", () => {
      const assess = judge({ topic: "parking Lundby", seen: others });
      assert.ok(assess(page("parking ".repeat(6), "x")).isTarget);
      assert.equal(assess(page("Lundby ".repeat(6), "y")).isTarget, false);
      assert.ok((shares("parking Lundby", others).get("lundbi") ?? 1) < 0.2);
    });

    it("It is found in a part of the titles alone, and the cut is that of the other words", () => {
      const inTitles = others.map(({ url }, at) =>
        aPage({ url, title: `word${at} | Lundby council`, text: FILLER, mainText: FILLER }),
      );
      const { cut, terms } = trainTopicJudge(
        aNeed({ topic: "parking Lundby", seen: inTitles }),
        0.5,
      );
      assert.ok((new Map(terms).get("lundbi") ?? 1) < 0.2, JSON.stringify(terms));
      const even = trainTopicJudge(aNeed({ topic: "parking Lundby", seen: thirty }), 0.5);
      assert.ok(cut > even.cut + 0.05, `${cut} is asked, of two words that tell ${even.cut}`);
    });

    it("It keeps its weight in a menu, on nine of ten pages, and where the topic has no other word", () => {
      const half = 0.5;
      const inMenu = others.map((_, at) => page(`word${at}`, `m${at}`, ["Parking"]));
      assert.ok((shares("parking school", inMenu).get("park") ?? 0) >= half);
      const some = others.map((each, at) => (at % 10 === 0 ? about(`word${at}`, `o${at}`) : each));
      assert.equal(shares("parking Lundby", some).get("lundbi"), half);
      assert.equal(shares("Lundby", others).get("lundbi"), 1);
    });

    it("It keeps its weight in a menu that is one line", () => {
      const menus = [
        `<a href="/">Home</a> <a href="/p">Parking</a>`,
        `<a href="/">Home</a> | <a href="/p">Parking (12)</a>`,
        `<a href="/">Home</a> › <a href="/p">Parking</a> › here`,
      ];
      for (const menu of menus) {
        const seen = Array.from({ length: 40 }, (_, at) => {
          const html = `<title>word${at}</title><nav>${menu}</nav><main><p>word${at} ${FILLER}</p></main>`;
          const url = aUrl(`http://site.example/n${at}`);
          return parsePage({ url, html }, { maxLength: 1e6, overTime: () => false });
        });
        assert.ok((shares("parking library", seen).get("park") ?? 0) >= 0.5, menu);
      }
    });

    it("A host whose name is the whole topic leaves other hosts theirs", () => {
      const named = Array.from({ length: 10 }, (_, at) => {
        const url = aUrl(`http://other.example/${at}`);
        return aPage({ url, title: `word${at} | Lundby parking`, text: FILLER, mainText: FILLER });
      });
      const of = shares("parking Lundby", [...others, ...named]);
      assert.ok((of.get("lundbi") ?? 1) < 0.3, JSON.stringify([...of]));
      const cutOf = (seen: readonly PageView[]) =>
        trainTopicJudge(aNeed({ topic: "parking Lundby", seen }), 0.5).cut;
      assert.equal(cutOf(named), cutOf(thirty), "two words are asked for");
    });

    it("It is as common as the pages of the hosts that frame it", () => {
      const elsewhere = Array.from({ length: 40 }, (_, at) =>
        aPage({ url: aUrl(`http://other.example/${at}`), title: `word${at}`, mainText: FILLER }),
      );
      const share = shares("parking Lundby", [...others, ...elsewhere]).get("lundbi") ?? 0;
      assert.ok(share > 0.1 && share < 0.3, `${share}`);
    });
  });

  describe("on sites in two languages", () => {
    const inLanguage = (language: string, words: string, at = "x") => ({
      ...about(words, at),
      language,
    });
    const seen = ["en", "de-DE"].flatMap((language) =>
      Array.from({ length: 40 }, (_, at) => {
        const words = language === "en" ? "bees hive honey" : "Bienen Stock Honig";
        return inLanguage(language, at < 4 ? words : `word${at}`, `s${at}`);
      }),
    );
    const topic = "bees hive honey Bienen Stock Honig";
    const english = "bees hive honey ".repeat(2);
    const german = "Bienen Stock Honig ".repeat(2);

    it("A topic with words of both is judged in each by its own words", () => {
      const assess = judge({ topic, seen });
      const alone = judge({ topic: "bees hive honey", seen: seen.slice(0, 40) });
      assert.equal(assess(inLanguage("de", german)).isTarget, true);
      assert.equal(assess(inLanguage("en-GB", english)).isTarget, true);
      const { utility } = alone(inLanguage("en", english));
      assert.equal(assess(inLanguage("en", english)).utility, utility, "as if asked for alone");
      assert.ok(assess(about(english)).utility < utility, "a page of no language is read by all");
    });

    it("Few pages in a language, and a single word that both have, make it no language of the topic", () => {
      const few = seen.slice(0, 69);
      const kinds = Array.from({ length: 40 }, (_, at) =>
        inLanguage("de", `Bienen ${at}`, `k${at}`),
      );
      for (const [asked, of] of [
        [topic, few],
        ["bees hive Bienen", seen],
        ["bees hive honey", [...seen.slice(0, 40), ...kinds]],
      ] as const)
        assert.equal(
          trainTopicJudge(aNeed({ topic: asked, seen: of }), 0.5).inLanguages,
          undefined,
        );
    });
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

  it("Words that the need names beside the topic are looked for like those of the topic", () => {
    const page = about("hive hive honey honey wax wax");
    assert.equal(judge({ topic: "bees" })(page).utility, 0);
    const assess = judge({ topic: "bees", words: ["hive", "honey", "wax"] });
    assert.equal(assess(page).isTarget, true);
  });

  it("Where most pages are in another language, its stop words are no words of the topic, and words are cut in place of stems", () => {
    const seen = Array.from({ length: 6 }, (_, at) => ({
      ...about("vård", `s${at}`),
      language: "sv",
    }));
    const topicOf = (pages: typeof seen) =>
      trainTopicJudge(aNeed({ topic: "bildning och vård", seen: pages }), 0.5).topic;
    assert.deepEqual(topicOf([]), ["bildn", "vård"]);
    assert.deepEqual(topicOf(seen), ["bildni", "vard"]);
  });

  it("Function words of other languages, and what is elided before an apostrophe, are no words of a topic before a page tells its language", () => {
    const topicOf = (topic: string) => trainTopicJudge(aNeed({ topic }), 0.5).topic;
    assert.deepEqual(topicOf("les légumes du jardin"), topicOf("légumes jardin"));
    assert.deepEqual(topicOf("l'eau et la qualité d’Italie"), topicOf("eau qualité Italie"));
    assert.deepEqual(topicOf("Honig von der Biene"), topicOf("Honig Biene"));
    assert.deepEqual(topicOf("man on the moon"), ["man", "moon"]);
    assert.deepEqual(topicOf("vitamin d"), ["vitamin", "d"]);
    assert.deepEqual(topicOf("o'clock"), ["o", "clock"]);
    assert.deepEqual(topicOf("LA"), ["la"], "a topic of nothing else keeps them");
  });

  it("In other languages than English a topic is found whatever the endings of its words, and in what is composed of them", () => {
    const seen = Array.from({ length: 6 }, (_, at) => ({
      ...about("och", `s${at}`),
      language: "sv",
    }));
    const assess = judge({ topic: "bygglov", seen });
    for (const word of ["bygglovet", "bygglovsansökan", "Bygglov"])
      assert.ok(assess({ ...about(`${word} `.repeat(12)), language: "sv" }).isTarget, word);
    assert.equal(assess({ ...about("bygget ".repeat(12)), language: "sv" }).utility, 0);
  });

  it("A link in a menu counts less than one in a text: by its place, and by what its host repeats", () => {
    const anchors = [anAnchor("http://site.example/students", { text: "Our students" })];
    const seen = Array.from({ length: 6 }, (_, at) => ({ ...about("law", `s${at}`), anchors }));
    const utility = (place: string, pages: readonly PageView[] = []) =>
      judge({ topic: "students", seen: pages })(about("Ann Smith"), {
        parent: aUrl("http://site.example/list"),
        snippet: { ...NO_WORDS, anchor: "Our students", place },
      }).utility;
    assert.ok(utility("p/a") > utility("nav.main/ul/li/a"));
    assert.ok(utility("p/a") > utility("p/a", seen));
    assert.ok(utility("p/a", seen) > 0);
  });

  it("A topic in another language is judged without that language's stop words", () => {
    const assess = judge({ topic: "bienen" });
    const page = aPage({ mainText: "die bienen und der und die bienen", language: "de" });
    assert.equal(assess(page).isTarget, true);
  });

  it("Words of the topic in the link that was followed count, as members of a class seldom name it", () => {
    const assess = judge({ topic: "students", good: [about("homework thesis", "good")] });
    const own = about("Ann Smith");
    const link = (snippet: Partial<Snippet>) => ({
      parent: aUrl("http://site.example/list"),
      snippet: { ...NO_WORDS, ...snippet },
    });
    const alone = assess(own).utility;
    const listed = assess(own, link({ title: "Our students" }));
    assert.ok(listed.utility > alone);
    assert.match(listed.why, /; the link to it says student$/);
    assert.ok(assess(own, link({ anchor: "student Ann" })).utility > alone);
    assert.ok(assess(own, link({ after: "a student of law" })).utility > alone);
    const [example, seed] = [
      link({ title: "Homework, thesis" }),
      { ...link({}), parent: undefined },
    ];
    assert.equal(assess(own, example).utility, alone, "words of examples do not count");
    assert.equal(assess(own, seed).utility, alone);
  });

  it("Beside a link that is no row of a list the topic counts only if the page has a word that is asked for; its name always does", () => {
    const assess = judge({ topic: "canal boats" });
    const parent = aUrl("http://site.example/thread");
    const gained = (snippet: Partial<Snippet>, page = about("Ann Smith")) =>
      assess(page, { parent, snippet: { ...NO_WORDS, place: "td/a", ...snippet } }).utility -
      assess(page).utility;
    const around = [{ title: "Canal boats" }, { after: "canal boats" }, { before: "canal boats" }];
    const saying = [
      about("boats"),
      { ...about("Ann"), title: "Boats" },
      { ...about("Ann"), headings: [{ level: 2 as const, text: "Boats" }] },
      about("Ann", "boats"),
    ];
    for (const snippet of around) {
      assert.equal(gained(snippet), 0);
      assert.ok(gained({ ...snippet, listed: true }) > 0);
      for (const page of saying) assert.ok(gained(snippet, page) > 0);
    }
    assert.ok(gained({ anchor: "Canal boats" }) > 0);
    const unknown = { parent, snippet: { ...NO_WORDS, title: "Canal boats" } };
    assert.ok(assess(about("Ann"), unknown).utility > 0, "a link without a place may be a row");
  });

  it("What the host of a link repeats in its titles does not count in the link", () => {
    const titled = (at: number) =>
      aPage({
        url: aUrl(`http://site.example/${at}`),
        title: `Page ${at} | Students`,
        mainText: FILLER,
      });
    const seen = Array.from({ length: 6 }, (_, at) => titled(at));
    const followed = {
      parent: aUrl("http://site.example/list"),
      snippet: { ...NO_WORDS, title: "Contact | Students" },
    };
    const utility = (need: Parameters<typeof judge>[0]) =>
      judge(need)(about("Ann"), followed).utility;
    assert.ok(utility({ topic: "students" }) > 0);
    assert.equal(utility({ topic: "students", seen }), 0);
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
