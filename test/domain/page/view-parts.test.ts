import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changedView, settledView, textViewOf } from "../../../lib/domain/page/view-parts.ts";
import { prose, viewOf } from "./a-page.ts";

const HTML =
  `<title>Water</title><body class=site><h1 id=top>On water</h1><p class=text>${prose(60)} <b>wet</b>` +
  `<a href=/next class=more>next</a><ul><li id=comment-1>${prose(20)}<li id=comment-2>${prose(20)}</ul>`;

describe("parts of a page view", () => {
  it("A part of a page view is made once", () => {
    const view = viewOf(HTML);
    assert.equal(view.rows, view.rows);
    assert.equal(view.emphasis, view.emphasis);
    assert.equal(view.xpathBag, view.xpathBag);
    assert.equal(view.classPathBag, view.classPathBag);
  });

  it("A part of a page view is the same, whichever parts are read before it", () => {
    const names = ["mainText", "emphasis", "rows", "xpathBag", "classPathBag", "ids"] as const;
    const one = viewOf(HTML);
    const other = viewOf(HTML);
    const forwards = names.map((name) => one[name]);
    const backwards = names.toReversed().map((name) => other[name]);
    assert.deepEqual(forwards, backwards.toReversed());
  });

  it("A settled page view equals the view, and all its parts are values", () => {
    const view = viewOf(HTML);
    const settled = settledView(view);
    assert.deepEqual(settled, view);
    const parts = Object.values(Object.getOwnPropertyDescriptors(settled));
    assert.ok(parts.every((part) => "value" in part));
    assert.deepEqual(structuredClone(settled), settled);
  });

  it("The texts of a page view are those of the view, and nothing else of it", () => {
    const view = viewOf(HTML);
    const { url, title, headings, mainText, text, language, signals } = view;
    const anchors = view.anchors.map((anchor) => ({ text: anchor.text }));
    const texts = { url, title, headings, mainText, text, anchors, language, signals };
    assert.deepEqual(textViewOf(view), texts);
    assert.deepEqual(structuredClone(textViewOf(view)), texts);
  });

  it("A page view with other anchors shares all other parts", () => {
    const view = viewOf(HTML);
    const { anchors, ...others } = changedView(view, { anchors: [] });
    assert.deepEqual(anchors, []);
    const { anchors: before, ...same } = view;
    assert.equal(before.length, 1);
    assert.deepEqual(others, same);
    assert.equal(others.rows, view.rows);
  });
});
