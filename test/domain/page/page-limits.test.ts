import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { processorMs } from "../../support/processor-ms.ts";
import { aUrl, viewOf } from "./a-page.ts";

const url = aUrl("http://site.example/");
const MEGABYTE = 1_000_000;

function megabyteOf(part: string): string {
  return part.repeat(Math.ceil(MEGABYTE / part.length));
}

describe("limits of a page view", () => {
  it("Page view limits stop reading at the maximum length and mark the view as truncated", () => {
    const limits = { maxLength: 10, overTime: () => false };
    const view = parsePage({ url, html: "0123456789abc" }, limits);
    assert.equal(view.text, "0123456789");
    assert.equal(view.truncated, "bytes");
  });

  it("Page view limits pass on that the body was truncated before", () => {
    const limits = { maxLength: 10, overTime: () => false };
    assert.equal(parsePage({ url, html: "x", truncated: "bytes" }, limits).truncated, "bytes");
    assert.equal(parsePage({ url, html: "x" }, limits).truncated, undefined);
  });

  it("Page view limits check the time while reading and keep the text read so far", () => {
    let asked = 0;
    const overTime = (): boolean => ++asked === 3;
    const view = parsePage({ url, html: megabyteOf("<p>word") }, { maxLength: 1e7, overTime });
    assert.equal(asked, 3);
    assert.equal(view.truncated, "seconds");
    assert.ok(view.text.length > 90_000 && view.text.length < 300_000);
  });

  it("Page view limits cap nesting and treat deeper elements as siblings", () => {
    const view = viewOf(`${"<div>".repeat(1_000)}deep${"</div>".repeat(1_000)}`);
    const [path = ""] = [...view.xpathBag.keys()];
    assert.equal(path.split("/").length - 2, 256);
    assert.equal(view.text, "deep");
    assert.equal(view.truncated, "depth");
    assert.equal(viewOf(`${"<div>".repeat(254)}x`).truncated, undefined);
  });

  it("Page view limits cap the number of links", () => {
    const view = viewOf("<a href=x>y</a>".repeat(20_001));
    assert.equal(view.anchors.length, 20_000);
    assert.equal(view.truncated, "links");
  });

  it("Page view limits cap the paths that hostile names and depths produce", () => {
    const deep = Array.from({ length: 200 }, (_, index) => `<${"x".repeat(35)}${index}>`).join("");
    const leaves = Array.from({ length: 20_000 }, (_, index) => `<q${index}>x</q${index}>`).join(
      "",
    );
    const view = viewOf(deep + leaves);
    assert.equal(view.truncated, "paths");
    let total = 0;
    for (const path of view.xpathBag.keys()) total += path.length;
    assert.ok(total < 1e7, `${total} units of paths`);
  });

  it("Page view limits cap the paths that hostile classes produce", () => {
    const deep = `<div class="${"x".repeat(300)}">`.repeat(200);
    const leaves = Array.from({ length: 2_000 }, (_, index) => {
      const name = index.toString(2).replaceAll("0", "a").replaceAll("1", "b");
      return `<i class=${name}>x</i><a href=${index}>y</a>`;
    });
    const view = viewOf(deep + leaves.join(""));
    assert.equal(view.truncated, "paths");
    let total = 0;
    for (const path of view.classPathBag.keys()) total += path.length;
    for (const { classPath } of view.anchors) total += classPath.length;
    assert.ok(total < 1e7, `${total} units of paths`);
  });

  it("Page view limits cap the text of a link that is never closed", () => {
    const [anchor] = viewOf(`<a href=x>${"word ".repeat(1_000)}`).anchors;
    assert.ok((anchor?.text.length ?? 0) <= 500);
  });
});

describe("limits of emphasis", () => {
  it("Emphasis limits treat ten thousand nested elements as one", () => {
    const nested = `<p>a ${"<b>".repeat(10_000)}word${"</b>".repeat(10_000)} c <i>d</i>`;
    assert.deepEqual(viewOf(nested).emphasis, ["word", "d"]);
  });

  it("Emphasis limits cap the number of emphases", () => {
    const { emphasis } = viewOf("<b>x</b> ".repeat(10_001));
    assert.equal(emphasis.length, 10_000);
  });
});

describe("hostile megabytes end in time", () => {
  const pages: Record<string, string> = {
    "open elements": megabyteOf("<div>"),
    "open elements with text": megabyteOf("<div>a"),
    paragraphs: megabyteOf("<p>a"),
    "end tags of nothing": `${"<b>".repeat(250)}${megabyteOf("</div>")}`,
    "end tags of paragraphs": megabyteOf("</p>"),
    links: megabyteOf("<a href=x>y"),
    "links in blocks": megabyteOf("<a href=x><div>"),
    drawings: megabyteOf("<svg><title>"),
    "list items under depth": `<ul>${"<div>".repeat(250)}${megabyteOf("<li>")}`,
    cells: megabyteOf("<table><td>x"),
    "one comment": `<!--${megabyteOf("x")}`,
    "comments that never end": megabyteOf("<!--"),
    "comments that never end in frames": megabyteOf("<noframes><!--</noframes>"),
    "one comment of dashes": `<!--${megabyteOf("-")}`,
    "declarations that never end": megabyteOf("<!x "),
    "quotes that never end": megabyteOf("<a b='"),
    "quotes that never end in frames": megabyteOf("<noframes><a b='</noframes>"),
    "end tags that never end": megabyteOf("</p x='"),
    "scripts that never end": megabyteOf("<script></scrip"),
    "scripts with comments": megabyteOf("<script><!--</script>"),
    "one tag of attributes": `<a ${megabyteOf("b=c ")}`,
    "one attribute": `<a href="${megabyteOf("x")}">`,
    "one attribute of classes": `<p class="${megabyteOf("more- aB\t")}">x`,
    "distinct classes": Array.from({ length: 60_000 }, (_, index) => `<p class=c${index}>`).join(
      "",
    ),
    "nested classes": Array.from({ length: 30_000 }, (_, index) => `<div class=c${index}x>x`).join(
      "",
    ),
    "letters as classes": Array.from(
      { length: 50_000 },
      (_, index) => `<p class=${index.toString(36).replaceAll(/\d/g, "-")}>x`,
    ).join(""),
    "one hidden style": `<p style="${megabyteOf("display  ")}">x`,
    "one style of many declarations": `<p style="${megabyteOf("display : none ;  ")}">x`,
    ampersands: megabyteOf("&"),
    "less-than signs": megabyteOf("<"),
    "white space": megabyteOf(" \n"),
    emphases: megabyteOf("<b>x</b><p>"),
    "open emphases": megabyteOf("<b>x"),
    imprints: megabyteOf("<p>(c)   "),
  };
  // Ten times what the slowest takes on one busy core; what is quadratic takes minutes.
  const ENOUGH_MS = 5_000;

  for (const [name, html] of Object.entries(pages)) {
    it(name, () => {
      const started = processorMs();
      viewOf(html);
      assert.ok(processorMs() - started < ENOUGH_MS);
    });
  }
});
