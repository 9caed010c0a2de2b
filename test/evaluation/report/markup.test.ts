import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { foreign, html, Markup } from "../../../lib/evaluation/report/markup.ts";
import { anyCharacter } from "../../support/any-text.ts";

/** Names of elements and attributes, and the text, of a piece of HTML. */
function read(markup: string) {
  const names: string[] = [];
  let text = "";
  const parser = new Parser({
    onopentag: (name, attributes) => names.push(name, ...Object.keys(attributes)),
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(markup);
  return { names, text };
}

describe("a template of HTML", () => {
  it("An HTML template escapes text in content and in attributes", () => {
    const hostile = `"><script>alert('1')</script>&amp;`;
    const { text } = html`<p title="${hostile}">${hostile}</p>`;
    assert.doesNotMatch(text, /<script|"">/);
    assert.deepEqual(read(text).names, ["p", "title"]);
    assert.equal(read(text).text, hostile);
  });

  it("An HTML template keeps its structure, whatever values are inserted", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const { text } = html`<a href="${value}">${foreign(value)}</a>`;
        assert.deepEqual(read(text).names, ["a", "href", "bdi"]);
      }),
      { seed: 1 },
    );
  });

  it("An HTML template inserts markup unchanged, joins lists and prints nothing for undefined", () => {
    assert.equal(html`${[html`<b>${1}</b>`, " < ", undefined]}`.text, "<b>1</b> &lt; ");
    assert.equal(html`${new Markup("<i></i>")}`.text, "<i></i>");
  });

  it("An HTML template replaces characters that HTML does not allow", () => {
    assert.equal(html`${"a\u0000\u001b\ud800\tb\n"}`.text, "a\ufffd\ufffd\ufffd\tb\n");
  });
});
