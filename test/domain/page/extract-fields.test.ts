import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileFields } from "../../../lib/domain/page/extract-fields.ts";
import { DowserError } from "../../../lib/errors.ts";
import { processorMs } from "../../support/processor-ms.ts";

describe("compileFields", () => {
  it("compileFields extracts text, attributes and arrays of several values", () => {
    const extract = compileFields({
      author: ".author",
      date: "time[datetime]@datetime",
      mail: "a[href^='mailto:'] @HREF",
      handle: "[data-at='x@y']",
      item: "li",
    });
    const html =
      "<p class=author> Ann \n Other</p><time datetime=2020-01-02>then</time><a href=mailto:a@b.example>m</a>" +
      "<i data-at='x@y'>v</i><ul><li>1<li>2</ul>";
    assert.deepEqual(extract(html), {
      author: "Ann Other",
      date: "2020-01-02",
      mail: "mailto:a@b.example",
      handle: "v",
      item: ["1", "2"],
    });
  });

  it("compileFields parts lines, items and cells by a space, but not marked letters", () => {
    const rules = { text: "div", name: "microdata:Thing.name" };
    const extract = (html: string) => compileFields(rules)(`<div>${html}</div>`)["text"];
    assert.equal(extract("12 Main St<br>Springfield"), "12 Main St Springfield");
    assert.equal(extract("<ul><li>flour</li><li>eggs</li></ul>mix"), "flour eggs mix");
    assert.equal(extract("<table><tr><td>a<td>b<tr><td>c</table>"), "a b c");
    assert.equal(extract("H<sub>2</sub>O<wbr>!"), "H2O!");
    const named = "<p itemscope itemtype=Thing><b itemprop=name>W<br>X<script>1</script></b></p>";
    assert.deepEqual(compileFields(rules)(named), { name: "W X" });
  });

  it("compileFields takes the text of a script or a style only where a rule selects it", () => {
    const html = "<p>a<script>s</script><style>t</style><noscript>n</noscript>b</p>";
    const extract = compileFields({ text: "p", script: "script", fallback: "noscript" });
    assert.deepEqual(extract(html), { text: "ab", script: "s", fallback: "n" });
  });

  it("compileFields returns no key for a field that matches nothing or is empty", () => {
    const extract = compileFields({ none: ".none", blank: "p", lacking: "p@title" });
    assert.deepEqual(extract("<p> </p>"), {});
    assert.deepEqual(compileFields({})("<p>x"), {});
  });

  it("`compileFields` gives attributes as the page has them, a boolean one by its name", () => {
    const extract = compileFields({ checked: "input@checked", value: "input@value" });
    assert.deepEqual(extract("<input type=checkbox CHECKED>"), { checked: "checked" });
  });

  it("`compileFields` has fields of any name, also those of objects", () => {
    const extract = compileFields(JSON.parse('{ "__proto__": "p", "constructor": "b" }'));
    assert.deepEqual(Object.entries(extract("<p>one <b>two</b>")), [
      ["__proto__", "one two"],
      ["constructor", "two"],
    ]);
  });

  it("`compileFields` reads no copy that a page keeps in a template", () => {
    const extract = compileFields({ text: "p" });
    assert.deepEqual(extract("<template><p>copy</p></template><p>shown</p>"), { text: "shown" });
  });

  it("compileFields rejects an invalid selector before the crawl", () => {
    const noSelectors = ["", "  ", "a[", "p@", "<b>", ":no-such-thing", "::before@x", "li:eq(1)"];
    for (const bad of noSelectors) {
      assert.throws(
        () => compileFields({ field: bad }),
        (error) =>
          error instanceof DowserError && error.code === "bad-selector" && error.value === bad,
        bad,
      );
    }
  });

  it("compileFields looks at a bounded number of siblings, and keeps what it found before", () => {
    const rules = {
      third: "p:nth-child(3)",
      after: "h1 ~ p",
      last: "p:nth-last-child(3)",
      late: "b",
    };
    const started = processorMs();
    const wide = compileFields(rules)(`<h1>1</h1>${"<p>2</p>".repeat(60_000)}<b>3</b>`);
    assert.ok(processorMs() - started < 5_000);
    assert.deepEqual([wide["third"], wide["late"]], ["2", "3"]);
    const all = compileFields(rules)(`<h1>1</h1>${"<p>2</p>".repeat(2_000)}<b>3</b><h2>4</h2>`);
    assert.deepEqual([all["after"]?.length, all["last"]], [2_000, "2"]);
  });

  it("compileFields finishes in time on extremely nested or wide pages", () => {
    const extract = compileFields({ author: ".author" });
    const started = processorMs();
    assert.deepEqual(extract(`<p class=author>x</p>${"<div>".repeat(200_000)}`), { author: "x" });
    assert.deepEqual(extract(`<p class=author>x</p></html>${"<p></p>".repeat(100_000)}`), {
      author: "x",
    });
    assert.ok(processorMs() - started < 5_000);
  });
});
