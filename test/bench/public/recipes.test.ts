import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { buildRecorded } from "../../../bench/public/recipes/build-recorded.ts";
import { openRecording } from "../../../lib/run/web/open-web.ts";
import { loadTask } from "../../../peers/commands/bench-task.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

/** Builds a web from a small tree of files by a recipe, and opens what it wrote. */
async function built(
  test: TestContext,
  recipe: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  prepare: (clone: string) => void = () => {},
) {
  const [clone, out] = [aFolder(test), aFolder(test)];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text);
  }
  prepare(clone);
  const said: string[] = [];
  test.mock.method(console, "log", (text: string) => said.push(text));
  await buildRecorded([recipe, clone, out]);
  const lines = readFileSync(join(out, "truth.jsonl"), "utf8").trim().split("\n");
  const web = await openRecording([join(out, "web.warc.gz")]);
  const htmlOf = async (url: string) => {
    const answer = await web.fetch(aUrl(url), { bodyBytes: 100_000, timeoutMs: 1 });
    return answer.kind === "page" ? new TextDecoder().decode(answer.body) : answer.kind;
  };
  const truth = lines.map((line) => JSON.parse(line));
  return { truth, htmlOf, said: said.slice(0, -1), task: await loadTask(join(out, "task.yaml")) };
}

describe("recipes that build a recorded web from a clone of a public archive", () => {
  it("Python's proposals become pages with the topic that they state, linked by their references", async (test) => {
    const { truth, htmlOf, task } = await built(test, "peps", {
      "peps/pep-0001.rst":
        "PEP: 1\nTitle: Purpose & Guidelines\nStatus: Active\nType: Process\n\nSee :pep:`427` and PEP 20. <b>\n",
      "peps/pep-0427.rst":
        "PEP: 427\nTitle: The Wheel\nType: Standards Track\nTopic: Packaging\n\nA wheel.\n\nMore.\n",
      "peps/conf.py": "no page",
      "README.rst": "no page",
    });
    const origin = "https://peps.python.org";
    assert.deepEqual(
      truth.map(({ url, topic }) => [url, topic]),
      [
        [`${origin}/`, "list"],
        [`${origin}/numbers/0/`, "list"],
        [`${origin}/numbers/4/`, "list"],
        [`${origin}/pep-0001/`, "none"],
        [`${origin}/pep-0427/`, "packaging"],
      ],
    );
    const page = await htmlOf(`${origin}/pep-0001/`);
    assert.match(page, /<h1>Purpose &amp; Guidelines<\/h1>/);
    assert.match(page, /<a href="https:\/\/peps\.python\.org\/pep-0427\/">PEP 427<\/a>/);
    assert.match(page, /pep-0020\/">PEP 20<\/a>\. &lt;b&gt;/);
    assert.equal(task.target, "topic=packaging");
  });

  it("MDN's files become pages of the type that they state, with links of text and macros", async (test) => {
    const { truth, htmlOf, task } = await built(test, "mdn", {
      "files/en-us/web/css/index.md":
        '---\ntitle: "CSS: Styles"\nslug: Web/CSS\npage-type: landing-page\n---\n\nUse {{cssxref("color")}} or [JS](/en-US/docs/Web/JavaScript).\n',
      "files/en-us/web/css/color/index.md":
        "---\ntitle: color\nslug: Web/CSS/color\npage-type: css-property\n---\n\nThe **color**. {{Specifications}}\n",
      "files/en-us/web/css/color/picture.svg": "<svg/>",
      "files/en-us/web/broken/index.md": "no front matter",
    });
    const docs = "https://developer.mozilla.org/en-US/docs/";
    assert.deepEqual(
      truth.map(({ url, type }) => [url, type]),
      [
        [docs, "list"],
        [`${docs}Web/CSS/color`, "css-property"],
        [`${docs}Web/CSS`, "landing-page"],
      ],
    );
    const page = await htmlOf(`${docs}Web/CSS`);
    assert.match(page, /<title>CSS: Styles<\/title>/);
    assert.match(page, /<a href="\/en-US\/docs\/Web\/CSS\/color">color<\/a>/);
    assert.match(page, /<a href="\/en-US\/docs\/Web\/JavaScript">JS<\/a>/);
    assert.match(await htmlOf(docs), /<a href="[^"]*Web\/CSS">CSS<\/a>/);
    assert.deepEqual(task.seeds, [1, 2, 3]);
  });

  const proposal = (title: string, more = "") =>
    `PEP: 1\nTitle: ${title}\nTopic: Packaging\n${more}\nText.\n`;
  const pep = (number: string) => `https://peps.python.org/pep-${number}/`;

  it("Files in another encoding, with a mark of their order, or with other ends of lines are read", async (test) => {
    const bytes = (text: string) => Buffer.from(text, "latin1");
    const { truth, htmlOf, said } = await built(test, "peps", {
      "peps/pep-0001.rst": `\ufeff${proposal("A mark")}`,
      "peps/pep-0002.rst": proposal("Ends of lines").replaceAll("\n", "\r\n"),
      "peps/pep-0003.txt": bytes(proposal("Caf\u00e9")),
      "peps/pep-0004.rst": proposal("Caf\u00e9 in UTF-8, 蜂蜜"),
    });
    const topics = truth.filter(({ url }) => url.includes("/pep-")).map(({ topic }) => topic);
    assert.deepEqual(topics, Array(4).fill("packaging"));
    assert.match(await htmlOf(pep("0001")), /<h1>A mark<\/h1>/);
    assert.match(await htmlOf(pep("0002")), /<h1>Ends of lines<\/h1>/);
    assert.match(await htmlOf(pep("0003")), /<h1>Café<\/h1>/);
    assert.match(await htmlOf(pep("0004")), /<h1>Café in UTF-8, 蜂蜜<\/h1>/);
    assert.deepEqual(said, []);
  });

  it("Links are not followed, files without an ending are no pages, and a huge file is left out and told", async (test) => {
    const outside = aFolder(test);
    writeFileSync(join(outside, "pep-0009.rst"), proposal("Outside"));
    const { truth, said } = await built(
      test,
      "peps",
      {
        "peps/pep-0001.rst": proposal("Here"),
        "peps/pep-0002": "<!doctype html><title>No ending</title>",
        "peps/pep-0003.rst": proposal("Huge", `\n${"Text. ".repeat(400_000)}\n`),
        "peps/.pep-0004.rst": proposal("Hidden"),
        "peps/pep-0005.rst": new Uint8Array(),
      },
      (clone) => {
        symlinkSync(join(outside, "pep-0009.rst"), join(clone, "peps/pep-0009.rst"));
        symlinkSync(outside, join(clone, "peps/out"));
        symlinkSync(join(clone, "peps"), join(clone, "peps/round"));
      },
    );
    const urls = truth.map(({ url }) => url).filter((url) => url.includes("/pep-"));
    assert.deepEqual(urls, [pep("0001"), pep("0005")]);
    assert.deepEqual(said, ["1 files of more than 2000000 bytes were left out"]);
  });

  it("Pages whose index is missing are listed, those of one address are one, and odd addresses are as a crawl knows them", async (test) => {
    const front = (slug: string, body: string) =>
      `---\ntitle: T & ${slug}\nslug: ${slug}\npage-type: css-property\n---\n\n${body}\n`;
    const { truth, htmlOf, said, task } = await built(test, "mdn", {
      "files/en-us/web/css/index.md": front("Web/CSS", "See [deep](CSS/a/b/linked)."),
      "files/en-us/web/css/a/b/c/index.md": front("Web/CSS/a/b/c", "No page leads here."),
      "files/en-us/web/css/a/b/linked/index.md": front("Web/CSS/a/b/linked", "Text."),
      "files/en-us/web/css/odd/index.md": front("Web/CSS/a/@media \u00e9|x", "Text."),
      "files/en-us/web/css/twice/index.md": front("Web/CSS", "Text."),
    });
    const docs = "https://developer.mozilla.org/en-US/docs/";
    assert.deepEqual(said, [
      "1 pages were left out: another has their address",
      "2 pages that no page links to are listed by one of ours",
    ]);
    assert.match(await htmlOf(docs), /<a href="[^"]*\/unlinked\/">More<\/a>/);
    const list = await htmlOf(`${docs}unlinked/`);
    assert.match(list, /docs\/Web\/CSS\/a\/b\/c">T &amp; Web\/CSS\/a\/b\/c<\/a>/);
    assert.ok(!list.includes('linked">'));
    const urls = truth.map(({ url }) => url);
    assert.equal(new Set(urls).size, urls.length);
    assert.ok(urls.every((url) => url === aUrl(url)));
    // Each address of the truth is in the web.
    for (const url of urls) assert.match(await htmlOf(url), /^<!doctype html>/);
    assert.equal(task.target, "type=css-property,css-shorthand-property");
  });

  it("A clone of something else is refused with where the right one is from", async (test) => {
    const folder = aFolder(test);
    mkdirSync(join(folder, "peps"));
    await assert.rejects(
      buildRecorded(["peps", folder, aFolder(test)]),
      /github\.com\/python\/peps/,
    );
    await assert.rejects(
      buildRecorded(["mdn", folder, aFolder(test)]),
      /is not there.*mdn\/content/,
    );
    await assert.rejects(buildRecorded(["nothing"]), /names: mdn, peps/);
  });
});
