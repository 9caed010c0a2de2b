import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prose, viewOf } from "./a-page.ts";

const emphasisOf = (html: string): readonly string[] => viewOf(html).emphasis;

describe("emphasis", () => {
  it("Emphasis is the text of each outermost element in order, with white space folded", () => {
    const html =
      "<p>The <b>first\n <i>fish</i> &amp;</b>, <em>second</em><strong> third </strong>" +
      "and <i>fourth<p><mark>f<b>i</b>fth</mark>.";
    assert.deepEqual(emphasisOf(html), ["first fish &", "second", "third", "fourth", "fifth"]);
  });

  it("Emphasis excludes elements that annotate, cite, define or merely style", () => {
    const others = ["u", "cite", "dfn", "var", "q", "big", "small", "font", "s", "blink"];
    for (const name of others) {
      assert.deepEqual(emphasisOf(`<p>some <${name}>words</${name}>`), [], name);
    }
  });

  it("Emphasis is only taken from the main text", () => {
    const words = `${prose(30)} <b>inside</b> ${prose(30, "w")}`;
    const html = `<nav><b>Sections</b></nav><p>${words}<p>${words}<aside><i>Elsewhere</i></aside>`;
    assert.deepEqual(emphasisOf(html), ["inside"]);
  });

  it("Emphasis is found in the text that stands for the main text of a short page", () => {
    assert.deepEqual(emphasisOf("<b>Moved</b> <p><a href=/new><i>New</i> address</a>"), ["Moved"]);
    assert.deepEqual(emphasisOf("<a href=/new><i>New</i> address</a>"), ["New"]);
  });

  it("Emphasis excludes headings and titles, which have their own fields", () => {
    const html =
      "<title><b>Title</b></title><h2>A <b>heading</b></h2><b><h3>Another</h3>bold</b>" +
      "<p>some <i>text</i>";
    assert.deepEqual(emphasisOf(html), ["bold", "text"]);
  });

  it("Emphasis includes displayed text only", () => {
    const html = "<p>a<b hidden>b</b><i><script>c</script></i><b><img alt=d></b><em> </em>";
    assert.deepEqual(emphasisOf(html), []);
  });

  it("Emphasis does not extend over several blocks", () => {
    assert.deepEqual(emphasisOf("<b>one<p>two</p></b>three <b>four</b>"), ["four"]);
    assert.deepEqual(emphasisOf("<b>one<br><br>two</b>"), []);
    assert.deepEqual(emphasisOf("<b>one<br>two<br><br></b>three"), ["one two"]);
  });

  it("Emphasis has at most 200 letters, because longer text singles nothing out", () => {
    const longest = "x".repeat(200);
    assert.deepEqual(emphasisOf(`<p><b>${longest}</b> <b>y${longest}</b> <b>z</b>`), [
      longest,
      "z",
    ]);
    assert.deepEqual(emphasisOf(`a <b>b ${prose(300)}`), []);
  });
});
