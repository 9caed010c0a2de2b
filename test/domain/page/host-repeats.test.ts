import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  blocksOf,
  ownTitle,
  type RepeatedBlocks,
  repeatedBlocks,
  repeatedTitleParts,
} from "../../../lib/domain/page/host-repeats.ts";
import { pageMarkdown } from "../../../lib/domain/page/markdown.ts";
import { withoutRepeated } from "../../../lib/domain/page/view-parts.ts";
import { aUrl } from "../../support/a-url.ts";
import { viewOf } from "./a-page.ts";

const RULES = "You cannot reply to topics in this forum, and you cannot edit your posts here.";
const NOTICE = "This forum will be closed on the last day of the month, so save what you need.";

/** A page of a host that repeats much: the text of a thread below a menu, beside notices and labels. */
function aThread(content: string, lang = "en"): string {
  return `<html lang="${lang}"><body><ul><li><a href="/1">Bees</a></li><li><a href="/2">Hives</a></li></ul>
    <div><p>${NOTICE}</p>${content}<p>Jump to:</p><p>${RULES}</p></div>`;
}

const OWN = [
  "The old hive in the garden has been full of honey since the beginning of June.",
  "Nobody in the village has seen so many wasps near the orchard in twenty years.",
  "I bought a second suit with a better veil, and it was worth every single penny.",
  "Feed them sugar in late autumn, not in spring, when they find enough themselves.",
  "My queen has been marked with a blue dot, which is the colour of this year, yes.",
  "We harvested forty jars of lime honey and gave most of it to all our neighbours.",
] as const;

const THREADS = OWN.map((text, at) => aThread(`<h2>Thread ${at}</h2><p>${text}</p>`));

function repeatsOf(pages: readonly string[]): RepeatedBlocks {
  return repeatedBlocks(pages.map((html) => blocksOf(viewOf(html))));
}

function ownText(html: string, repeats: RepeatedBlocks): string {
  const text = withoutRepeated(viewOf(html), repeats).mainText;
  const markdown = pageMarkdown({ html, base: aUrl("http://a.example/"), repeats });
  assert.deepEqual(linesOf(markdown.replaceAll(/^#+ /gm, "")), linesOf(text));
  return text;
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

describe("what a host repeats", () => {
  it("Blocks that most pages have are left out of the main text, plain and as Markdown", () => {
    const repeats = repeatsOf(THREADS);
    for (const [at, html] of THREADS.entries()) {
      assert.match(viewOf(html).mainText, /last day of the month/);
      assert.equal(ownText(html, repeats), `Thread ${at}\n${OWN[at]}`);
    }
  });

  it("Four pages show nothing, and neither does what half of the pages have", () => {
    assert.equal(repeatsOf(THREADS.slice(0, 4)).size, 0);
    const others = OWN.map((text) => `<html lang="en"><p>${text} It is so.</p>`);
    assert.equal(repeatsOf([...THREADS, ...others]).size, 0);
  });

  it("A template of one language is known by the pages in it", () => {
    const spanish = OWN.slice(0, 5).map(
      (text) => `<html lang="es-MX"><p>Aviso legal</p><p>${text}</p>`,
    );
    const repeats = repeatsOf([...THREADS, ...spanish]);
    assert.equal(ownText(spanish[0] ?? "", repeats), OWN[0]);
  });

  it("Repeated labels and headings between own blocks stay; those at the end go", () => {
    const sections = OWN.map((text) =>
      aThread(
        `<h2>${text.slice(0, 19)}</h2><h3>History</h3><p>${text}</p><p>Posted by:</p><p>${text}!</p><h3>See also</h3>`,
      ),
    );
    const text = ownText(sections[0] ?? "", repeatsOf(sections));
    assert.deepEqual(text.split("\n"), [
      OWN[0].slice(0, 19),
      "History",
      OWN[0],
      "Posted by:",
      `${OWN[0]}!`,
    ]);
  });

  it("A heading with the words of a menu is no item of the menu", () => {
    const hives = aThread(`<h1>Hives</h1><p>${OWN[0]}</p>`);
    assert.equal(ownText(hives, repeatsOf([...THREADS, hives])), `Hives\n${OWN[0]}`);
  });

  it("What is repeated does not take the place of a short text of the page itself", () => {
    const banner = `<div class="top"><p>${NOTICE} ${NOTICE} ${NOTICE} ${NOTICE}</p></div>`;
    const pages = OWN.map((text) => `${banner}<div class="related"><p>${text}</p></div>`);
    const repeats = repeatsOf(pages);
    assert.doesNotMatch(viewOf(pages[0] ?? "").mainText, /old hive/);
    assert.equal(ownText(pages[0] ?? "", repeats), OWN[0]);
  });

  it("A page with nothing but what is repeated keeps its text", () => {
    const empty = aThread("<h2>Contact</h2>");
    assert.equal(ownText(empty, repeatsOf(THREADS)), viewOf(empty).mainText);
  });

  it("Lines of preformatted texts are content, also where others have them", () => {
    const logs = OWN.map(
      (text) => `<h1>Log</h1><p>${text}</p><pre>begin of the log, as it was\n${text}\nend</pre>`,
    );
    const { mainText } = withoutRepeated(viewOf(logs[0] ?? ""), repeatsOf(logs));
    assert.match(mainText, /begin of the log/);
  });
});

describe("the title of a page without what its host repeats", () => {
  const titled = (titles: readonly string[], language?: string) =>
    repeatedTitleParts(titles.map((title) => ({ title, language })));

  it("Parts that most titles have are left out, wherever they stand", () => {
    const titles = OWN.map((text) => `Beekeepers :: View topic - ${text} | Forum of York`);
    const parts = titled(titles);
    assert.deepEqual(
      titles.map((title) => ownTitle(title, parts)),
      OWN,
    );
  });

  it("Separators between own parts stay as they are", () => {
    const parts = titled(OWN.map((text) => `${text} – Forum`));
    assert.equal(ownTitle("Bees - Wasps » Ants – Forum", parts), "Bees - Wasps » Ants");
  });

  it("A title of nothing else, or of a host with few pages, stays as it is", () => {
    const parts = titled(OWN.map((text) => `${text} | Forum`));
    assert.equal(ownTitle("Forum", parts), "Forum");
    assert.equal(titled(OWN.slice(0, 4).map((text) => `${text} | Forum`)).size, 0);
  });
});
