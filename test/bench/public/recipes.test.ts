import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { buildRecorded } from "../../../bench/public/recipes/build-recorded.ts";
import { openRecording } from "../../../lib/run/web/open-web.ts";
import { loadTask } from "../../../peers/commands/bench-task.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

/** Builds a web from a small tree of files by a recipe, and opens what it wrote. */
async function built(test: TestContext, recipe: string, files: Readonly<Record<string, string>>) {
  const [clone, out] = [aFolder(test), aFolder(test)];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text);
  }
  test.mock.method(console, "log", () => {});
  await buildRecorded([recipe, clone, out]);
  const lines = readFileSync(join(out, "truth.jsonl"), "utf8").trim().split("\n");
  const web = await openRecording([join(out, "web.warc.gz")]);
  const htmlOf = async (url: string) => {
    const answer = await web.fetch(aUrl(url), { bodyBytes: 100_000, timeoutMs: 1 });
    return answer.kind === "page" ? new TextDecoder().decode(answer.body) : answer.kind;
  };
  const truth = lines.map((line) => JSON.parse(line));
  return { truth, htmlOf, task: await loadTask(join(out, "task.yaml")) };
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

  it("A clone of something else is refused with where the right one is from", async (test) => {
    const folder = aFolder(test);
    mkdirSync(join(folder, "peps"));
    await assert.rejects(
      buildRecorded(["peps", folder, aFolder(test)]),
      /github\.com\/python\/peps/,
    );
    await assert.rejects(buildRecorded(["nothing"]), /names: mdn, peps/);
  });
});
